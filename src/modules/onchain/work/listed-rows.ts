import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ownRows, type Scope } from "./claim"

/** Beyond this, counting what needs attention costs more than the number is worth. */
export const COUNT_LIMIT = 1_000
/** The same for the rows of a list, which are counted with every page. */
export const LIST_COUNT_LIMIT = 100

type Direction = "asc" | "desc"
type Sorting = readonly { column: string; order: Direction }[]

/** In the order of columns. The identifier makes the order total. */
export function sortedBy(direction: Direction, ...columns: readonly string[]): Sorting {
  return [...columns, "id"].map((column) => ({ column, order: direction }))
}

/** `parts` have no row in common. `sorting`: of an index with all that they filter by, so that it alone is read. */
export async function countRows(
  knex: Knex,
  parts: readonly Knex.QueryBuilder[],
  sorting: Sorting = []
): Promise<number> {
  const some = parts.map((part) =>
    part
      .select(knex.raw("1"))
      .orderBy([...sorting])
      .limit(LIST_COUNT_LIMIT + 1)
  )
  const rows = knex.from(knex.unionAll(some, true).as("parts")).select(knex.raw("1"))
  const [row] = await knex.from(rows.limit(LIST_COUNT_LIMIT + 1).as("some")).count({ count: "*" })
  return Number(row?.count)
}

/** Beyond the limit the count is what the pages so far have shown, and one more while there may be another page. */
export function pageToView(
  count: number,
  { offset, limit }: { offset: number; limit: number },
  shown: number
): { count: number; is_count_exact: boolean; limit: number; offset: number } {
  const seen = offset + shown
  if (count <= LIST_COUNT_LIMIT) return { count, is_count_exact: true, limit, offset }
  if (shown === 0) return { count: LIST_COUNT_LIMIT, is_count_exact: false, limit, offset }
  if (shown < limit) return { count: seen, is_count_exact: true, limit, offset }
  return { count: Math.max(LIST_COUNT_LIMIT, seen + 1), is_count_exact: false, limit, offset }
}

/** `many`: more than are counted, found soon by reading rows in the order of the page; a few could be its last. */
type Found = readonly string[] | "many" | "everything"

/** @param rows read up to {@link LIST_COUNT_LIMIT} and one more */
function toFound(rows: readonly { id: string }[]): Found {
  return rows.length > LIST_COUNT_LIMIT ? "many" : rows.map(({ id }) => id)
}

export function toPattern(text: string): string {
  return `${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`
}

/** The order of the index that a search reads: Postgres then reads as many entries as are asked for, and not every match. */
function inSearchOrder(column: string): string {
  return `lower(${column}) USING ~<~`
}

/** Many rows match: an index of the text would be read to its end, so the columns are written as no index has them. */
function whereBegins(query: Knex.QueryBuilder, columns: readonly string[], text: string): void {
  void query.where((either) => {
    for (const column of columns) void either.orWhereRaw(`lower(${column}) || '' LIKE ?`, [toPattern(text)])
  })
}

/** No states stand for all of them. `q` is the beginning of what one of the searched columns holds, in any case. */
type ListFilter = {
  states?: readonly string[] | undefined
  q?: string | undefined
  /** The rows after the one of this id, newest first. */
  after?: string | undefined
}

export type ListPage<Filter> = {
  filter: Filter
  direction: Direction
  limit: number
  offset: number
}

/** A list of one table. Each filter has an index in the order of the page. */
export type ListOf<Filter> = {
  table: string
  by: string
  /** Each has an index on `lower()`. */
  searched: readonly string[]
  /** Columns that a filter of the same name equals. */
  equal: readonly (keyof Filter & string)[]
  /** Which rows of the table the list has. Default: all. */
  only?: string
  where?: (query: Knex.QueryBuilder, filter: Filter) => void
  columns?: readonly (string | Knex.Raw)[]
}

/** Reads pages of a list, so that a page costs the same with a hundred rows and with a hundred thousand. */
export class RowList<Row extends object, Filter extends ListFilter> {
  constructor(
    protected readonly knex: Knex,
    protected readonly scope: Scope,
    private readonly list: ListOf<Filter>
  ) {}

  /** `before`: columns that come before that of the list's order. */
  async read(
    { filter, direction, limit, offset }: ListPage<Filter>,
    ...before: readonly string[]
  ): Promise<{ rows: Row[]; count: number }> {
    const { by, columns = ["*"] } = this.list
    const found = await this.search(filter.q)
    const sorting = sortedBy(direction, ...before, by)
    const parts = this.parts(filter, found).map((part) => part.select(...columns).orderBy([...sorting]))
    const [only, ...more] = parts
    const page =
      only && more.length === 0
        ? only
        : this.knex
            .from(
              this.knex
                .unionAll(
                  parts.map((part) => part.limit(offset + limit)),
                  true
                )
                .as("rows")
            )
            .select("*")
            .orderBy([...sorting])
    const counted = found === "many" ? [] : sortedBy("desc", by)
    const [rows, count] = await Promise.all([
      page.limit(limit).offset(offset),
      found === "many" && isSearchAlone(filter)
        ? LIST_COUNT_LIMIT + 1
        : countRows(this.knex, this.parts(filter, found), counted),
    ])
    return { rows, count }
  }

  /** Each column is read from its own index. */
  private async search(text: string | undefined): Promise<Found> {
    const { table, searched } = this.list
    if (text === undefined || searched.length === 0) return "everything"
    const matches = searched.map((column) =>
      this.rows(table)
        .select("id")
        .whereRaw(`lower(${column}) LIKE ?`, [toPattern(text)])
        .orderByRaw(inSearchOrder(column))
        .limit(LIST_COUNT_LIMIT + 1)
    )
    return toFound(await this.knex.union(matches, true).limit(LIST_COUNT_LIMIT + 1))
  }

  /** One for each state, which is read from its own index in order: one condition on all of them would sort every match. */
  private parts(filter: Filter, found: Found): Knex.QueryBuilder[] {
    const { states = [] } = filter
    const { by, searched, equal, where } = this.list
    const { after } = filter
    return (states.length === 0 ? [undefined] : states).map((state) => {
      const query = this.found(found)
      if (found === "many") whereBegins(query, searched, filter.q ?? "")
      if (state !== undefined) void query.where({ state })
      for (const name of equal) if (filter[name] !== undefined) void query.where({ [name]: filter[name] })
      // Its time is read there: a date here has milliseconds only, and would lose rows of the same one.
      if (after !== undefined)
        void query.whereRaw(`(${by}, id) < ?`, [
          this.rows(this.list.table).where({ id: after }).select(by, "id"),
        ])
      where?.(query, filter)
      return query
    })
  }

  /** `OFFSET 0` keeps the few: the planner must not read all in order to find them. */
  private found(found: Found): Knex.QueryBuilder {
    const { table } = this.list
    if (typeof found !== "object") return this.rows(table)
    const few = `(SELECT * FROM ${table} WHERE id = ANY(?::text[]) OFFSET 0) AS ${table}`
    return this.rows(this.knex.raw(few, [[...found]]))
  }

  private rows(table: string | Knex.Raw): Knex.QueryBuilder {
    const rows = ownRows(this.knex, this.scope, table)
    return this.list.only === undefined ? rows : rows.whereRaw(this.list.only)
  }
}

/** Whether the search is the only condition, so that many found rows are many rows of the list. */
function isSearchAlone({ q: _, ...others }: ListFilter): boolean {
  return Object.values(others).every((value) => !value || (Array.isArray(value) && value.length === 0))
}
