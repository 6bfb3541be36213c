import type { Death } from "../environment/supervised-process"
import type { VisitRecord } from "../shopper/visit"
import type { WeatherRecord } from "../weather/weather"
import type { StormCounts } from "../weather/webhook-storm"
import type { GatewayRecords } from "./gateway-records"
import type { SessionMoney } from "./session-money"
import type { StoreRecords } from "./store-records"
import type { Trace } from "./traces"

/** What the storm did to the store. */
export interface StormRecord {
  webhooks: StormCounts
  plannedKills: number
  /** When a process was killed, in epoch milliseconds. */
  killedAt: readonly number[]
  /** What happened to what is under the store. */
  weather: WeatherRecord
  /** Carts and accounts that Medusa had left half written. */
  startedOver: readonly string[]
  /** Processes of the store that ended although nothing killed them. */
  deaths: readonly Death[]
}

/** Everything a verdict rests on, read at one moment. */
export interface Evidence {
  visits: readonly VisitRecord[]
  storm: StormRecord
  /** Without the orders that a kill left incomplete, and reservations of undone orders. */
  store: StoreRecords
  /** What is reserved for orders that a kill left incomplete, or that Medusa undid without it. */
  tornPieces: number
  gateway: GatewayRecords
  sessions: SessionMoney[]
  /** Every transfer, in no order. */
  traces: Trace[]
}

/** A statement that must hold in the end. */
export interface Check {
  name: string
  /** The statement, for the report. */
  title: string
  /** @returns violations, each with its ids; empty when there are none */
  findViolations(evidence: Evidence): string[]
}

/** Result of a check. */
export interface CheckResult {
  name: string
  title: string
  violations: string[]
}
