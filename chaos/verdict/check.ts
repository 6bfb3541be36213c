import type { VisitRecord } from "../shopper/visit"
import type { StormCounts } from "../weather/webhook-storm"
import type { GatewayBooks } from "./gateway-books"
import type { SessionMoney } from "./session-money"
import type { StoreBooks } from "./store-books"
import type { Trace } from "./traces"

/** What the storm did to the store. */
export interface StormRecord {
  webhooks: StormCounts
  plannedKills: number
  /** When a process was killed, in epoch milliseconds. */
  killedAt: readonly number[]
}

/** Everything a verdict rests on, read at one moment. */
export interface Evidence {
  visits: readonly VisitRecord[]
  storm: StormRecord
  /** Without the orders that a kill tore. */
  store: StoreBooks
  /** What the orders that a kill tore have reserved. */
  tornPieces: number
  gateway: GatewayBooks
  sessions: SessionMoney[]
  /** Everything that was sent, in no order. */
  traces: Trace[]
}

/** One thing that has to be true in the end. */
export interface Check {
  name: string
  /** What it says, for a person. */
  title: string
  /** @returns what is wrong, each with the ids to look for; empty when nothing is */
  findViolations(evidence: Evidence): string[]
}

/** How a check came out. */
export interface CheckResult {
  name: string
  title: string
  violations: string[]
}
