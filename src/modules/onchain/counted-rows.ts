import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Beyond this, counting costs more than the number is worth. */
export const COUNT_LIMIT = 1_000

/** Number of rows of a query, up to {@link COUNT_LIMIT}. @returns one more than the limit when there are more */
export async function countRows(knex: Knex, rows: Knex.QueryBuilder): Promise<number> {
  const some = rows.select(knex.raw("1")).limit(COUNT_LIMIT + 1)
  const [row] = await knex.from(some.as("some")).count({ count: "*" })
  return Number(row?.count)
}
