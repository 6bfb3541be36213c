import { Agent } from "node:http"
import { WorkflowManager, WorkflowScheduler } from "@medusajs/framework/orchestration"
import { Modules } from "@medusajs/framework/utils"
import axios, { type AxiosInstance } from "axios"
import type { SeedResult } from "../../../demo/store/seed"
import { findStaleStatuses } from "../../../src/modules/onchain/payment/payment-status"
import { eventually } from "./eventually"
import { installed } from "./installed"
import { Merchant, MERCHANT } from "./merchant"
import { runningStore, type StoreOptions } from "./running-store"
import type { SandboxProcess } from "./sandbox-process"
import type { PreparedStore } from "./prepare-store"
import { PASSWORD, type Prepared, Shopper } from "./shopper"
import type { StoreApp } from "./store-app"

/** A running store with the built plugin, a sandbox gateway beside it, a merchant and a shopper. */
export type StoreUnderTest = {
  sandbox: SandboxProcess
  shopper: Shopper
  merchant: Merchant
  seed: SeedResult
  origin: string
  api: AxiosInstance
  db: StoreApp["db"]
  container: StoreApp["container"]
  /** Waits until no delivery is pending, and no event is unpublished. */
  quiet: () => Promise<void>
}

const PAUSE_MS = 1_000
const STEP_MS = 50

/** The plugin's scheduled jobs, which Medusa keeps as workflows. */
const jobNames = () =>
  [...WorkflowManager.getWorkflows().keys()].filter((id) => id.startsWith("job-onchain-"))

/** Runs the plugin's jobs in rounds, so that no story waits for the clock. */
export function startJobRounds(container: StoreApp["container"]): () => Promise<void> {
  const engine = container.resolve(Modules.WORKFLOW_ENGINE)
  let isEnding = false
  const rounds = async () => {
    while (!isEnding) {
      // A failed job is logged, and retried in the next round.
      for (const name of jobNames()) await engine.run(name, { throwOnError: false })
      for (let waitedMs = 0; !isEnding && waitedMs < PAUSE_MS; waitedMs += STEP_MS)
        await new Promise((resolve) => setTimeout(resolve, STEP_MS))
    }
  }
  const ended = rounds()
  return () => {
    isEnding = true
    return ended
  }
}

async function untilQuiet(db: StoreUnderTest["db"]): Promise<void> {
  await eventually(async () => {
    const { rows } = await db.raw(
      "SELECT id, state, last_error FROM onchain_webhook_delivery WHERE state IN ('received', 'processing')"
    )
    expect(rows).toEqual([])
    expect(await db("onchain_outbox").whereNull("published_at").pluck("name")).toEqual([])
  })
}

async function loadPrepared(api: AxiosInstance): Promise<{ seed: SeedResult; prepared: Prepared }> {
  const { seed, carts, accounts }: PreparedStore = JSON.parse(process.env.PREPARED_STORE ?? "")
  const signIn = async (account: PreparedStore["accounts"][number]) => {
    const login = { email: account.email, password: PASSWORD }
    const { data } = await api.post<{ token: string }>("/auth/customer/emailpass", login)
    return { ...account, token: data.token }
  }
  return { seed, prepared: { carts, accounts: await Promise.all(accounts.map(signIn)) } }
}

/**
 * Runs stories against a real store. The database is restored and the sandbox reset before each; files with the same
 * options share a start of Medusa.
 */
export function storeSuite(
  name: string,
  { jobs, ...options }: StoreOptions & { jobs?: boolean },
  stories: (store: StoreUnderTest) => void
): void {
  describe(name, () => {
    const store = {} as StoreUnderTest
    let app: StoreApp
    let prepared: Prepared
    let run = 0
    let endJobs: (() => Promise<void>) | undefined

    beforeAll(async () => {
      const running = await runningStore(options)
      app = running.app
      store.sandbox = running.sandbox
      store.container = app.container
      store.origin = `http://localhost:${app.port}`
      // A kept connection may be closed by a busy store just when it is used again.
      store.api = axios.create({ baseURL: store.origin, httpAgent: new Agent() })
      store.db = app.db
      store.quiet = () => untilQuiet(store.db)
      ;({ seed: store.seed, prepared } = await loadPrepared(store.api))
      store.shopper = new Shopper(store.api, store.seed, undefined, prepared)
      store.merchant = new Merchant(store.api, MERCHANT)
    })
    // What a file replaced in the store must not reach the next one.
    afterAll(() => void jest.restoreAllMocks())

    beforeEach(async () => {
      // What the suites' own beforeAll hooks did belongs to the start of each story.
      await (run === 0 ? app.snapshot("file") : app.restore("file"))
      store.shopper = new Shopper(store.api, store.seed, undefined, structuredClone(prepared))
      // Nothing waits for the clock. A job that ran while they were cleared has planned its next time again.
      await new WorkflowScheduler().clear()
      const { jobWatch } = await installed("worker")
      jobWatch.isOn = false
      await store.sandbox.reset(`${name} ${run++}`)
      await store.sandbox.setWebhook(`${store.origin}/hooks/onchain`)
      endJobs = jobs ? startJobRounds(store.container) : undefined
    })
    afterEach(async () => {
      await endJobs?.()
      await app?.finishWorkflows()
      // A scene that a story plants by SQL ends with `storeAllStatuses`.
      if (app) expect(await findStaleStatuses(app.db)).toEqual([])
    })

    stories(store)
  })
}
