import { resolve } from "node:path"
import { installSelf } from "../scripts/package/install-self"
import { claimPort } from "../scripts/process/port"
import { startPostgres } from "../scripts/postgres"
import { createStore } from "../scripts/store"
import { currentDump } from "../scripts/store/dump/current-dump"
import { restoreDump } from "../scripts/store/dump/dump-file"
import { createParts, type Say } from "./progress"
import { createJsonApi } from "./shopper/json-api"
import { type SandboxAddress, startSandboxProcess } from "./sandbox-process"
import type { SeedResult } from "./store/seed-result"
import { storeEnvironment } from "./store-environment"
import { serveStorefront } from "./storefront-server"
import type { Teardown } from "./teardown"

const configFile = resolve(__dirname, "store", "medusa-config.ts")

/** A running shop: the store, its sandbox and the seeded data. */
export interface Demo {
  storeUrl: string
  storefrontUrl: string
  databaseUrl: string
  sandbox: SandboxAddress
  seed: SeedResult
  /** Starts the store again, with the same data. */
  restart(): Promise<void>
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
  const { teardown, hasAdmin, blockTimeMs, logDirectory } = options
  const say = countSteps(options.say, 5)
  const parts = createParts()
  const ports = await claimPorts(teardown)
  const storeUrl = `http://localhost:${ports.store}`
  const storefrontUrl = `http://localhost:${ports.storefront}`

  const openSandbox = async () => {
    const packageDirectory = await parts.time("plugin", installSelf({ isServerEnough: true }))
    say("plugin compiled and installed")
    const webhookUrl = `${storeUrl}/hooks/onchain`
    const sandboxOptions = { packageDirectory, port: ports.sandbox, webhookUrl, blockTimeMs, logDirectory }
    const { process: sandboxProcess, ...sandbox } = await startSandboxProcess(sandboxOptions)
    teardown.add(() => sandboxProcess.stop())
    // Late money and wrong tokens are held for review in the admin.
    await createJsonApi(`${sandbox.origin}/_sandbox`).post("/settings", { reviewsInvoiceMoney: true })
    say(`sandbox of the payment service started at ${sandbox.origin}`)
    return sandbox
  }
  const openDatabase = async () => {
    const postgres = await startPostgres()
    teardown.add(() => postgres.stop())
    say("Postgres started")
    const dump = await currentDump(postgres, () =>
      options.say("the committed database is of other migrations: a new one is made, which takes a minute")
    )
    const databaseUrl = await restoreDump(postgres, "demo", dump, "seeded")
    say("tables, products, a customer and two admin users loaded")
    return { databaseUrl, seed: dump.seed }
  }
  const [sandbox, { databaseUrl, seed }] = await Promise.all([
    openSandbox(),
    parts.time("database", openDatabase()),
  ])

  const adminSources = resolve(__dirname, "..", "src", "admin")
  const env = storeEnvironment({ databaseUrl, sandbox, storeUrl, storefrontUrl, hasAdmin, adminSources })
  const store = createStore({ configFile, env, logDirectory })
  teardown.add(() => store.close())
  const shop = { storeUrl, publishableKey: seed.publishableKey, sandboxOrigin: sandbox.origin }
  const openStorefront = async () => {
    const storefront = await serveStorefront(ports.storefront, shop)
    teardown.add(() => storefront.close())
  }
  let [running] = await Promise.all([parts.time("store", store.start(ports.store)), openStorefront()])
  const restart = async () => {
    await running.stop()
    running = await store.start(ports.store)
  }
  say(`shop open at ${storefrontUrl} (${parts.summary()}; some of it at the same time)`)
  return { storeUrl, storefrontUrl, databaseUrl, sandbox, seed, restart }
}

/** @example "2 of 5: Postgres started" */
function countSteps(say: Say, total: number): Say {
  let done = 0
  return (text) => say(`${(done += 1)} of ${total}: ${text}`)
}

async function claimPorts(teardown: Teardown) {
  const claim = async (preferred: number) => {
    const { port, release } = await claimPort(preferred)
    teardown.add(release)
    return port
  }
  return { store: await claim(9000), storefront: await claim(8000), sandbox: await claim(4010) }
}
