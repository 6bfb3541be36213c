import type { Say } from "../../demo/progress"
import type { ClusterOptions } from "../../scripts/postgres/cluster"
import type { Redis } from "../../scripts/redis"
import type { TcpProxy } from "../environment/tcp-proxy"
import type { Database } from "../environment/ground"
import type { SqlWatch } from "../environment/sql-watch"
import type { Random } from "../plan/random"
import type { NamedProcess } from "../environment/supervised-process"

/** Failures of what is under the store. */
export const weatherNames = [
  "postgres-killed",
  "postgres-away",
  "connections-cut",
  "commits-lost",
  "partition",
  "redis-killed",
  "redis-emptied",
  "redis-cut",
  "clock-ahead",
  "clock-behind",
  "clock-jumps",
  "disk-full",
  "small-pool",
  "rolling-upgrade",
] as const
export type WeatherName = (typeof weatherNames)[number]

/** A server that can die and come back on the same port. */
export interface MortalServer {
  /** Kills it and its children with `-9`. */
  crash(): Promise<void>
  /** Starts it on the same port, and waits until it answers. */
  restart(): Promise<void>
}

/** Between one store process and what is under it. */
export interface ProcessProxies {
  postgres: TcpProxy
  /** What the process says to Postgres, and what may be done about it. */
  sql: SqlWatch
  redis?: TcpProxy
}

/** What is under the store. */
export interface Ground {
  /** The run's own Postgres. It is durable: every commit it acknowledged survives a crash. */
  postgres: MortalServer
  /** Absent with one process. */
  redis?: Pick<Redis, "crash" | "restart">
  /** A proxy for each store process, by the name of the process. */
  proxies: ReadonlyMap<string, ProcessProxies>
}

/** One kind of weather. */
export interface Weather {
  /** Only in a cluster, such as what happens to Redis. @default false */
  needsCluster?: boolean
  /** Why it cannot blow on this machine; undefined when it can. */
  unavailable?(): string | undefined
  /** Directory of the plugin that the processes start with. @default the installed one */
  plugin?(): string
  /** Variables of one store process, besides the common ones. @param process such as `store` or `server-1` */
  env?(process: string): Record<string, string>
  /** Settings of the run's own Postgres. */
  postgres?: Partial<ClusterOptions>
  /**
   * Whether requests of Medusa die in it between two of their writes. The verdict reports an order without a cart and a payment
   * collection from such a time beside the violations, as it does after a kill.
   */
  tearsOrders: boolean
  /** Blows in the first tenth of the orders. @default false */
  comesEarly?: boolean
  /** How often it blows in a run of so many orders; one that lasts for the whole run blows once. */
  times(orders: number): number
  /**
   * Blows once, from its beginning to its end.
   *
   * @returns what happened, for the report; undefined when its moment never came, which the verdict notices
   */
  blow(context: WeatherContext): Promise<string | undefined>
}

/** What a weather may touch. */
export interface WeatherContext {
  processes: readonly NamedProcess[]
  ground: Ground
  /** Straight to Postgres, past the proxies. */
  database: Database
  /** Of this one blow; repeated by the seed. */
  random: Random
  /** How many orders have begun. */
  ordersBegun(): number
  /** Call when a moment that it waited for has come: from then on the store feels it. @default from the call of `blow` */
  begins(): void
  /** Aborted a while after the last shopper: a weather that still waits for its moment gives up. */
  storm: AbortSignal
  say: Say
}

/** A weather that blew. */
export interface WeatherEvent {
  name: WeatherName
  /** In epoch milliseconds. */
  from: number
  until: number
  what: string
}

/** What was planned and what blew, for the verdict. */
export interface WeatherRecord {
  planned: Partial<Record<WeatherName, number>>
  events: readonly WeatherEvent[]
}
