import { setTimeout as delay } from "node:timers/promises"
import { Pool, type QueryResult } from "@medusajs/framework/pg"
import type { Teardown } from "../../demo/teardown"
import { startPostgres } from "../../scripts/postgres"
import type { ClusterOptions } from "../../scripts/postgres/cluster"
import { startRedis } from "../../scripts/redis"
import { createStoreTemplate } from "../../scripts/test/store-template"
import type { Ground, ProcessProxies } from "../weather/weather"
import { createSqlWatch } from "./sql-watch"
import { startTcpProxy } from "./tcp-proxy"

/** Longer than the weather that keeps Postgres away longest. */
const patienceMs = 240_000
const pauseMs = 250

/** Queries of the run itself, past the proxies. Each is repeated while Postgres is away. */
export interface Database {
  query(text: string, values?: unknown[]): Promise<QueryResult>
}

/** What is under the store, and how each of its processes gets there. */
export interface StoreGround extends Ground {
  databaseUrl: string
  /** Variables of one process. */
  envOf(process: string): Record<string, string>
}

/**
 * Starts what is under a store that has weather: a Postgres that keeps what it acknowledged, and proxies in front of it and of Redis.
 *
 * It is as durable as in production. A killed process leaves its writes in the kernel's cache, but an acknowledged commit may still be
 * in its own memory without `synchronous_commit`, and a killed write may stop between two halves of a page, which
 * `full_page_writes` repairs.
 */
export async function startGround(options: {
  teardown: Teardown
  processes: readonly string[]
  isCluster: boolean
  settings: Partial<ClusterOptions>
}): Promise<StoreGround> {
  const { teardown, processes, isCluster, settings } = options
  const postgres = await startPostgres({ isDurable: true, ...settings })
  teardown.add(() => postgres.stop())
  const redis = isCluster ? await startRedis({ isDurable: true }) : undefined
  if (redis) teardown.add(() => redis.stop())
  const databaseUrl = postgres.url(await createStoreTemplate(postgres))
  const through = (url: string, port: number) => Object.assign(new URL(url), { port: String(port) }).href
  const proxies = new Map<string, ProcessProxies>()
  for (const name of processes) {
    const sql = createSqlWatch()
    const toPostgres = await startTcpProxy({ target: postgres.port, tap: sql.tap })
    const toRedis = redis && (await startTcpProxy({ target: redis.port }))
    for (const proxy of [toPostgres, toRedis]) teardown.add(() => proxy?.close())
    proxies.set(name, { sql, postgres: toPostgres, redis: toRedis })
  }
  return {
    postgres,
    redis,
    proxies,
    databaseUrl,
    envOf(process): Record<string, string> {
      const own = proxies.get(process)
      if (!own) throw new Error(`There is no proxy for ${process}`)
      const env = { DATABASE_URL: through(databaseUrl, own.postgres.port) }
      return own.redis && redis ? { ...env, REDIS_URL: through(redis.url, own.redis.port) } : env
    },
  }
}

export function openDatabase(url: string, teardown: Teardown): Database {
  const pool = new Pool({ connectionString: url, max: 4 })
  // A connection that breaks while it is idle; the next query opens another.
  pool.on("error", () => undefined)
  teardown.add(() => pool.end())
  return {
    async query(text, values) {
      const deadline = Date.now() + patienceMs
      for (;;) {
        try {
          return await pool.query(text, values)
        } catch (error) {
          if (!isAway(error) || Date.now() > deadline) throw error
          await delay(pauseMs)
        }
      }
    },
  }
}

/** Lost or refused connections, and a server that stops, starts, or has no space. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = "code" in error ? String(error.code) : ""
  return (
    /^(?:57P0|08|53|ECONN|EPIPE)/.test(code) ||
    /connection terminated|ended unexpectedly/i.test(error.message)
  )
}
