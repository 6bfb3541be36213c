import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { installSelf } from "../scripts/package/install-self"
import { startPostgres } from "../scripts/postgres"
import { claimPort } from "../scripts/process/port"
import { createStore } from "../scripts/store"
import type { Say } from "./progress"
import { createJsonApi } from "./shopper/json-api"
import { type SandboxAddress, startSandboxProcess } from "./sandbox-process"
import type { AdminLogin, CustomerLogin } from "./store/seed"
import { SeedResult } from "./store/seed-result"
import { storeEnvironment } from "./store-environment"
import { serveStorefront } from "./storefront-server"
import type { Teardown } from "./teardown"

/** The store's configuration names it before the user exists. */
const ADMIN_ID = "user_demo"
const storeDirectory = resolve(__dirname, "store")

/** A running shop: the store, its sandbox and the seeded data. */
export interface Demo {
  storeUrl: string
  storefrontUrl: string
  sandbox: SandboxAddress
  seed: SeedResult
  admin: AdminLogin
  customer: CustomerLogin
}

export interface DemoOptions {
  say: Say
  teardown: Teardown
  /** The dashboard takes a few seconds to start. */
  hasAdmin: boolean
  blockTimeMs: number
  /** Directory for the output of the processes. */
  logDirectory: string
}

/**
 * Starts Postgres, the sandbox, a seeded Medusa store and a storefront, each in its own process.
 *
 * @param options where progress goes, and where everything started is registered for the teardown
 */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { say, teardown, hasAdmin, blockTimeMs, logDirectory } = options
  const packageDirectory = await installSelf()
  say("plugin built, packed and installed")

  const ports = await claimPorts(teardown)
  const storeUrl = `http://localhost:${ports.store}`
  const storefrontUrl = `http://localhost:${ports.storefront}`
  const postgres = await startPostgres()
  teardown.add(() => postgres.stop())
  say("Postgres started")

  const webhookUrl = `${storeUrl}/hooks/onchain`
  const sandboxOptions = { packageDirectory, port: ports.sandbox, webhookUrl, blockTimeMs, logDirectory }
  const { process: sandboxProcess, ...sandbox } = await startSandboxProcess(sandboxOptions)
  teardown.add(() => sandboxProcess.stop())
  // Late money and wrong tokens are held for review in the admin.
  await createJsonApi(`${sandbox.origin}/_sandbox`).post("/settings", { reviewsInvoiceMoney: true })
  say(`sandbox of the payment service started at ${sandbox.origin}`)

  const databaseUrl = await postgres.createDatabase("demo")
  const env = storeEnvironment({ databaseUrl, sandbox, storeUrl, storefrontUrl, hasAdmin, adminId: ADMIN_ID })
  const store = createStore({ configFile: join(storeDirectory, "medusa-config.ts"), env, logDirectory })
  teardown.add(() => store.close())
  await store.migrate()
  say("database migrated")

  const admin = { id: ADMIN_ID, email: "admin@example.com", password: "demo-password" }
  const customer = { email: "ada.lindqvist@example.com", password: "demo-password" }
  const seedFile = join(logDirectory, "seed.json")
  await store.exec(join(storeDirectory, "seed-script.ts"), [
    JSON.stringify({ admin, showcase: customer }),
    seedFile,
  ])
  const seed = SeedResult.parse(JSON.parse(readFileSync(seedFile, "utf8")))
  say("regions, products, shipping, a customer and an admin user created")

  await store.start(ports.store)
  say(`Medusa store started at ${storeUrl}`)
  const storefront = await serveStorefront(ports.storefront, {
    storeUrl,
    publishableKey: seed.publishableKey,
    sandboxOrigin: sandbox.origin,
    customer,
  })
  teardown.add(() => storefront.close())
  return { storeUrl, storefrontUrl, sandbox, seed, admin, customer }
}

async function claimPorts(teardown: Teardown) {
  const claim = async (preferred: number) => {
    const { port, release } = await claimPort(preferred)
    teardown.add(release)
    return port
  }
  return { store: await claim(9000), storefront: await claim(8000), sandbox: await claim(4010) }
}
