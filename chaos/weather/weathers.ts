import { setTimeout as delay } from "node:timers/promises"
import { isCommit, type Statement } from "../environment/sql-watch"
import { leaseMs } from "../environment/plugin-options"
import { clockAhead, clockBehind, clockJumps } from "./clocks"
import { diskFull } from "./disk-full"
import { rollingUpgrade } from "./upgrade"
import type { Random } from "../plan/random"
import type { MortalServer, ProcessProxies, Weather, WeatherContext, WeatherName } from "./weather"

const SHOWN_SQL = 90
const smallPool = 4
/** A moment that comes often is taken at random, not always the first. */
const longestSkip = 12

/** What each name on the command line stands for. */
export const weathers: Record<WeatherName, Weather> = {
  /** The server and its children die with everything that was open, and come back after some seconds. */
  "postgres-killed": {
    tearsOrders: true,
    times: (orders) => (orders < 20 ? 1 : Math.min(6, Math.ceil(orders / 30))),
    blow: ({ ground, random }) => killFor(ground.postgres, "Postgres", random.between(1_500, 6_000)),
  },
  /** One process loses all its connections, in the middle of a transaction that has written. */
  "connections-cut": {
    tearsOrders: true,
    times: (orders) => Math.min(40, Math.ceil(orders / 5)),
    async blow(context) {
      const { name, sql, postgres } = pickProcess(context)
      const isMoment = skipping(context.random, ({ isInTransaction, writes }) => {
        return isInTransaction && writes.length > 0
      })
      const struck = await sql.strike(
        (one) => (!isCommit(one) && isMoment(one) ? "cut" : "pass"),
        context.storm
      )
      if (!struck) return undefined
      context.begins()
      const others = postgres.cut()
      return `${name} lost ${others + 1} connections to Postgres, one before ${brief(struck.text)} after ${brief(struck.writes.at(-1))}`
    },
  },
  /** Postgres commits, and the process does not learn it. */
  "commits-lost": {
    tearsOrders: true,
    times: (orders) => Math.min(60, Math.ceil(orders / 3)),
    async blow(context) {
      const { name, sql } = pickProcess(context)
      const isMoment = skipping(context.random, (one) => {
        return one.writes.length > 0 && (isCommit(one) || !one.isInTransaction)
      })
      const struck = await sql.strike((one) => (isMoment(one) ? "lose_answer" : "pass"), context.storm)
      context.begins()
      return struck && `${name} did not learn that ${brief(struck.writes.at(-1))} was committed`
    },
  },
  /** One process cannot reach Postgres from the moment it has claimed work until after its lease has run out. */
  partition: {
    tearsOrders: true,
    times: (orders) => Math.min(8, Math.ceil(orders / 20)),
    async blow(context) {
      const { random, storm } = context
      const { name, sql, postgres } = pickProcess(context)
      const claim = await sql.carriedOut(isClaim, storm)
      if (!claim) return undefined
      context.begins()
      const serverNotices = random.isTrue(0.5)
      postgres.hold(serverNotices)
      const forMs = leaseMs + random.between(3_000, 12_000)
      await delay(forMs)
      postgres.heal()
      const server = serverNotices ? "which ended its sessions" : "which kept its sessions open"
      return `${name} could not reach Postgres, ${server}, for ${forMs} ms after ${brief(claim.text)}`
    },
  },
  "redis-killed": {
    needsCluster: true,
    tearsOrders: true,
    times: (orders) => Math.min(6, Math.ceil(orders / 30)),
    blow: ({ ground, random }) => killFor(ground.redis, "Redis", random.between(1_000, 5_000)),
  },
  "redis-cut": {
    needsCluster: true,
    tearsOrders: true,
    times: (orders) => Math.min(30, Math.ceil(orders / 5)),
    async blow(context) {
      const { name, redis } = pickProcess(context)
      return redis && `${name} lost ${redis.cut()} connections to Redis`
    },
  },
  "clock-ahead": clockAhead,
  "clock-behind": clockBehind,
  "clock-jumps": clockJumps,
  "disk-full": diskFull,
  /** Each process has as few connections to Postgres as the plugin works with. */
  "small-pool": {
    tearsOrders: false,
    env: () => ({ POOL_SIZE: String(smallPool) }),
    times: () => 1,
    blow: () => Promise.resolve(`each process had a pool of ${smallPool} connections all the time`),
  },
  "rolling-upgrade": rollingUpgrade,
}

function pickProcess({ ground, random }: WeatherContext): ProcessProxies & { name: string } {
  const [first, ...others] = [...ground.proxies].map(([name, proxies]) => ({ name, ...proxies }))
  if (!first) throw new Error("Weather needs a store process")
  return random.pick([first, ...others])
}

async function killFor(
  server: MortalServer | undefined,
  name: string,
  ms: number
): Promise<string | undefined> {
  if (!server) return undefined
  await server.crash()
  await delay(ms)
  await server.restart()
  return `${name} was dead for ${ms} ms`
}

function skipping(random: Random, isMoment: (statement: Statement) => boolean): typeof isMoment {
  let left = random.between(0, longestSkip)
  return (statement) => isMoment(statement) && left-- <= 0
}

/** The plugin's claim of due work, which found some. */
const isClaim = ({ text, rows = 0 }: Statement): boolean =>
  rows > 0 && /^\s*update[\s\S]*skip locked/i.test(text)

function brief(sql = "nothing"): string {
  const line = sql.replace(/\s+/g, " ").trim()
  return line.length > SHOWN_SQL ? `"${line.slice(0, SHOWN_SQL)}..."` : `"${line}"`
}
