import { useMemo } from "react"
import { DEPOSIT_LIST } from "../../deposits/list-shape"
import { useDeposits } from "../../hooks/use-deposits"
import { useListState } from "../../hooks/use-list-state"
import { useSync } from "../../hooks/use-sync"
import { useTexts } from "../../hooks/use-texts"
import { ListTable } from "../list-table"
import { RefreshButton } from "../refresh-button"
import { depositColumns } from "./deposit-columns"
import { depositFilters } from "./deposit-filters"

/** The list of deposits. */
export function DepositTable({ onOpen }: { onOpen: (id: string) => void }) {
  const { t, locale } = useTexts()
  const list = useListState(DEPOSIT_LIST)
  const { data, isPending, isError, refetch } = useDeposits(list.query)
  const { mutate: sync, isPending: isSyncing } = useSync()
  const columns = useMemo(() => depositColumns(t, locale, onOpen), [t, locale, onOpen])
  const filters = useMemo(() => depositFilters(t), [t])
  return (
    <ListTable
      list={list}
      page={data && { rows: data.deposits, count: data.count, isCountExact: data.is_count_exact }}
      isPending={isPending}
      isError={isError}
      onRetry={() => void refetch()}
      columns={columns}
      filters={filters}
      onOpen={onOpen}
      words={{
        title: t("deposits.title"),
        subtitle: t("deposits.subtitle"),
        searchHint: t("deposits.searchHint"),
        loadFailed: t("deposits.loadFailed"),
        atRest: { heading: t("deposits.noneWaiting"), description: t("deposits.noneWaitingHint") },
        noMatch: { heading: t("deposits.noneMatch"), description: t("deposits.noneMatchHint") },
      }}
    >
      <RefreshButton isBusy={isSyncing} onRefresh={() => sync()} />
    </ListTable>
  )
}
