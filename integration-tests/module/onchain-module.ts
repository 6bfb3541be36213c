import { join } from "node:path"
import { MetadataStorage } from "@medusajs/framework/mikro-orm/core"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  ContainerRegistrationKeys,
  isSharedConnectionSymbol,
  mikroORMEntityBuilder,
  Modules,
  ModulesSdkUtils,
} from "@medusajs/framework/utils"
import { initModules, MockEventBusService, TestDatabaseUtils } from "@medusajs/test-utils"
import { validInput } from "../../src/modules/onchain/options/__tests__/valid-options"
import { findStaleStatuses } from "../../src/modules/onchain/payment/payment-status"
import type OnchainModuleService from "../../src/modules/onchain/service"
import { createWorkerDatabase, emptyTables, workerDatabase } from "./module-database"

const directory = join(__dirname, "..", "..", "src", "modules", "onchain")

/** A connection to the tables of the module. */
type Tables = { knex: Knex; clientUrl: string }

/** The module as Medusa loads it, and a separate connection to the database. */
export type Suite = Tables & { service: OnchainModuleService }

/** Runs tests on the tables as the migrations create them; each test gets them empty. Most parts of the module need no more. */
export function describeTables(tests: (tables: Tables) => void): void {
  const clientUrl = TestDatabaseUtils.getDatabaseURL(workerDatabase)
  const knex = ModulesSdkUtils.createPgConnection({ clientUrl, pool: { min: 0, max: 25 } })
  describe("the module", () => {
    beforeAll(() => createWorkerDatabase(clientUrl))
    afterAll(() => knex.destroy())
    beforeEach(() => emptyTables(knex))
    // A scene that a test plants by SQL ends with `storeAllStatuses`.
    afterEach(async () => expect(await findStaleStatuses(knex)).toEqual([]))
    tests({ knex, clientUrl })
  })
}

/** Runs tests with the whole module as Medusa loads it, once per file: to load it takes longer than most tests. */
export function describeOnchainModule(tests: (suite: Suite) => void): void {
  // MikroORM and Medusa's copies of our models outlive a test file; those of an earlier file are duplicates
  // here.
  MetadataStorage.clear()
  mikroORMEntityBuilder.clear()
  describeTables(({ knex, clientUrl }) => {
    const loaded: { service?: OnchainModuleService } = {}
    const database = { clientUrl, schema: "public" }
    const connection = ModulesSdkUtils.createPgConnection(database)
    let shutdown: () => Promise<unknown>
    beforeAll(async () => {
      const modulesConfig = {
        onchain: {
          resolve: directory,
          options: { database, ...validInput, [isSharedConnectionSymbol]: true },
        },
      }
      const { medusaApp, ...app } = await initModules({
        modulesConfig,
        databaseConfig: database,
        preventConnectionDestroyWarning: true,
        injectedDependencies: {
          [ContainerRegistrationKeys.PG_CONNECTION]: connection,
          [Modules.EVENT_BUS]: new MockEventBusService(),
          [ContainerRegistrationKeys.LOGGER]: console,
          [ContainerRegistrationKeys.CONFIG_MODULE]: { modules: modulesConfig },
        },
      })
      shutdown = app.shutdown
      loaded.service = medusaApp.modules.onchain as OnchainModuleService
    })
    afterAll(async () => {
      await loaded.service?.__hooks.onApplicationShutdown()
      await shutdown()
      await connection.destroy()
    })
    const service = new Proxy({} as OnchainModuleService, {
      get: (_, name) => Reflect.get(loaded.service ?? {}, name),
    })
    // Its own hooks end before the module does.
    describe("in Medusa", () => tests({ service, knex, clientUrl }))
  })
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

/** Does something many times at once. */
export const together = <Result>(times: number, run: (n: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => run(n)))

type Statement = { sql: string; bindings: string[] }

/** Names of the indexes a plan uses, and of the tables it scans. */
function readPlan(node: Record<string, unknown>): string[] {
  const own = node["Node Type"] === "Seq Scan" ? [`all of ${String(node["Relation Name"])}`] : []
  const sort = node["Node Type"] === "Sort" ? ["Sort"] : []
  const index = typeof node["Index Name"] === "string" ? [node["Index Name"]] : []
  const children = (node["Plans"] ?? []) as Record<string, unknown>[]
  return [...own, ...sort, ...index, ...children.flatMap(readPlan)]
}

/** Plans of the statements that some work sends, in order. */
export async function plansOf(knex: Knex, work: () => Promise<unknown>): Promise<string[][]> {
  const statements: Statement[] = []
  const listener = (statement: Statement) => statements.push(statement)
  knex.on("query", listener)
  await work()
  knex.off("query", listener)
  const plans: string[][] = []
  for (const { sql, bindings } of statements) {
    if (/^(BEGIN|COMMIT)/.test(sql)) continue
    const { rows } = await knex.raw(`EXPLAIN (FORMAT JSON) ${sql.replace(/\$\d+/g, "?")}`, bindings)
    plans.push(readPlan(rows[0]["QUERY PLAN"][0].Plan))
  }
  return plans
}
