import { join } from "node:path"
import { logger } from "@medusajs/framework/logger"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { buildMigrationScript, ModulesSdkUtils } from "@medusajs/framework/utils"
import type { Teardown } from "../../demo/teardown"
import { startPostgres } from "../../scripts/postgres"

/** Databases of one Postgres with the plugin's tables, such as a small and a large one. */
export type ScaledDatabases<Size extends string> = Record<Size, Knex>

const pathToMigrations = join(__dirname, "..", "..", "src", "modules", "onchain", "migrations")
const migrate = buildMigrationScript({ moduleName: "onchain", pathToMigrations })

/** A small and a large one. */
export function createScaledDatabases(
  teardown: Teardown,
  fill: (knex: Knex, size: "few" | "many") => Promise<void>
): Promise<ScaledDatabases<"few" | "many">> {
  return createDatabases(teardown, ["few", "many"], fill)
}

/**
 * Creates databases with the plugin's own migrations and fills them.
 *
 * @param fill inserts the rows of one of them in bulk
 */
export async function createDatabases<Size extends string>(
  teardown: Teardown,
  sizes: readonly Size[],
  fill: (knex: Knex, size: Size) => Promise<void>
): Promise<ScaledDatabases<Size>> {
  logger.setLogLevel("warn")
  const postgres = await startPostgres({ isDurable: true })
  teardown.add(() => postgres.stop())
  const create = async (size: Size) => {
    const clientUrl = await postgres.createDatabase(size)
    await migrate({ options: { database: { clientUrl, driverOptions: {} } }, logger })
    const knex = ModulesSdkUtils.createPgConnection({ clientUrl, pool: { min: 1, max: 4 } })
    teardown.add(() => knex.destroy())
    await fill(knex, size)
    await knex.raw("VACUUM ANALYZE")
    return knex
  }
  const entries: [Size, Knex][] = []
  for (const size of sizes) entries.push([size, await create(size)])
  return Object.fromEntries(entries) as ScaledDatabases<Size>
}
