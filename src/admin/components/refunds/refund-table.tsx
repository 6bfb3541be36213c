import { useMemo } from "react"
import { useListState } from "../../hooks/use-list-state"
import { useRefunds } from "../../hooks/use-refunds"
import { useTexts } from "../../hooks/use-texts"
import { REFUND_LIST } from "../../refunds/list-shape"
import { ListTable } from "../list-table"
import { RefreshButton } from "../refresh-button"
import { refundColumns } from "./refund-columns"
import { refundFilters } from "./refund-filters"

/** The list of refunds. */
export function RefundTable({ onOpen }: { onOpen: (id: string) => void }) {
  const { t, locale } = useTexts()
  const list = useListState(REFUND_LIST)
  const { data, isPending, isError, isRefetching, refetch } = useRefunds(list.query)
  const columns = useMemo(() => refundColumns(t, locale, onOpen), [t, locale, onOpen])
  const filters = useMemo(() => refundFilters(t), [t])
  return (
    <ListTable
      list={list}
      page={data && { rows: data.refunds, count: data.count, isCountExact: true }}
      isPending={isPending}
      isError={isError}
      onRetry={() => void refetch()}
      columns={columns}
      filters={filters}
      onOpen={onOpen}
      words={{
        title: t("refunds.title"),
        subtitle: t("refunds.subtitle"),
        searchHint: t("refunds.searchHint"),
        loadFailed: t("refunds.loadFailed"),
        atRest: { heading: t("refunds.noneDue"), description: t("refunds.noneDueHint") },
        noMatch: { heading: t("refunds.noneMatch"), description: t("refunds.noneMatchHint") },
      }}
    >
      <RefreshButton isBusy={isRefetching} onRefresh={() => void refetch()} />
    </ListTable>
  )
}
