import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { Client } from "@medusajs/framework/pg"
import type { Say } from "../../demo/progress"
import { startSandboxProcess } from "../../demo/sandbox-process"
import { SeedResult } from "../../demo/store/seed-result"
import { storeEnvironment } from "../../demo/store-environment"
import type { Teardown } from "../../demo/teardown"
import { installSelf } from "../../scripts/package/install-self"
import { startPostgres } from "../../scripts/postgres"
import { claimPort } from "../../scripts/process/port"
import { createStore } from "../../scripts/store"
import { type Gateway, connectGateway } from "./gateway"
import { type StoreProcess, createStoreProcess } from "../../scripts/store/store-process"

/** Confirmations are awaited before any measurement. */
const blockTimeMs = 20
const root = resolve(__dirname, "..", "..")

export const storeConfig = join(root, "bench", "store", "medusa-config.ts")

/** One store in one process on one durable Postgres, with a gateway beside it, for both sides. */
export interface Environment {
  storeUrl: string
  seed: SeedResult
  store: StoreProcess
  gateway: Gateway
  databaseUrl: string
  /** Where the store's process reports its load. */
  monitorUrl: string
  /** The variables of the store's configuration. */
  storeEnv: Record<string, string>
  logDirectory: string
  /** A connection to the store's database. */
  database: Client
}

export interface EnvironmentOptions {
  say: Say
  teardown: Teardown
  /** Directory for the output of the processes. */
  logDirectory: string
}

/** Starts everything the benchmarks run against; each part is stopped by the teardown. */
export async function startEnvironment(options: EnvironmentOptions): Promise<Environment> {
  const { say, teardown, logDirectory } = options
  const packageDirectory = await installSelf()
  say("plugin built, packed and installed")

  const claim = async (preferred: number) => {
    const { port, release } = await claimPort(preferred)
    teardown.add(release)
    return port
  }
  const port = await claim(9100)
  const monitorPort = await claim(9200)
  const storeUrl = `http://localhost:${port}`
  const postgres = await startPostgres({ isDurable: true })
  teardown.add(() => postgres.stop())
  const { process: sandboxProcess, ...sandbox } = await startSandboxProcess({
    packageDirectory,
    port: await claim(4110),
    webhookUrl: `${storeUrl}/hooks/onchain`,
    blockTimeMs,
    logDirectory,
  })
  teardown.add(() => sandboxProcess.stop())
  const gateway = await connectGateway(sandbox)
  say("Postgres and the sandbox started")

  const databaseUrl = await postgres.createDatabase("bench")
  const env = {
    ...storeEnvironment({ databaseUrl, sandbox, storeUrl, storefrontUrl: storeUrl, hasAdmin: false }),
    NODE_ENV: "production",
    BENCH_MONITOR_PORT: String(monitorPort),
  }
  const store = createStore({
    configFile: storeConfig,
    env,
    logDirectory,
  })
  teardown.add(() => store.close())
  await store.migrate()
  say("database migrated")

  const seedFile = join(logDirectory, "seed.json")
  const seedOptions = JSON.stringify({
    paymentProviders: ["pp_onchain_default", "pp_peer_default", "pp_system_default"],
  })
  await store.exec(join(root, "demo", "store", "seed-script.ts"), [seedOptions, seedFile])
  const seed = SeedResult.parse(JSON.parse(readFileSync(seedFile, "utf8")))
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  teardown.add(() => database.end())
  const storeProcess = await createStoreProcess(() => store.start(port))
  say(`Medusa store started at ${storeUrl}`)
  const monitorUrl = `http://127.0.0.1:${monitorPort}`
  return {
    storeUrl,
    seed,
    store: storeProcess,
    gateway,
    databaseUrl,
    monitorUrl,
    storeEnv: env,
    logDirectory,
    database,
  }
}
