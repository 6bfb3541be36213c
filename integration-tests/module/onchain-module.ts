import { join } from "node:path"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { moduleIntegrationTestRunner } from "@medusajs/test-utils"
import { validInput } from "../../src/modules/onchain/__tests__/valid-options"
import OnchainPayment from "../../src/modules/onchain/models/payment"
import OnchainPayoutDestination from "../../src/modules/onchain/models/payout-destination"
import OnchainRefund from "../../src/modules/onchain/models/refund"
import OnchainReport from "../../src/modules/onchain/models/report"
import OnchainReportDifference from "../../src/modules/onchain/models/report-difference"
import OnchainReportEntry from "../../src/modules/onchain/models/report-entry"
import OnchainTransaction from "../../src/modules/onchain/models/transaction"
import OnchainWebhookDelivery from "../../src/modules/onchain/models/webhook-delivery"
import OnchainWithdrawal from "../../src/modules/onchain/models/withdrawal"
import type OnchainModuleService from "../../src/modules/onchain/service"

const directory = join(__dirname, "..", "..", "src", "modules", "onchain")

/** The module as Medusa loads it, and a connection of our own to look behind it. */
export type Suite = { service: OnchainModuleService; knex: Knex; clientUrl: string }

/** Runs tests against the module on Postgres; each test gets empty tables, made by the migrations. */
export function describeOnchainModule(tests: (suite: Suite) => void): void {
  moduleIntegrationTestRunner<OnchainModuleService>({
    moduleName: "onchain",
    resolve: directory,
    moduleModels: [
      OnchainPayment,
      OnchainPayoutDestination,
      OnchainRefund,
      OnchainReport,
      OnchainReportDifference,
      OnchainReportEntry,
      OnchainTransaction,
      OnchainWebhookDelivery,
      OnchainWithdrawal,
    ],
    pathToMigrations: join(directory, "migrations"),
    moduleOptions: { ...validInput },
    testSuite: ({ service, dbConfig }) => {
      const knex = ModulesSdkUtils.createPgConnection({ ...dbConfig, pool: { min: 0, max: 25 } })
      afterAll(() => knex.destroy())
      tests({ service, knex, clientUrl: dbConfig.clientUrl })
    },
  })
}
