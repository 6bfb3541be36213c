import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ownRows, type Scope } from "./claim"

/** Beyond this, counting what needs attention costs more than the number is worth. */
export const COUNT_LIMIT = 1_000
/** The same for the rows of a list, which are counted with every page. */
export const LIST_COUNT_LIMIT = 100
/** From here on, a search finds too many rows to read each by its id. */
export const FOUND_LIMIT = 1_000

export type Sorting = readonly { column: string; order: "asc" | "desc" }[]

/** In the order of a column. The identifier makes the order total. */
export function sortedBy(column: string, order: "asc" | "desc"): Sorting {
  return [column, "id"].map((name) => ({ column: name, order }))
}

export function newest(column: string): Sorting {
  return sortedBy(column, "desc")
}

/**
 * Rows of several queries, up to {@link LIST_COUNT_LIMIT}, and one more when there are more.
 *
 * @param parts queries that have no row in common; at least one
 * @param sorting that of an index which has all that the queries filter by, so that it alone is read
 */
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

/**
 * A count as a list shows it. Beyond the limit it is what the pages so far have shown, and one more while there may be another page.
 *
 * @param shown rows of the page
 */
export function countToView(
  count: number,
  { offset, limit }: { offset: number; limit: number },
  shown: number
): { count: number; is_count_exact: boolean } {
  if (count <= LIST_COUNT_LIMIT) return { count, is_count_exact: true }
  if (shown === 0) return { count: LIST_COUNT_LIMIT, is_count_exact: false }
  const seen = offset + shown
  if (shown < limit) return { count: seen, is_count_exact: true }
  return { count: Math.max(LIST_COUNT_LIMIT, seen + 1), is_count_exact: false }
}

/** Conditions on columns, where a value is given. */
export function whereEqual<Name extends string>(
  query: Knex.QueryBuilder,
  columns: readonly Name[],
  filter: { readonly [name in Name]?: string | undefined }
): void {
  for (const name of columns) {
    const value = filter[name]
    if (value !== undefined) void query.where(name, value)
  }
}

/**
 * What a text finds: identifiers, or `many` when there are more than a search lists. Many are found soon by reading the rows in the
 * order of the page; a few could be its last.
 */
export type Found = readonly string[] | "many" | "everything"

export type SearchedColumns = {
  table: string
  scope: Scope
  /** Each has an index on `lower()`. */
  columns: readonly string[]
}

/** Finds rows in which some column begins with a text, ignoring case. Each column is read from its own index. */
export async function findBegins(
  knex: Knex,
  { table, scope, columns }: SearchedColumns,
  text: string | undefined
): Promise<Found> {
  if (text === undefined) return "everything"
  const matches = columns.map((column) =>
    ownRows(knex, scope, table)
      .select("id")
      .whereRaw(`lower(${column}) LIKE ?`, [toPattern(text)])
      .limit(FOUND_LIMIT + 1)
  )
  return toFound(await knex.union(matches, true).limit(FOUND_LIMIT + 1))
}

/** @param rows read up to {@link FOUND_LIMIT} and one more */
export function toFound(rows: readonly { id: string }[]): Found {
  return rows.length > FOUND_LIMIT ? "many" : rows.map(({ id }) => id)
}

/** Own rows that a search found. `OFFSET 0` keeps the few: the planner must not read all in order to find them. */
export function foundRows<Row extends object>(
  knex: Knex,
  { table, scope, columns }: SearchedColumns,
  found: Found,
  text = ""
): Knex.QueryBuilder<Row, Row[]> {
  if (typeof found === "object") {
    const few = `(SELECT * FROM ${table} WHERE id = ANY(?::text[]) OFFSET 0) AS ${table}`
    return ownRows<Row>(knex, scope, knex.raw(few, [[...found]]))
  }
  const query = ownRows<Row>(knex, scope, table)
  if (found === "many") whereBegins(query, columns, text)
  return query
}

export function toPattern(text: string): string {
  return `${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`
}

/**
 * Rows in which some column begins with a text, ignoring case. Many do: an index of that text would be read to its end, so the
 * columns are written as no index has them.
 */
export function whereBegins(query: Knex.QueryBuilder, columns: readonly string[], text: string): void {
  void query.where((either) => {
    for (const column of columns) void either.orWhereRaw(`lower(${column}) || '' LIKE ?`, [toPattern(text)])
  })
}

export type RowPage = { sorting: Sorting; limit: number; offset: number }

/**
 * Reads a page of several queries, each with an index in order: a single condition on all of them would sort
 * every row it matches.
 *
 * @param parts queries of the same table that have no row in common; at least one
 */
export function readPage<Row>(
  knex: Knex,
  parts: readonly Knex.QueryBuilder[],
  { sorting, limit, offset }: RowPage
): PromiseLike<Row[]> {
  const [only, ...more] = parts
  if (only && more.length === 0)
    return only
      .select("*")
      .orderBy([...sorting])
      .limit(limit)
      .offset(offset)
  const firstOfEach = parts.map((part) =>
    part
      .select("*")
      .orderBy([...sorting])
      .limit(offset + limit)
  )
  return knex
    .from(knex.unionAll(firstOfEach, true).as("rows"))
    .select("*")
    .orderBy([...sorting])
    .limit(limit)
    .offset(offset)
}

/** The order of an index, where a count reads one. */
export function countingOrder(found: Found, column: string): Sorting {
  return found === "many" ? [] : newest(column)
}

/** A filter of one state each, so that each is read from its own index. */
export function splitStates<Filter extends { states: readonly unknown[] }>(filter: Filter): Filter[] {
  return filter.states.length > 1 ? filter.states.map((state) => ({ ...filter, states: [state] })) : [filter]
}
