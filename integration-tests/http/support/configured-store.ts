import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { Agent } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { stripVTControlCharacters } from "node:util"
import { Client } from "@medusajs/framework/pg"
import axios from "axios"
import type { AdminLogin } from "../../../demo/store/seed"
import { SeedResult } from "../../../demo/store/seed-result"
import { claimPort } from "../../../scripts/process/port"
import { createStore } from "../../../scripts/store"
import { Merchant, MERCHANT } from "./merchant"
import { SandboxProcess } from "./sandbox-process"
import { createStoreDatabase, type StoreDatabase } from "./store-database"

/** A misconfiguration: options beside the right ones, or without them. */
export type Configuration = {
  /** Path in `integration-tests`. @default "medusa-config.ts" */
  file?: string
  options?: object
  /** Variables to omit, such as a key's. */
  without?: string[]
}

export type Boot = {
  problem: string | null
  printed: string
  origin: string
  merchant: Merchant
  stop: () => Promise<void>
  /** Ends the store's process with SIGKILL. */
  kill: () => Promise<void>
}

/** One migrated database and one sandbox, for stores in separate processes that start one after another. */
export class StoreBench {
  /** A connection past the stores. */
  readonly client: Client

  private constructor(
    readonly sandbox: SandboxProcess,
    private readonly database: StoreDatabase,
    private readonly directory: string
  ) {
    this.client = new Client({ connectionString: database.url })
  }

  /** @param colleagues users besides the merchant; the options say which of them may move money out */
  static async open(
    paymentProviders: string[] = ["pp_system_default"],
    colleagues: AdminLogin[] = []
  ): Promise<StoreBench> {
    const [sandbox, database] = await Promise.all([SandboxProcess.start(), createStoreDatabase()])
    const bench = new StoreBench(sandbox, database, mkdtempSync(join(tmpdir(), "onchain-configuration-")))
    try {
      await bench.prepare(paymentProviders, colleagues)
      await bench.client.connect()
    } catch (error) {
      await bench.close()
      throw error
    }
    return bench
  }

  /** Starts a store that has to start. */
  async start(options: object = {}): Promise<Boot> {
    const booted = await this.boot({ options })
    if (booted.problem !== null) throw new Error(booted.problem)
    return booted
  }

  /** Statements that a dead process had sent to Postgres would run as soon as they can. */
  async endWaiting(): Promise<void> {
    await this.client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE wait_event_type = 'Lock' AND datname = current_database()`
    )
  }

  async boot(configuration: Configuration = {}): Promise<Boot> {
    const { store, log } = this.create(configuration)
    const { port, release } = await claimPort(9_700)
    let problem: string | null = null
    let running: Awaited<ReturnType<typeof store.start>> | undefined
    try {
      running = await store.start(port)
    } catch (error) {
      problem = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error)
      await store.close()
    } finally {
      release()
    }
    const origin = `http://localhost:${port}`
    const merchant = new Merchant(axios.create({ baseURL: origin, httpAgent: new Agent() }), MERCHANT)
    const kill = async () => {
      await running?.kill()
      await store.close()
    }
    return { problem, printed: log(), origin, merchant, stop: () => store.close(), kill }
  }

  seed(): SeedResult {
    return SeedResult.parse(JSON.parse(readFileSync(join(this.directory, "seed.json"), "utf8")))
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => undefined)
    await Promise.all([this.sandbox.stop(), this.database.drop()])
    rmSync(this.directory, { recursive: true, force: true })
  }

  /** Seeds the store, in a database that is migrated first unless it is a copy of a migrated one. */
  private async prepare(paymentProviders: string[], colleagues: AdminLogin[]): Promise<void> {
    const { store } = this.create({})
    try {
      if (!process.env.STORE_TEMPLATE) await store.migrate()
      const seed = { admin: MERCHANT, colleagues, paymentProviders }
      const script = join(process.cwd(), "demo", "store", "seed-script.ts")
      await store.exec(script, [JSON.stringify(seed), join(this.directory, "seed.json")])
    } finally {
      await store.close()
    }
  }

  private create({ file = "medusa-config.ts", options = {}, without = [] }: Configuration) {
    const variables = {
      DATABASE_URL: this.database.url,
      ...this.sandbox.variables,
      ONCHAIN_OPTIONS_JSON: JSON.stringify(options),
    }
    const env = Object.fromEntries(Object.entries(variables).filter(([name]) => !without.includes(name)))
    const logDirectory = mkdtempSync(join(this.directory, "log-"))
    const configFile = join(process.cwd(), "integration-tests", file)
    const log = () => stripVTControlCharacters(readFileSync(join(logDirectory, "store.log"), "utf8"))
    return { store: createStore({ configFile, env, logDirectory }), log }
  }
}
