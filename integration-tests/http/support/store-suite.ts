import { join } from "node:path"
import { WorkflowScheduler } from "@medusajs/framework/orchestration"
import { medusaIntegrationTestRunner } from "@medusajs/test-utils"
import type { AxiosInstance } from "axios"
import { type SeedResult, seedStore } from "../../../demo/store/seed"
import type { AssumptionsInput } from "../../../src/gateway"
import { eventually } from "./eventually"
import { Merchant, MERCHANT } from "./merchant"
import { SandboxProcess } from "./sandbox-process"
import { Shopper } from "./shopper"
import { createStoreDatabase, newDatabaseName } from "./store-database"

type Runner = Parameters<Parameters<typeof medusaIntegrationTestRunner>[0]["testSuite"]>[0]

/** A running store with the built plugin, a sandbox gateway beside it, and the two people who use it. */
export type StoreUnderTest = {
  sandbox: SandboxProcess
  shopper: Shopper
  merchant: Merchant
  seed: SeedResult
  /** Address of the store. */
  origin: string
  api: AxiosInstance
  db: Runner["dbConnection"]
  container: ReturnType<Runner["getContainer"]>
  /** Waits until no delivery waits for work. */
  quiet: () => Promise<void>
}

async function untilInboxIsQuiet(db: StoreUnderTest["db"]): Promise<void> {
  await eventually(async () => {
    const { rows } = await db.raw(
      "SELECT id, state, last_error FROM onchain_webhook_delivery WHERE state IN ('received', 'processing')"
    )
    expect(rows).toEqual([])
  })
}

/**
 * Runs stories against a real store. The database is restored and the sandbox emptied before each.
 *
 * @param options.plugin options of the plugin beside the ones that point at the sandbox
 * @param options.jobs whether scheduled jobs run by themselves; without them a story runs the ones that it is about, and no
 *   other comes in between
 * @param options.assumptions how the service behaves, for both the sandbox and the plugin
 */
export function storeSuite(
  name: string,
  options: { plugin?: object; jobs?: boolean; assumptions?: AssumptionsInput },
  stories: (store: StoreUnderTest) => void
): void {
  describe(name, () => {
    const store = {} as StoreUnderTest
    const dbName = newDatabaseName()
    let run = 0

    beforeAll(async () => {
      // The runner takes the database that is there, migrates what it lacks, and drops it in the end.
      await createStoreDatabase(dbName)
      store.sandbox = await SandboxProcess.start([], options.assumptions)
      const { url, credentials } = store.sandbox
      Object.assign(process.env, {
        ONCHAIN_BASE_URL: url,
        ONCHAIN_BUSINESS_ID: credentials.businessId,
        ONCHAIN_API_KEY: credentials.apiKey,
        ONCHAIN_PAYOUT_API_KEY: credentials.payoutApiKey,
        ONCHAIN_WEBHOOK_SECRETS: credentials.webhookSecret,
        ONCHAIN_OPTIONS_JSON: JSON.stringify({
          ...(options.assumptions ? { assumptions: options.assumptions } : {}),
          ...options.plugin,
        }),
      })
    })
    afterAll(() => store.sandbox.stop())

    medusaIntegrationTestRunner({
      dbName,
      cwd: join(process.cwd(), "integration-tests"),
      medusaConfigFile: join(process.cwd(), "integration-tests"),
      testSuite: ({ api, getContainer, dbConnection }) => {
        beforeAll(async () => {
          store.container = getContainer()
          store.seed = await seedStore(store.container, { admin: MERCHANT })
          store.origin = String(api.defaults.baseURL)
          store.api = api
          store.db = dbConnection
          store.quiet = () => untilInboxIsQuiet(dbConnection)
          store.shopper = new Shopper(api, store.seed)
          store.merchant = new Merchant(api, MERCHANT)
        })
        beforeEach(async () => {
          // One that ran while they were cleared has planned its next time anew.
          if (!options.jobs) await new WorkflowScheduler().clear()
          await store.sandbox.reset(`${name} ${run++}`)
          await store.sandbox.setWebhook(`${store.origin}/hooks/onchain`)
        })
        stories(store)
      },
    })
  })
}
