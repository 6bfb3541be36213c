import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** The database's time: processes with different clocks agree about it. What is requested afterwards is newer. */
export async function databaseTime(knex: Knex): Promise<Date> {
  const { rows } = await knex.raw("SELECT now() AS now")
  return rows[0].now
}
