import { DataTable, useDataTable } from "@medusajs/ui"
import { useMemo } from "react"
import { isWaitingOnly, type ListState, PAGE_SIZE, toFilters } from "../../deposits/list-state"
import { useDeposits } from "../../hooks/use-deposits"
import { useListState } from "../../hooks/use-list-state"
import { useTexts } from "../../hooks/use-texts"
import { LoadFailure } from "../load-failure"
import { depositColumns } from "./deposit-columns"
import { depositFilters } from "./deposit-filters"
import { DepositToolbar } from "./deposit-toolbar"

/** The list of deposits: pages, order, filters and search are the server's. */
export function DepositTable({ onOpen }: { onOpen: (id: string) => void }) {
  const { t, locale } = useTexts()
  const { state, query, change } = useListState()
  const { data, isPending, isError, refetch } = useDeposits(query)
  const columns = useMemo(() => depositColumns(t, locale, onOpen), [t, locale, onOpen])
  const filters = useMemo(() => depositFilters(t), [t])
  const table = useDataTable({
    data: data?.deposits ?? [],
    columns,
    filters,
    rowCount: data?.count ?? 0,
    getRowId: ({ id }) => id,
    isLoading: isPending,
    onRowClick: (_event, row) => onOpen(row.id),
    filtering: {
      state: state.filters,
      onFilteringChange: (given) => change({ filters: toFilters(given), pageIndex: 0 }),
    },
    search: { state: state.search, onSearchChange: (search) => change({ search, pageIndex: 0 }) },
    sorting: {
      state: state.order,
      onSortingChange: (order) => change({ order: order ?? reversed(state.order), pageIndex: 0 }),
    },
    pagination: {
      state: { pageIndex: state.pageIndex, pageSize: PAGE_SIZE },
      onPaginationChange: ({ pageIndex }) => change({ pageIndex }),
    },
  })
  const isAtRest = isWaitingOnly(state.filters) && !state.search && Object.keys(state.filters).length === 1
  const empty = isAtRest ? "noneWaiting" : "noneMatch"
  return (
    <DataTable instance={table}>
      <DepositToolbar table={table} />
      {isError ? (
        <LoadFailure text={t("deposits.loadFailed")} onRetry={() => void refetch()} />
      ) : (
        <>
          <DataTable.Table
            emptyState={{
              filtered: { heading: t(`deposits.${empty}`), description: t(`deposits.${empty}Hint`) },
              empty: { heading: t("deposits.none"), description: t("deposits.noneWaitingHint") },
            }}
          />
          <DataTable.Pagination
            translations={{
              of: t("deposits.of"),
              results: t(data?.is_count_exact === false ? "deposits.moreResults" : "deposits.results"),
              pages: t("deposits.pages"),
              prev: t("deposits.previous"),
              next: t("deposits.next"),
            }}
          />
        </>
      )}
    </DataTable>
  )
}

/** After one direction the library goes on with none, where the list always has an order: the other direction then. */
function reversed({ id, desc }: ListState["order"]): ListState["order"] {
  return { id, desc: !desc }
}
