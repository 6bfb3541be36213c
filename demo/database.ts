import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { z } from "zod"
import { hashOf } from "../scripts/package/source-hash"
import { type Postgres, startPostgres } from "../scripts/postgres"
import { tryClaim } from "../scripts/process/claim"
import { createStore } from "../scripts/store"
import type { Parts, Say } from "./progress"
import { admin, colleague, customer } from "./store/accounts"
import { SeedResult } from "./store/seed-result"
import { storeEnvironment } from "./store-environment"
import type { Teardown } from "./teardown"

const root = resolve(__dirname, "..")
const cache = join(root, "node_modules", ".cache", "demo-database")
/** What decides the content of the seeded database; the lock file names Medusa's version. */
const sources = [
  "package-lock.json",
  join("demo", "database.ts"),
  join("demo", "store"),
  join("scripts", "postgres"),
  join("src", "links"),
  join("src", "modules", "onchain", "migrations"),
]
/** The store that prepares the database never calls the service. */
const nobody = {
  url: "http://localhost:1",
  origin: "",
  credentials: {
    businessId: "biz_nobody",
    apiKey: "key_nobody",
    payoutApiKey: "payout_nobody",
    webhookSecret: "secret_nobody",
  },
}
const Kept = z.object({ password: z.string(), seed: SeedResult })

export interface DatabaseOptions {
  /** Resolves when the plugin is in `node_modules`. */
  plugin: Promise<unknown>
  configFile: string
  logDirectory: string
  say: Say
  parts: Parts
  teardown: Teardown
}

/** A migrated and seeded database, the only one that changes. */
export interface Database {
  url: string
  seed: SeedResult
}

/**
 * Starts Postgres with the store's database. The first run migrates and seeds it, and keeps a copy when it
 * ends; later runs start from the copy until something that decides its content changes.
 */
export async function startDatabase(options: DatabaseOptions): Promise<Database> {
  const directory = join(cache, hashOf(root, sources))
  const kept = { data: join(directory, "data"), facts: join(directory, "facts.json") }
  const isKept = existsSync(kept.data) && existsSync(kept.facts)
  const known = isKept ? Kept.parse(JSON.parse(readFileSync(kept.facts, "utf8"))) : undefined
  // One run at a time replaces the copy; the others go without.
  const claim = known ? null : tryClaim(`${cache}.lock`)
  if (claim) {
    options.teardown.add(() => claim.release())
    rmSync(cache, { recursive: true, force: true })
    mkdirSync(dirname(kept.facts), { recursive: true })
  }
  const password = known?.password ?? randomBytes(12).toString("hex")
  const postgres = await startPostgres({
    password,
    copyOf: known && kept.data,
    // Without the facts, which are written once everything is in the database, a copy does not count.
    keepIn: claim ? kept.data : undefined,
  })
  options.teardown.add(() => postgres.stop())
  options.say(known ? "Postgres started from the database of an earlier run" : "Postgres started")
  const seed = known?.seed ?? (await prepare(postgres, options))
  if (claim) writeFileSync(kept.facts, JSON.stringify({ password, seed }), { mode: 0o600 })
  await postgres.dropDatabase("demo")
  return { url: await postgres.createDatabase("demo", "seeded"), seed }
}

async function prepare(postgres: Postgres, options: DatabaseOptions): Promise<SeedResult> {
  const { plugin, configFile, logDirectory, say, parts, teardown } = options
  const databaseUrl = await postgres.createDatabase("seeded")
  const env = storeEnvironment({
    databaseUrl,
    sandbox: nobody,
    storeUrl: "",
    storefrontUrl: "",
    hasAdmin: false,
  })
  const store = createStore({ configFile, env, logDirectory })
  teardown.add(() => store.close())
  await parts.time("Medusa's tables", store.migrate({ change: { ONCHAIN_BASE_URL: undefined } }))
  say("Medusa's tables created")
  await plugin
  await parts.time("the plugin's tables", store.migrate({ skipsScripts: true }))
  say("the plugin's tables created")
  const file = join(logDirectory, "seed.json")
  const contents = { admin, colleagues: [colleague], showcase: customer }
  const script = join(dirname(configFile), "seed-script.ts")
  await parts.time("seeding", store.exec(script, [JSON.stringify(contents), file]))
  say("regions, products, shipping, a customer and two admin users created")
  await store.close()
  return SeedResult.parse(JSON.parse(readFileSync(file, "utf8")))
}
