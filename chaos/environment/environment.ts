import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import type { Say } from "../../demo/progress"
import { type SandboxAddress, startSandboxProcess } from "../../demo/sandbox-process"
import type { AdminLogin } from "../../demo/store/seed"
import { SeedResult } from "../../demo/store/seed-result"
import { storeEnvironment } from "../../demo/store-environment"
import type { Teardown } from "../../demo/teardown"
import { installSelf } from "../../scripts/package/install-self"
import { startPostgres } from "../../scripts/postgres"
import { createStoreTemplate } from "../../scripts/test/store-template"
import type { ChaosOptions } from "../options"
import { startWebhookStorm, type WebhookStorm } from "../weather/webhook-storm"
import type { NamedProcess } from "./supervised-process"
import { weathers } from "../weather/weathers"
import { HEARD_TABLE } from "../store/heard-table"
import { ORDER_TIMES } from "../store/order-times"
import { type Database, openDatabase, startGround, type StoreGround } from "./ground"
import { claimPorts } from "./ports"
import { pluginOptions } from "./plugin-options"
import { blockTimeMs, minimums } from "./service-settings"
import { createStoreProcesses, processNames } from "./store-processes"

const root = resolve(__dirname, "..", "..")
const admin: AdminLogin = { email: "admin@example.com", password: "chaos-password" }
const piecesPerOrder = 4

/** A store under fire: its processes, the service, the network between them, and the database. */
export interface ChaosEnvironment {
  /** What shoppers and the service talk to. */
  storeUrl: string
  seed: SeedResult
  admin: AdminLogin
  sandbox: SandboxAddress
  storm: WebhookStorm
  processes: NamedProcess[]
  database: Database
  /** Of a run with weather. */
  ground?: StoreGround
  /** For what the plugin's own code reads. */
  knex: Knex
}

export interface EnvironmentOptions extends ChaosOptions {
  say: Say
  teardown: Teardown
  /** Directory for the output of the processes. */
  logDirectory: string
  /** Connection string of a migrated database without data. @default a database of its own, as with any weather */
  migratedDatabaseUrl?: string
}

/** Starts everything a run needs; each part is stopped by the teardown. */
export async function startChaosEnvironment(options: EnvironmentOptions): Promise<ChaosEnvironment> {
  const { say, teardown, logDirectory, seed: runSeed } = options
  const packageDirectory = await installSelf()
  say("plugin built, packed and installed")
  const ports = await claimPorts(teardown)
  const storeUrl = `http://localhost:${ports.front}`
  const storm = await startWebhookStorm({ seed: runSeed, port: ports.storm, target: storeUrl })
  teardown.add(() => storm.close())
  const { process: sandboxProcess, ...sandbox } = await startSandboxProcess({
    packageDirectory,
    port: ports.sandbox,
    webhookUrl: storm.url,
    blockTimeMs,
    assumptions: { minimums },
    logDirectory,
  })
  teardown.add(() => sandboxProcess.stop())

  const { isCluster, weather } = options
  const settings = Object.assign({}, ...weather.map((name) => weathers[name].postgres ?? {}))
  const ground =
    weather.length === 0
      ? undefined
      : await startGround({ teardown, processes: processNames(isCluster), isCluster, settings })
  const databaseUrl = ground?.databaseUrl ?? options.migratedDatabaseUrl ?? (await createDatabase(teardown))
  const env = {
    ...storeEnvironment({ databaseUrl, sandbox, storeUrl, storefrontUrl: storeUrl, hasAdmin: false }),
    NODE_ENV: "production",
    LOG_LEVEL: "info",
    ONCHAIN_OPTIONS_JSON: JSON.stringify({
      ...pluginOptions,
      x402: { facilitator: `${sandbox.origin}/_sandbox/facilitator` },
    }),
  }
  const stores = await createStoreProcesses({ ...options, env, ports, ground })
  const seedFile = join(logDirectory, "seed.json")
  const seedOptions = JSON.stringify({ admin, stock: options.orders * piecesPerOrder + 1_000 })
  await stores.first.exec(join(root, "demo", "store", "seed-script.ts"), [seedOptions, seedFile])
  const seed = SeedResult.parse(JSON.parse(readFileSync(seedFile, "utf8")))
  say("database filled")
  const database = openDatabase(databaseUrl, teardown)
  for (const sql of [HEARD_TABLE, ORDER_TIMES]) await database.query(sql)
  const knex = ModulesSdkUtils.createPgConnection({ clientUrl: databaseUrl, pool: { min: 0, max: 1 } })
  teardown.add(() => knex.destroy())
  const processes = await stores.startAll()
  say(`${processes.map(({ name }) => name).join(", ")} started; the store answers at ${storeUrl}`)
  return { storeUrl, seed, admin, sandbox, storm, processes, database, ground, knex }
}

async function createDatabase(teardown: Teardown): Promise<string> {
  const postgres = await startPostgres()
  teardown.add(() => postgres.stop())
  return postgres.url(await createStoreTemplate(postgres))
}
