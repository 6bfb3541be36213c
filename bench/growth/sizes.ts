import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Say } from "../../demo/progress"
import { purgeOf, type Sized } from "./works"

type Index = { name: string; bytes: number; reads: number; isUnique: boolean }
/** Bytes of a table: its rows, and each of its indexes with how often it was read. */
export type TableSize = { table: string; rows: number; heap: number; indexes: Index[] }

async function readSizes(knex: Knex): Promise<TableSize[]> {
  const { rows } = await knex.raw(
    `SELECT t.relname AS table, c.reltuples::float8 AS rows, pg_table_size(t.relid)::float8 AS heap, coalesce((SELECT json_agg(json_build_object(
        'name', i.indexrelname, 'bytes', pg_relation_size(i.indexrelid), 'reads', i.idx_scan, 'isUnique', x.indisunique)
        ORDER BY pg_relation_size(i.indexrelid) DESC)
        FROM pg_stat_user_indexes AS i JOIN pg_index AS x ON x.indexrelid = i.indexrelid WHERE i.relid = t.relid), '[]') AS indexes
     FROM pg_stat_user_tables AS t JOIN pg_class AS c ON c.oid = t.relid
     WHERE starts_with(t.relname, 'onchain_') ORDER BY pg_total_relation_size(t.relid) DESC`
  )
  return rows
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const indexed = ({ indexes }: TableSize) => sum(indexes.map(({ bytes }) => bytes))

const perPayment = (bytes: number, { size }: Sized) => Math.round(bytes / size)

function sayTotal(tables: readonly TableSize[], store: Sized, when: string, say: Say): void {
  const total = sum(tables.map((table) => table.heap + indexed(table)))
  say(`all tables ${when}: ${perPayment(total, store)} bytes per payment`)
}

/** What the plugin's tables take on the disk per payment, when nothing was purged. */
export async function measureSizes(store: Sized, say: Say): Promise<TableSize[]> {
  const tables = await readSizes(store.knex)
  for (const table of tables) {
    const [heap, indexes] = [table.heap, indexed(table)].map((bytes) => perPayment(bytes, store))
    say(
      `${table.table}: ${Math.round(table.rows)} rows, ${heap} bytes per payment and ${indexes} in ${table.indexes.length} indexes`
    )
  }
  for (const { name, bytes, reads, isUnique } of tables.flatMap(({ indexes }) => indexes))
    if (reads === 0 && !isUnique)
      say(`never read here: ${name}, ${perPayment(bytes, store)} bytes per payment`)
  sayTotal(tables, store, "before a purge", say)
  return tables
}

/** The speed of the purge, and what is left when it has deleted all that is old and the space was given back. */
export async function measurePurge(store: Sized, say: Say): Promise<TableSize[]> {
  const startedAt = performance.now()
  const purged = await purgeOf(store)
  const seconds = (performance.now() - startedAt) / 1_000
  say(`purge: ${Math.round(purged / seconds)} rows a second, of ${purged}`)
  for (const [table, isOld] of Object.entries(OLD)) {
    await store.knex.raw(`DELETE FROM ${table} WHERE ${isOld}`)
    await store.knex.raw(`VACUUM FULL ANALYZE ${table}`)
  }
  const tables = await readSizes(store.knex)
  sayTotal(tables, store, "after a purge", say)
  return tables
}

/** What the purge has deleted in the end. */
const OLD = {
  onchain_webhook_delivery: "received_at < now() - interval '90 days'",
  onchain_outbox: "published_at < now() - interval '7 days'",
  onchain_page_link: "expires_at < now() - interval '30 days'",
}

const BATCH = 20_000

/** What a write costs at this size: rows a second, one statement each, and the bytes of write-ahead log. */
export async function measureWrites(
  store: Sized,
  say: Say
): Promise<{ what: string; perSecond: number; walBytes: number }[]> {
  const { knex } = store
  const writes = {
    "a delivery": `INSERT INTO onchain_webhook_delivery (id, environment, business_id, event, resource_id, raw_body, received_at, next_attempt_at)
      SELECT 'wh_new_' || md5(n::text), 'sandbox', 'biz_1', 'invoice.paid', 'inv_' || n, repeat(md5(n::text), 20), now(), now() FROM generate_series(1, ${BATCH}) AS n`,
    "its end": `UPDATE onchain_webhook_delivery SET state = 'processed', processed_at = now(), updated_at = now() WHERE id LIKE 'wh\\_new\\_%'`,
    "an attempt's reading": `UPDATE onchain_attempt SET confirmations = 3, checked_at = now(), updated_at = now()
      WHERE id IN (SELECT id FROM onchain_attempt LIMIT ${BATCH})`,
  }
  const measured = []
  for (const [what, sql] of Object.entries(writes)) {
    const { rows: before } = await knex.raw("SELECT pg_current_wal_insert_lsn() AS lsn")
    const startedAt = performance.now()
    const { rowCount } = await knex.raw(sql)
    const seconds = (performance.now() - startedAt) / 1_000
    const { rows } = await knex.raw(
      "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), ?)::float8 AS bytes",
      [before[0].lsn]
    )
    const row = {
      what,
      perSecond: Math.round(rowCount / seconds),
      walBytes: Math.round(rows[0].bytes / rowCount),
    }
    say(
      `${what} at ${store.size} payments: ${row.perSecond} rows a second, ${row.walBytes} bytes of log each`
    )
    measured.push(row)
  }
  return measured
}
