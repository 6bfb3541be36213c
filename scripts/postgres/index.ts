import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { Client } from "@medusajs/framework/pg"
import type { ClusterOptions } from "./cluster"

/** A private Postgres, removed with its data when this process ends. */
export interface Postgres {
  readonly port: number
  /** What Medusa's test runner reads: DB_HOST, DB_PORT, DB_USERNAME, DB_PASSWORD. */
  readonly env: Record<string, string>
  /** Connection string of one database on this server. */
  url(database: string): string
  /** Creates an empty database and returns its connection string. */
  createDatabase(name: string, template?: string): Promise<string>
  dropDatabase(name: string): Promise<void>
  /** Kills the server and its children with `-9`; its data stays. */
  crash(): Promise<void>
  /** Starts a crashed server on the same port, with what it had committed. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts Postgres, as root or not, without a system service.
 *
 * It runs under a small process that watches this one, so a killed parent leaves nothing behind.
 *
 * @param options `isDurable` makes commits wait for the disk, as in production
 * @throws Error when the server does not start
 * @example const postgres = await startPostgres()
 */
export async function startPostgres(options: Partial<ClusterOptions> = {}): Promise<Postgres> {
  const { password = randomBytes(12).toString("hex"), isDurable = false } = options
  const cluster: ClusterOptions = { ...options, password, isDurable }
  const owner = spawn(process.execPath, ["--import", "tsx", join(__dirname, "serve.ts")], {
    cwd: __dirname,
    env: { ...process.env, NODE_OPTIONS: "", ONCHAIN_POSTGRES: JSON.stringify(cluster) },
    detached: true,
    stdio: ["pipe", "pipe", "inherit"],
  })
  const exited = once(owner, "exit")
  const lines = createInterface({ input: owner.stdout })
  const gone = exited.then(() => Promise.reject(new Error("Postgres did not start")))
  const nextLine = () => Promise.race([once(lines, "line").then(([text]) => String(text)), gone])
  const [, port = "", directory = ""] = /^(\d+) (.*)$/.exec(await nextLine()) ?? []
  gone.catch(() => undefined)
  const order = async (word: "crash" | "restart") => {
    const answer = nextLine()
    owner.stdin.write(`${word}\n`)
    await answer
  }

  const administer = async (statement: (client: Client) => string) => {
    const client = new Client({ connectionString: url("postgres") })
    await client.connect()
    try {
      await client.query(statement(client))
    } finally {
      await client.end()
    }
  }
  const host = cluster.hasSocket ? `?host=${encodeURIComponent(directory)}` : ""
  const url = (database: string) => `postgres://postgres:${password}@localhost:${port}/${database}${host}`
  return {
    port: Number(port),
    env: {
      DB_HOST: "localhost",
      DB_PORT: port,
      DB_USERNAME: "postgres",
      DB_PASSWORD: password,
    },
    url,
    async createDatabase(name, template = "template1") {
      await administer((client) => {
        const [copy, original] = [name, template].map((one) => client.escapeIdentifier(one))
        return `CREATE DATABASE ${copy} TEMPLATE ${original}`
      })
      return url(name)
    },
    dropDatabase: (name) =>
      administer((client) => `DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`),
    crash: () => order("crash"),
    restart: () => order("restart"),
    async stop() {
      owner.stdin.end()
      await exited
    },
  }
}
