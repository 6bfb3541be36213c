import { setTimeout as delay } from "node:timers/promises"
import { isCommit, type Statement } from "../environment/sql-watch"
import { leaseMs } from "../environment/plugin-options"
import { clockAhead, clockBehind, clockJumps } from "./clocks"
import { diskFull } from "./disk-full"
import { rollingUpgrade } from "./upgrade"
import type { Random } from "../plan/random"
import {
  weatherNames,
  type MortalServer,
  type ProcessProxies,
  type Weather,
  type WeatherContext,
  type WeatherName,
} from "./weather"

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
  /**
   * The server is away for more than two minutes: a pool of the store waits for a connection for one, and Medusa's jobs twice. Medusa
   * passes no shorter wait on to its pool.
   */
  "postgres-away": {
    tearsOrders: true,
    times: () => 1,
    blow: ({ ground, random }) => killFor(ground.postgres, "Postgres", random.between(130_000, 140_000)),
  },
  /** One process loses all its connections, in the middle of a transaction that has written. */
  "connections-cut": {
    tearsOrders: true,
    times: (orders) => Math.min(40, Math.ceil(orders / 5)),
    async blow(context) {
      const isMoment = skipping(context.random, (one) => {
        return one.isInTransaction && one.writes.length > 0 && !isCommit(one)
      })
      const struck = await ofAnyProcess(context, ({ sql }, signal) =>
        sql.strike((one) => (isMoment(one) ? "cut" : "pass"), signal)
      )
      if (!struck) return undefined
      context.begins()
      const { name, postgres, met } = struck
      const others = postgres.cut()
      return `${name} lost ${others + 1} connections to Postgres, one before ${brief(met.text)} after ${brief(met.writes.at(-1))}`
    },
  },
  /** Postgres commits, and the process does not learn it. */
  "commits-lost": {
    tearsOrders: true,
    times: (orders) => Math.min(60, Math.ceil(orders / 3)),
    async blow(context) {
      const isMoment = skipping(context.random, (one) => {
        return one.writes.length > 0 && (isCommit(one) || !one.isInTransaction)
      })
      const struck = await ofAnyProcess(context, ({ sql }, signal) =>
        sql.strike((one) => (isMoment(one) ? "lose_answer" : "pass"), signal)
      )
      context.begins()
      return struck && `${struck.name} did not learn that ${brief(struck.met.writes.at(-1))} was committed`
    },
  },
  /** One process cannot reach Postgres from the moment it has claimed work until after its lease has run out. */
  partition: {
    tearsOrders: true,
    // Another process has to be there that takes the work over.
    env: (process): Record<string, string> =>
      process === "server-1" ? { MEDUSA_WORKER_MODE: "shared" } : {},
    times: (orders) => Math.min(8, Math.ceil(orders / 20)),
    async blow(context) {
      const claim = await ofAnyProcess(context, ({ sql }, signal) => sql.carriedOut(isClaim, signal))
      if (!claim) return undefined
      context.begins()
      const { name, postgres, met } = claim
      const serverNotices = context.random.isTrue(0.5)
      postgres.hold(serverNotices)
      const forMs = leaseMs + context.random.between(3_000, 12_000)
      await delay(forMs)
      postgres.heal()
      const server = serverNotices ? "which ended its sessions" : "which kept its sessions open"
      return `${name} could not reach Postgres, ${server}, for ${forMs} ms after ${brief(met.text)}`
    },
  },
  "redis-killed": {
    needsCluster: true,
    tearsOrders: true,
    times: (orders) => Math.min(6, Math.ceil(orders / 30)),
    blow: ({ ground, random }) => killFor(ground.redis, "Redis", random.between(1_000, 5_000)),
  },
  /** Its disk is lost too: no event, lock or schedule is left. */
  "redis-emptied": {
    needsCluster: true,
    tearsOrders: true,
    times: () => 1,
    async blow({ ground }) {
      await ground.redis?.crash()
      await ground.redis?.restart({ isEmpty: true })
      return "Redis lost everything"
    },
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

/** Long enough for the jobs of a worker; a server without shoppers may never do what is waited for. */
const preferenceMs = 15_000

/** Waits for a moment of one process, drawn at random, and then of all. */
async function ofAnyProcess<T>(
  context: WeatherContext,
  wait: (proxies: ProcessProxies, signal: AbortSignal) => Promise<T | undefined>
): Promise<(ProcessProxies & { name: string; met: T }) | undefined> {
  const one = pickProcess(context)
  const met = await wait(one, AbortSignal.any([context.storm, AbortSignal.timeout(preferenceMs)]))
  if (met !== undefined) return { ...one, met }
  const found = new AbortController()
  const signal = AbortSignal.any([context.storm, found.signal])
  return new Promise((resolve, reject) => {
    const waiting = [...context.ground.proxies].map(async ([name, proxies]) => {
      const first = await wait(proxies, signal)
      if (first === undefined) return
      found.abort()
      resolve({ ...proxies, name, met: first })
    })
    Promise.all(waiting).then(() => resolve(undefined), reject)
  })
}

/** What can blow here; some weather needs a cluster, or what this machine does not allow. */
export function weatherThatFits(isCluster: boolean): WeatherName[] {
  return weatherNames.filter((name) => {
    const weather = weathers[name]
    return (isCluster || !weather.needsCluster) && weather.unavailable?.() === undefined
  })
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
