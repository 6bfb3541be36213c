import { join } from "node:path"
import { MetadataStorage } from "@medusajs/framework/mikro-orm/core"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { mikroORMEntityBuilder, ModulesSdkUtils } from "@medusajs/framework/utils"
import { moduleIntegrationTestRunner } from "@medusajs/test-utils"
import { validInput } from "../../src/modules/onchain/options/__tests__/valid-options"
import { findStaleStatuses } from "../../src/modules/onchain/payment/payment-status"
import type OnchainModuleService from "../../src/modules/onchain/service"
import { createWorkerDatabase, emptyTables, workerDatabase } from "./module-database"

const directory = join(__dirname, "..", "..", "src", "modules", "onchain")

/** The module as Medusa loads it, and a separate connection to the database. */
export type Suite = { service: OnchainModuleService; knex: Knex; clientUrl: string }

/** Runs tests against the module on Postgres; each test gets empty tables, created by the migrations. */
export function describeOnchainModule(tests: (suite: Suite) => void): void {
  let knex: Knex
  // MikroORM and Medusa's copies of our models outlive a test file; those of an earlier file are duplicates
  // here.
  MetadataStorage.clear()
  mikroORMEntityBuilder.clear()
  moduleIntegrationTestRunner<OnchainModuleService>({
    moduleName: "onchain",
    resolve: directory,
    dbName: workerDatabase,
    // Without models, the runner leaves the tables to us: it would create them again for each test.
    moduleModels: [],
    moduleOptions: { ...validInput },
    hooks: { beforeModuleInit: () => emptyTables(knex) },
    testSuite: ({ service, dbConfig: { clientUrl, ...dbConfig } }) => {
      knex = ModulesSdkUtils.createPgConnection({ ...dbConfig, clientUrl, pool: { min: 0, max: 25 } })
      beforeAll(() => createWorkerDatabase(clientUrl))
      afterAll(() => knex.destroy())
      describe("the module", () => {
        // Before the runner unloads the module.
        afterEach(() => service.__hooks.onApplicationShutdown())
        // A scene that a test plants by SQL ends with `storeAllStatuses`.
        afterEach(async () => expect(await findStaleStatuses(knex)).toEqual([]))
        tests({ service, knex, clientUrl })
      })
    },
  })
}
