import { Button } from "@medusajs/ui"
import { useMemo } from "react"
import { useListState } from "../../hooks/use-list-state"
import { usePayouts } from "../../hooks/use-payouts"
import { useTexts } from "../../hooks/use-texts"
import { useWithdrawals } from "../../hooks/use-withdrawals"
import { WITHDRAWAL_LIST } from "../../withdrawals/list-shape"
import { ListTable } from "../list-table"
import { RefreshButton } from "../refresh-button"
import { withdrawalColumns } from "./withdrawal-columns"
import { withdrawalFilters } from "./withdrawal-filters"

/** The list of withdrawals, with the way to a new one for those who may. */
export function WithdrawalTable({ onOpen, onNew }: { onOpen: (id: string) => void; onNew: () => void }) {
  const { t, locale } = useTexts()
  const list = useListState(WITHDRAWAL_LIST)
  const { data, isPending, isError, isRefetching, refetch } = useWithdrawals(list.query)
  const { data: payouts } = usePayouts()
  const columns = useMemo(() => withdrawalColumns(t, locale, onOpen), [t, locale, onOpen])
  const filters = useMemo(() => withdrawalFilters(t), [t])
  return (
    <ListTable
      list={list}
      page={data && { rows: data.withdrawals, count: data.count, isCountExact: data.is_count_exact }}
      isPending={isPending}
      isError={isError}
      onRetry={() => void refetch()}
      columns={columns}
      filters={filters}
      onOpen={onOpen}
      words={{
        title: t("withdrawals.title"),
        subtitle: t("withdrawals.subtitle"),
        searchHint: t("withdrawals.searchHint"),
        loadFailed: t("withdrawals.loadFailed"),
        atRest: { heading: t("withdrawals.none"), description: t("withdrawals.noneHint") },
        noMatch: { heading: t("withdrawals.noneMatch"), description: t("withdrawals.noneMatchHint") },
      }}
    >
      <RefreshButton isBusy={isRefetching} onRefresh={() => void refetch()} />
      {payouts?.is_on && (
        <Button size="small" className="shrink-0 whitespace-nowrap" onClick={onNew}>
          {t("withdrawals.new")}
        </Button>
      )}
    </ListTable>
  )
}
