import { join } from "node:path"
import { logger } from "@medusajs/framework/logger"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { buildMigrationScript, ModulesSdkUtils } from "@medusajs/framework/utils"

const pathToMigrations = join(__dirname, "..", "..", "src", "modules", "onchain", "migrations")
export const migrate = buildMigrationScript({ moduleName: "onchain", pathToMigrations })

/** The database of a jest worker. Migrations create its tables once. */
export const workerDatabase = `onchain-module-${process.env.JEST_WORKER_ID ?? "1"}`

/** Creates the database of this worker unless an earlier file did. */
export async function createWorkerDatabase(clientUrl: string): Promise<void> {
  const server = ModulesSdkUtils.createPgConnection({ clientUrl: urlOf(clientUrl, "postgres") })
  try {
    if (await server("pg_database").where({ datname: workerDatabase }).first("datname")) return
    await server.raw("CREATE DATABASE ??", [workerDatabase])
    await migrate({ options: { database: { clientUrl } }, logger })
  } finally {
    await server.destroy()
  }
}

/** Truncates all our tables. */
export async function emptyTables(knex: Knex): Promise<void> {
  const tables = await knex("pg_tables").where({ schemaname: "public" }).whereLike("tablename", "onchain%")
  const names = tables.map(({ tablename }) => String(tablename))
  await knex.raw(`TRUNCATE ${names.map(() => "??").join(", ")} CASCADE`, names)
}

/** The same server, another database. */
export function urlOf(clientUrl: string, database: string): string {
  const url = new URL(clientUrl)
  url.pathname = `/${database}`
  return url.href
}

/** Waits until a connection waits for a lock. */
export async function untilWaiting(knex: Knex): Promise<void> {
  for (;;) {
    const { rows } = await knex.raw(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    if (rows.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
