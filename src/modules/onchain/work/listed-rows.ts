import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Beyond this, counting costs more than the number is worth. */
export const COUNT_LIMIT = 1_000

/** Rows of a query, up to {@link COUNT_LIMIT}, and one more when there are more. */
export async function countRows(knex: Knex, rows: Knex.QueryBuilder): Promise<number> {
  const some = rows.select(knex.raw("1")).limit(COUNT_LIMIT + 1)
  const [row] = await knex.from(some.as("some")).count({ count: "*" })
  return Number(row?.count)
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

/** Rows in which some column begins with a text, ignoring case. Each has an index on `lower()`. */
export function whereBegins(
  query: Knex.QueryBuilder,
  columns: readonly string[],
  text: string | undefined
): void {
  if (text === undefined) return
  const pattern = `${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`
  void query.where((either) => {
    for (const column of columns) void either.orWhereRaw(`lower(${column}) LIKE ?`, [pattern])
  })
}

export type RowPage = {
  sorting: readonly { column: string; order: "asc" | "desc" }[]
  limit: number
  offset: number
}

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
