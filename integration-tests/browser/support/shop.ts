import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "@medusajs/framework/pg"
import axios, { type AxiosInstance } from "axios"
import { SeedResult } from "../../../demo/store/seed-result"
import { claimPort } from "../../../scripts/process/port"
import { createStore } from "../../../scripts/store"
import { eventually } from "../../http/support/eventually"
import { Merchant, MERCHANT } from "../../http/support/merchant"
import { SandboxProcess } from "../../http/support/sandbox-process"
import { createStoreDatabase } from "../../http/support/store-database"
import { Shopper } from "../../http/support/shopper"

export const LOGIN = MERCHANT
/** The user who approves what the merchant confirms. */
export const COLLEAGUE = {
  id: "user_grace",
  email: "grace.hopper@example.com",
  password: "correct horse battery",
}

/**
 * A webhook runs out of attempts soon, so that a story can see one; one user confirms and another approves.
 */
const OPTIONS = {
  tuning: { deliveryAttempts: 2 },
  payouts: { approval: "second_user", allowedUsers: [LOGIN.id, COLLEAGUE.id] },
}

type Restart = { hasPayoutKey: boolean; whileStopped?: () => Promise<void> }

/** A store as a merchant runs it: built for production, in its own process, with the sandbox beside it. */
export type Shop = {
  origin: string
  api: AxiosInstance
  sandbox: SandboxProcess
  merchant: Merchant
  shopper: Shopper
  /** Waits until no delivery is pending. */
  quiet: () => Promise<void>
  /** Changes rows of the store, so that what would take hours is due now. */
  change: (sql: string, values: unknown[]) => Promise<void>
  /** Stops the store and restarts the same build, optionally without a payout key. Everyone is signed out. */
  restart: (change: Restart) => Promise<void>
  stop: () => Promise<void>
}

/**
 * Builds and starts everything, on the Postgres of the run (DB_HOST and so on). @throws Error with the last
 * lines of the part that failed
 */
export async function openShop(): Promise<Shop> {
  const started: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of started.splice(0).reverse()) await end()
  }
  try {
    return { ...(await start(started)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function start(started: (() => Promise<void>)[]): Promise<Omit<Shop, "stop">> {
  const directory = mkdtempSync(join(tmpdir(), "onchain-browser-"))
  started.push(async () => rmSync(directory, { recursive: true, force: true }))
  const [database, sandbox] = await Promise.all([createStoreDatabase(), SandboxProcess.start()])
  started.push(
    () => database.drop(),
    () => sandbox.stop()
  )
  const { port, release } = await claimPort(9_800)
  started.push(async () => release())
  const origin = `http://localhost:${port}`
  const databaseUrl = database.url
  const change = async (sql: string, values: unknown[]) => {
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      await client.query(sql, values)
    } finally {
      await client.end()
    }
  }
  const store = createStore({
    configFile: join(process.cwd(), "integration-tests", "medusa-config.ts"),
    logDirectory: directory,
    kind: "browser-",
    env: {
      NODE_ENV: "production",
      ONCHAIN_OPTIONS_JSON: JSON.stringify(OPTIONS),
      DATABASE_URL: databaseUrl,
      ENABLE_ADMIN: "true",
      ADMIN_CORS: origin,
      AUTH_CORS: origin,
      ...sandbox.variables,
    },
  })
  started.push(() => store.close())
  const seedFile = join(directory, "seed.json")
  await Promise.all([store.build(), process.env.STORE_TEMPLATE ? undefined : store.migrate()])
  const script = join(process.cwd(), "demo", "store", "seed-script.ts")
  await store.exec(script, [JSON.stringify({ admin: LOGIN, colleagues: [COLLEAGUE] }), seedFile])
  let running = await store.start(port)
  const restart = async ({ hasPayoutKey, whileStopped }: Restart) => {
    await running.stop()
    await whileStopped?.()
    running = await store.start(port, hasPayoutKey ? {} : { ONCHAIN_PAYOUT_API_KEY: undefined })
  }
  await sandbox.setWebhook(`${origin}/hooks/onchain`)
  const api = axios.create({ baseURL: origin })
  const seed = SeedResult.parse(JSON.parse(readFileSync(seedFile, "utf8")))
  const merchant = new Merchant(api, LOGIN)
  const quiet = () => eventually(async () => expect((await merchant.health()).webhooks.waiting).toBe(0))
  return { origin, api, sandbox, merchant, shopper: new Shopper(api, seed), quiet, change, restart }
}
