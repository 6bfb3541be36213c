import { join } from "node:path"
import { logger } from "@medusajs/framework/logger"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { buildMigrationScript, ModulesSdkUtils } from "@medusajs/framework/utils"
import type { Teardown } from "../../demo/teardown"
import { startPostgres } from "../../scripts/postgres"

/** Two databases of one Postgres with the plugin's tables: a small and a large one. */
export interface ScaledDatabases {
  few: Knex
  many: Knex
}

const pathToMigrations = join(__dirname, "..", "..", "src", "modules", "onchain", "migrations")
const migrate = buildMigrationScript({ moduleName: "onchain", pathToMigrations })

/**
 * Creates both databases with the plugin's own migrations and fills them.
 *
 * @param fill inserts the rows of one of them in bulk
 */
export async function createScaledDatabases(
  teardown: Teardown,
  fill: (knex: Knex, size: "few" | "many") => Promise<void>
): Promise<ScaledDatabases> {
  logger.setLogLevel("warn")
  const postgres = await startPostgres({ isDurable: true })
  teardown.add(() => postgres.stop())
  const create = async (size: "few" | "many") => {
    const clientUrl = await postgres.createDatabase(size)
    await migrate({ options: { database: { clientUrl, driverOptions: {} } }, logger })
    const knex = ModulesSdkUtils.createPgConnection({ clientUrl, pool: { min: 1, max: 4 } })
    teardown.add(() => knex.destroy())
    await fill(knex, size)
    await knex.raw("VACUUM ANALYZE")
    return knex
  }
  return { few: await create("few"), many: await create("many") }
}
