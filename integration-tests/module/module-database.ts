import { join } from "node:path"
import { logger } from "@medusajs/framework/logger"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { buildMigrationScript, ModulesSdkUtils } from "@medusajs/framework/utils"

const pathToMigrations = join(__dirname, "..", "..", "src", "modules", "onchain", "migrations")
export const migrate = buildMigrationScript({ moduleName: "onchain", pathToMigrations })

/** The database of a jest worker. Migrations create its tables once. */
export const workerDatabase = `onchain-module-${process.env.JEST_WORKER_ID ?? "1"}`

/** Deletes the few rows of a test; to truncate each table would take ten times as long. Rows that were deleted still count in a plan. */
const EMPTY_TABLES = `
CREATE FUNCTION empty_tables() RETURNS void LANGUAGE plpgsql SET session_replication_role = replica AS $$
DECLARE
  name text;
  is_filled boolean;
BEGIN
  FOR name IN SELECT format('public.%I', tablename) FROM pg_tables WHERE schemaname = 'public' AND starts_with(tablename, 'onchain') LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', name) INTO is_filled;
    IF pg_relation_size(name::regclass) > 65536 THEN EXECUTE format('TRUNCATE %s CASCADE', name);
    ELSIF is_filled THEN EXECUTE format('DELETE FROM %s', name);
    END IF;
  END LOOP;
END $$`

/** Creates the database of this worker unless an earlier file did. */
export async function createWorkerDatabase(clientUrl: string): Promise<void> {
  const server = ModulesSdkUtils.createPgConnection({ clientUrl: urlOf(clientUrl, "postgres") })
  try {
    if (await server("pg_database").where({ datname: workerDatabase }).first("datname")) return
    await server.raw("CREATE DATABASE ??", [workerDatabase])
    await migrate({ options: { database: { clientUrl } }, logger })
    const worker = ModulesSdkUtils.createPgConnection({ clientUrl })
    await worker.raw(EMPTY_TABLES).finally(() => worker.destroy())
  } finally {
    await server.destroy()
  }
}

/** Removes every row. */
export async function emptyTables(knex: Knex): Promise<void> {
  await knex.raw("SELECT empty_tables()")
}

/** The same server, another database. */
export function urlOf(clientUrl: string, database: string): string {
  const url = new URL(clientUrl)
  url.pathname = `/${database}`
  return url.href
}
