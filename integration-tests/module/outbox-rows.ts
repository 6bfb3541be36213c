import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Names of the events in the outbox, in order. */
export async function eventsOf(knex: Knex, subject?: string): Promise<string[]> {
  const rows = knex("onchain_outbox").orderBy("position")
  return subject === undefined ? rows.pluck("name") : rows.where({ subject }).pluck("name")
}
