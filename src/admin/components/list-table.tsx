import { DataTable, type DataTableEmptyStateContent, type DataTableFilter, useDataTable } from "@medusajs/ui"
import type { ReactNode } from "react"
import type { List } from "../hooks/use-list-state"
import { useTexts } from "../hooks/use-texts"
import { isAtRest, type ListState, PAGE_SIZE, toFilters } from "../list/list-state"
import { ListToolbar } from "./list-toolbar"
import { LoadFailure } from "./load-failure"

/** One page of rows as the server gave it; nothing while it is loading. */
export type ListPage<T> = { rows: T[]; count: number; isCountExact: boolean }

type Words = Record<"heading" | "description", string>

type ListTableProps<T> = {
  list: List
  page: ListPage<T> | undefined
  isPending: boolean
  isError: boolean
  onRetry: () => void
  columns: Parameters<typeof useDataTable<T>>[0]["columns"]
  filters: DataTableFilter[]
  /** Shows a row; left out where a row says everything. */
  onOpen?: (id: string) => void
  /** `h1` unless the list is only a part of its page. */
  headingLevel?: "h1" | "h2"
  words: {
    title: string
    subtitle: string
    searchHint: string
    loadFailed: string
    /** When there is nothing of what the list shows at first. */
    atRest: Words
    /** When nothing matches. */
    noMatch: Words
  }
  /** Beside the search. */
  children?: ReactNode
  /** Under the search, for what a filter menu cannot hold. */
  controls?: ReactNode
}

/** A list of the server's: pages, order, filters and search are not done here. */
export function ListTable<T extends { id: string }>(props: ListTableProps<T>) {
  const { list, page, words, onOpen } = props
  const { shape, state, change } = list
  const { t } = useTexts()
  const table = useDataTable<T>({
    data: page?.rows ?? [],
    columns: props.columns,
    filters: props.filters,
    rowCount: page?.count ?? 0,
    getRowId: ({ id }) => id,
    isLoading: props.isPending,
    onRowClick: onOpen && ((_event, row) => onOpen(row.id)),
    filtering: {
      state: state.filters,
      onFilteringChange: (given) => change({ filters: toFilters(shape, given), pageIndex: 0 }),
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
  const empty: DataTableEmptyStateContent = isAtRest(shape, state) ? words.atRest : words.noMatch
  return (
    <DataTable instance={table}>
      <ListToolbar
        table={table}
        title={words.title}
        subtitle={words.subtitle}
        searchHint={words.searchHint}
        headingLevel={props.headingLevel}
      >
        {props.children}
      </ListToolbar>
      {props.controls}
      {props.isError ? (
        <LoadFailure text={words.loadFailed} onRetry={props.onRetry} />
      ) : (
        <>
          <DataTable.Table emptyState={{ filtered: empty, empty }} />
          <DataTable.Pagination
            translations={{
              of: t("list.of"),
              results: t(page?.isCountExact === false ? "list.moreResults" : "list.results"),
              pages: t("list.pages"),
              prev: t("list.previous"),
              next: t("list.next"),
            }}
          />
        </>
      )}
    </DataTable>
  )
}

/** After one direction the library goes on with none, where a list always has an order: the other direction then. */
function reversed({ id, desc }: ListState["order"]): ListState["order"] {
  return { id, desc: !desc }
}
