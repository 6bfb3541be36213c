import { Text } from "@medusajs/ui"
import { useMemo } from "react"
import type { OnchainTransactionListResponse } from "../../../types/http"
import { TRANSACTION_LIST } from "../../books/list-shape"
import { describeSync } from "../../books/sync"
import { useListState } from "../../hooks/use-list-state"
import { useTexts } from "../../hooks/use-texts"
import { useTransactions, useTransactionSync } from "../../hooks/use-transactions"
import { ListTable } from "../list-table"
import { RefreshButton } from "../refresh-button"
import { DayFilter } from "./day-filter"
import { transactionColumns } from "./transaction-columns"
import { transactionFilters } from "./transaction-filters"

/** The service's transactions, as this store has read them. */
export function TransactionTable() {
  const { t, locale } = useTexts()
  const list = useListState(TRANSACTION_LIST)
  const { data, isPending, isError, refetch } = useTransactions(list.query)
  const { mutate: sync, isPending: isSyncing } = useTransactionSync()
  const columns = useMemo(() => transactionColumns(t, locale), [t, locale])
  const filters = useMemo(() => transactionFilters(t), [t])
  return (
    <>
      <ListTable
        list={list}
        headingLevel="h2"
        page={data && { rows: data.transactions, count: data.count, isCountExact: data.is_count_exact }}
        isPending={isPending}
        isError={isError}
        onRetry={() => void refetch()}
        columns={columns}
        filters={filters}
        controls={<DayFilter list={list} />}
        words={{
          title: t("transactions.title"),
          subtitle: t("transactions.subtitle"),
          searchHint: t("transactions.searchHint"),
          loadFailed: t("transactions.loadFailed"),
          atRest: { heading: t("transactions.none"), description: t("transactions.noneHint") },
          noMatch: { heading: t("transactions.noneMatch"), description: t("transactions.noneMatchHint") },
        }}
      >
        <RefreshButton isBusy={isSyncing} onRefresh={() => sync()} />
      </ListTable>
      {data && !data.is_count_exact && (
        <Text size="small" className="border-t px-6 py-3">
          {t("transactions.tooMany", { count: data.count })}
        </Text>
      )}
      {data && <SyncLine sync={data.sync} />}
    </>
  )
}

/** How old the list is. */
function SyncLine({ sync }: { sync: OnchainTransactionListResponse["sync"] }) {
  const { t, locale } = useTexts()
  return (
    <div className="border-t px-6 py-3">
      <Text size="small" className="text-ui-fg-subtle">
        {describeSync(sync, t, Date.now(), locale).join(" ")}
      </Text>
      {sync.last_error !== null && (
        <Text size="small" className="break-words">
          {t("transactions.readFailed", { error: sync.last_error })}
        </Text>
      )}
    </div>
  )
}
