import { Funnel, InboxSolid as InboxIcon, MagnifyingGlass } from "@medusajs/icons"
import {
  Checkbox,
  createDataTableColumnHelper,
  DataTable,
  type DataTableFilter,
  DropdownMenu,
  IconButton,
  useDataTable,
  type UseDataTableReturn,
} from "@medusajs/ui"
import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from "react"
import { useSearchParams } from "react-router-dom"
import type { OnchainCustomerRef } from "../../../types/http"
import { useRead } from "../api"
import { Age, Copyable } from "../facts"
import { LoadFailure } from "../failure"
import type { GuidePage } from "../guide-link"
import { OpenButton, RefreshButton } from "../links"
import {
  isAtRest,
  type ListFilter,
  type ListShape,
  type ListState,
  PAGE_SIZE,
  readListState,
  toFilters,
  toListQuery,
  writeListState,
} from "./list-state"
import { customerName, orderName } from "../names"
import { EmptyState, Title } from "../prose"
import { StateBadge, type Subject } from "../state-badge"
import { type Texts, type Translate, useTexts } from "../texts"

type ColumnShape = {
  id: string
  label: string
  minSize?: number
  maxSize?: number
  /** Right-aligned digits of one width, so that amounts can be compared down the column. */
  isAmount?: boolean
}

/** What a cell shows, the text that opens the row, or the time that orders the list. */
export type Column<Row> = ColumnShape &
  ({ show: (row: Row) => ReactNode } | { opens: (row: Row) => string } | { at: (row: Row) => string })

type Rowed = { network_name: string | null; customer: OnchainCustomerRef | null }

export const networkColumn = (maxSize = 140) => ({
  id: "network_name",
  label: "field.network",
  show: (row: Pick<Rowed, "network_name">) => row.network_name,
  maxSize,
})

export const customerColumn = ({ t }: Texts, maxSize = 220) => ({
  id: "customer",
  label: "field.customer",
  show: ({ customer }: Pick<Rowed, "customer">) => <bdi>{customerName(customer, t)}</bdi>,
  maxSize,
})

/** @param absent what stands for no order */
export const orderColumn = ({ t }: Texts, absent: string | null, maxSize = 140) => ({
  id: "order",
  label: "field.order",
  show: ({ order }: { order: Parameters<typeof orderName>[0] }) => (order ? orderName(order, t) : absent),
  maxSize,
})

export const transactionColumn = ({ t }: Texts, maxSize: number) => ({
  id: "tx_hash",
  label: "field.transaction",
  show: ({ tx_hash: hash }: { tx_hash: string | null }) =>
    hash === null ? "–" : <Copyable value={hash} name={t("field.transaction")} />,
  maxSize,
})

export const stateColumn = <Row extends { state: string }>(of: Subject): Column<Row> => ({
  id: "state",
  label: "field.status",
  show: ({ state }) => <StateBadge of={of} state={state} />,
})

/** A constant, or the table would recreate its cells. */
export type ListSpec<Row, Answer> = Omit<ListShape, "filters"> & {
  /** Key of its words. */
  name: string
  /** For the empty list. */
  icon?: ComponentType
  guide?: GuidePage
  path: string
  refreshMs?: number
  /** True where the API takes no order: the newest come first. */
  isOrderFixed?: boolean
  filters: readonly ListFilter[]
  rows: (answer: Answer) => Row[]
  columns: (texts: Texts) => Column<Row>[]
}

export type ListTableProps<Row, Answer> = {
  spec: ListSpec<Row, Answer>
  /** Opens a row; left out where a row says everything. */
  onOpen?: (id: string) => void
  /** For a refresh that does more than read the list again. */
  refresh?: { isBusy: boolean; run: () => void }
  selection?: Selection<Row>
  /** `h1` unless the list is only a part of its page. */
  headingLevel?: "h1" | "h2"
  children?: ReactNode
  /** Under the search, for what a filter menu cannot hold. */
  controls?: (list: List) => ReactNode
  footer?: (answer: Answer) => ReactNode
}

/** The server does the paging, ordering, filtering and searching. */
export function ListTable<Row extends { id: string }, Answer extends { count: number }>({
  spec,
  onOpen,
  ...props
}: ListTableProps<Row, Answer>) {
  const { name } = spec
  const { t, texts } = useTexts()
  const list = useList(spec)
  const { state, change } = list
  const { data, isPending, isError, isRefetching, refetch } = useRows(spec, state)
  const nameOf = props.selection?.nameOf
  const columns = useMemo(() => toColumns(spec, texts, onOpen, nameOf), [spec, texts, onOpen, nameOf])
  const rows = data ? spec.rows(data) : []
  const selected = useSelection(props.selection, rows)
  const filters = useMemo(() => toMenu(spec, texts), [spec, texts])
  const table = useDataTable<Row>({
    data: rows,
    ...selected,
    columns,
    filters,
    rowCount: data?.count ?? 0,
    getRowId: ({ id }) => id,
    isLoading: isPending,
    onRowClick: onOpen && ((_event, row) => onOpen(row.id)),
    filtering: {
      state: state.filters,
      onFilteringChange: (given) => change({ filters: toFilters(spec, given), pageIndex: 0 }),
    },
    search: { state: state.search, onSearchChange: (search) => change({ search, pageIndex: 0 }) },
    sorting: {
      state: state.order,
      // The library would go on with no order; a list always has one.
      onSortingChange: (order) =>
        change({ order: order ?? { id: state.order.id, desc: !state.order.desc }, pageIndex: 0 }),
    },
    pagination: {
      state: { pageIndex: state.pageIndex, pageSize: PAGE_SIZE },
      onPaginationChange: ({ pageIndex }) => change({ pageIndex }),
    },
  })
  const isResting = isAtRest(spec, state)
  const empty = {
    custom: (
      <EmptyState
        icon={isResting ? (spec.icon ?? InboxIcon) : MagnifyingGlass}
        heading={t(isResting ? `${name}.none` : `${name}.noneMatch`)}
        hint={t(isResting ? `${name}.noneHint` : "list.noneMatchHint")}
      />
    ),
  }
  const isCountExact = !data || !("is_count_exact" in data) || data.is_count_exact === true
  return (
    <>
      <DataTable instance={table}>
        <Toolbar table={table} spec={spec} headingLevel={props.headingLevel ?? "h1"}>
          <RefreshButton
            isBusy={props.refresh?.isBusy ?? isRefetching}
            onRefresh={props.refresh?.run ?? (() => void refetch())}
          />
          {props.children}
        </Toolbar>
        {props.controls?.(list)}
        {isError ? (
          <LoadFailure text={t(`${name}.loadFailed`)} onRetry={() => void refetch()} />
        ) : (
          <>
            <DataTable.Table emptyState={{ filtered: empty, empty }} />
            <DataTable.Pagination
              translations={{
                of: t("list.of"),
                results: t(isCountExact ? "list.results" : "list.moreResults"),
                pages: t("list.pages"),
                prev: t("list.previous"),
                next: t("list.next"),
              }}
            />
          </>
        )}
        <DataTable.CommandBar selectedLabel={(count) => t("bulk.selected", { count })} />
      </DataTable>
      {data && props.footer?.(data)}
    </>
  )
}

function useRows<Row, Answer>(spec: ListSpec<Row, Answer>, state: ListState) {
  const { order, ...query } = toListQuery(state)
  return useRead<Answer>(spec.path, {
    query: spec.isOrderFixed || order === undefined ? query : { ...query, order },
    refreshMs: spec.refreshMs,
  })
}

function toColumns<Row extends { id: string }>(
  { name, columns, isOrderFixed }: Pick<ListSpec<Row, never>, "name" | "columns" | "isOrderFixed">,
  texts: Texts,
  onOpen?: (id: string) => void,
  nameOf?: (row: Row) => string
) {
  const { t } = texts
  const helper = createDataTableColumnHelper<Row>()
  const cell = (column: Column<Row>, row: Row) => {
    if ("show" in column && column.isAmount) return <span className="tabular-nums">{column.show(row)}</span>
    if ("show" in column) return column.show(row)
    if ("at" in column) return <Age at={column.at(row)} />
    const text = column.opens(row)
    const button = (
      <OpenButton text={text} label={t(`${name}.open`, { name: text })} onOpen={() => onOpen?.(row.id)} />
    )
    return column.isAmount ? <span className="tabular-nums">{button}</span> : button
  }
  const select = nameOf ? [selectColumn(helper, nameOf, t)] : []
  const shown = columns(texts).map((column) => {
    const { id, label } = column
    const isOpener = "opens" in column
    const { minSize = isOpener ? 140 : undefined, maxSize = isOpener ? 220 : undefined } = column
    const isSorted = "at" in column && !isOrderFixed
    return helper.accessor((row) => row, {
      id,
      header: t(label),
      cell: ({ row: { original } }) => cell(column, original),
      ...(minSize ? { minSize } : {}),
      ...(maxSize ? { maxSize } : {}),
      ...(column.isAmount ? { align: "right" as const } : {}),
      enableSorting: isSorted,
      sortLabel: t(label),
      sortAscLabel: t("list.oldestFirst"),
      sortDescLabel: t("list.newestFirst"),
    })
  })
  return [...select, ...shown]
}

function toMenu({ filters }: Pick<ListSpec<never, never>, "filters">, { t }: Texts): DataTableFilter[] {
  return filters.flatMap(({ id, type, label, options = [], placeholder }): DataTableFilter[] => {
    if (type === "day") return []
    if (type === "string") return [{ id, type, label: t(label), placeholder }]
    return [{ id, type, label: t(label), options: options.map((one) => ({ ...one, label: t(one.label) })) }]
  })
}

type ToolbarProps<Row> = {
  table: UseDataTableReturn<Row>
  spec: { name: string; guide?: GuidePage }
  headingLevel: "h1" | "h2"
  children: ReactNode
}

function Toolbar<Row>({ table, spec: { name, guide }, headingLevel, children }: ToolbarProps<Row>) {
  const { t } = useTexts()
  return (
    <DataTable.Toolbar
      className="flex flex-col items-start justify-between gap-3 md:flex-row md:items-center"
      translations={{ clearAll: t("list.clearFilters") }}
    >
      <Title level={headingLevel} text={t(`${name}.title`)} hint={t(`${name}.subtitle`)} guide={guide} />
      <div className="flex w-full flex-wrap items-center gap-2 md:w-auto md:flex-nowrap">
        <div className="min-w-0 grow basis-40 md:w-60 md:grow-0 md:basis-auto">
          <DataTable.Search placeholder={t(`${name}.searchHint`)} aria-label={t("list.search")} />
        </div>
        <FilterMenu table={table} />
        {children}
      </div>
    </DataTable.Toolbar>
  )
}

/** The library's own menu has a button without a name. */
function FilterMenu<T>({ table }: { table: UseDataTableReturn<T> }) {
  const { t } = useTexts()
  const used = Object.keys(table.getFiltering())
  const unused = table.getFilters().filter(({ id }) => !used.includes(id))
  return (
    <DropdownMenu>
      <DropdownMenu.Trigger asChild disabled={unused.length === 0}>
        <IconButton size="small" className="shrink-0" aria-label={t("list.addFilter")}>
          <Funnel />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content side="bottom" align="end">
        {unused.map(({ id, label, type }) => (
          <DropdownMenu.Item
            key={id}
            onClick={() => table.addFilter({ id, value: type === "multiselect" ? [] : "" })}
          >
            {label}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu>
  )
}

/** Kept in the page's address, so that reloads, links and the back button keep it. */
function useList(shape: ListShape) {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => readListState(shape, params), [shape, params])
  const change = (part: Partial<ListState>) =>
    setParams((current) => writeListState(shape, current, { ...readListState(shape, current), ...part }), {
      replace: true,
    })
  return { state, change }
}

export type List = ReturnType<typeof useList>

export type Selection<Row> = {
  isSelectable: (row: Row) => boolean
  /** For a screen reader. Constant, or the table would recreate its cells. */
  nameOf: (row: Row) => string
  commands: { label: string; shortcut: string; run: (rows: Row[]) => void }[]
  /** Another number empties the selection. */
  round: number
}

/** What the table needs to select rows; only those on the page are. */
function useSelection<Row extends { id: string }>(selection: Selection<Row> | undefined, rows: Row[]) {
  const [state, setState] = useState<Record<string, boolean>>({})
  const round = selection?.round
  useEffect(() => setState({}), [round])
  if (!selection) return {}
  const chosen = rows.filter((row) => state[row.id] && selection.isSelectable(row))
  return {
    rowSelection: {
      state: Object.fromEntries(chosen.map(({ id }) => [id, true])),
      onRowSelectionChange: setState,
      enableRowSelection: ({ original }: { original: Row }) => selection.isSelectable(original),
    },
    commands: selection.commands.map(({ label, shortcut, run }) => ({
      label,
      shortcut,
      action: () => run(chosen),
    })),
  }
}

/** The library's own has checkboxes without a name. */
function selectColumn<Row>(
  helper: ReturnType<typeof createDataTableColumnHelper<Row>>,
  nameOf: (row: Row) => string,
  t: Translate
) {
  return helper.select({
    header: ({ table }) => (
      <Checkbox
        aria-label={t("bulk.selectAll")}
        checked={table.getIsSomePageRowsSelected() ? "indeterminate" : table.getIsAllPageRowsSelected()}
        disabled={!table.getRowModel().rows.some((row) => row.getCanSelect())}
        onClick={(event) => event.stopPropagation()}
        onCheckedChange={(isChosen) => table.toggleAllPageRowsSelected(isChosen === true)}
      />
    ),
    cell: ({ row }) => (
      <Checkbox
        aria-label={t("bulk.select", { name: nameOf(row.original) })}
        checked={row.getIsSelected()}
        disabled={!row.getCanSelect()}
        onClick={(event) => event.stopPropagation()}
        onCheckedChange={(isChosen) => row.toggleSelected(isChosen === true)}
      />
    ),
  })
}
