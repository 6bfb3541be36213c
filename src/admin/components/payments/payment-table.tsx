import { useMemo } from "react"
import { useListState } from "../../hooks/use-list-state"
import { usePayments } from "../../hooks/use-payments"
import { useTexts } from "../../hooks/use-texts"
import { PAYMENT_LIST } from "../../payments/list-shape"
import { ListTable } from "../list-table"
import { RefreshButton } from "../refresh-button"
import { paymentColumns } from "./payment-columns"
import { paymentFilters } from "./payment-filters"

/** The list of payments without an order. */
export function PaymentTable({ onOpen }: { onOpen: (id: string) => void }) {
  const { t, locale } = useTexts()
  const list = useListState(PAYMENT_LIST)
  const { data, isPending, isError, isRefetching, refetch } = usePayments(list.query)
  const columns = useMemo(() => paymentColumns(t, locale, onOpen), [t, locale, onOpen])
  const filters = useMemo(() => paymentFilters(t), [t])
  return (
    <ListTable
      list={list}
      page={data && { rows: data.payments, count: data.count, isCountExact: true }}
      isPending={isPending}
      isError={isError}
      onRetry={() => void refetch()}
      columns={columns}
      filters={filters}
      onOpen={onOpen}
      words={{
        title: t("payments.title"),
        subtitle: t("payments.subtitle"),
        searchHint: t("payments.searchHint"),
        loadFailed: t("payments.loadFailed"),
        atRest: { heading: t("payments.noneWaiting"), description: t("payments.noneWaitingHint") },
        noMatch: { heading: t("payments.noneMatch"), description: t("payments.noneMatchHint") },
      }}
    >
      <RefreshButton isBusy={isRefetching} onRefresh={() => void refetch()} />
    </ListTable>
  )
}
