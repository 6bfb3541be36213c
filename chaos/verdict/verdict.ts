import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Database } from "../environment/ground"
import type { Controls } from "../shopper/controls"
import type { VisitRecord } from "../shopper/visit"
import type { Check, CheckResult, Evidence, StormRecord } from "./check"
import { endsAreTold } from "./checks/announcements"
import { bookingsAgree, capturesHaveOrders } from "./checks/bookings"
import { partsHoldTheirOrder, unpaidOrdersCancelled } from "./checks/cancellations"
import { noSecondCapture, paidOrdersCaptured } from "./checks/captures"
import { sessionsBalance, tokensBalance } from "./checks/money"
import { oneOrderPerCart, shoppersServed } from "./checks/orders"
import {
  knownMoneyAsksForNoMore,
  nothingWaits,
  oddMoneyInQueue,
  reviewsMirrored,
  statusesStored,
  transactionsMirrored,
} from "./checks/queues"
import { shelvesAddUp, stockConsistent } from "./checks/stock"
import { forgeriesRefused, processesLive, stormTookPlace } from "./checks/storm"
import { transfersArrive } from "./checks/transfers"
import { readGatewayRecords } from "./gateway-records"
import { type MoneySum, sumMoney } from "./money-sum"
import { sumSessions } from "./session-money"
import { readStoreRecords } from "./store-records"
import { isTorn, isTornReservation } from "./torn-orders"
import { traceTransfers } from "./traces"

const checks: Check[] = [
  stormTookPlace,
  processesLive,
  forgeriesRefused,
  shoppersServed,
  oneOrderPerCart,
  transfersArrive,
  paidOrdersCaptured,
  noSecondCapture,
  capturesHaveOrders,
  bookingsAgree,
  unpaidOrdersCancelled,
  partsHoldTheirOrder,
  oddMoneyInQueue,
  reviewsMirrored,
  transactionsMirrored,
  knownMoneyAsksForNoMore,
  nothingWaits,
  statusesStored,
  endsAreTold,
  stockConsistent,
  shelvesAddUp,
  sessionsBalance,
  tokensBalance,
]

/** Result of a run. */
export interface Verdict {
  checks: CheckResult[]
  money: MoneySum[]
  /** Orders that Medusa left incomplete when it was killed. */
  tornOrders: { id: string; reserved: number }[]
  /** Ids of reservations that it left without an order. */
  tornReservations: string[]
}

/** Reads both sides and compares them. */
export async function judge(options: {
  database: Database
  knex: Knex
  controls: Controls
  visits: readonly VisitRecord[]
  storm: StormRecord
}): Promise<Verdict> {
  const { database, knex, controls, visits, storm } = options
  const gateway = await readGatewayRecords(controls)
  return judgeRecords({ visits, storm, store: await readStoreRecords(database, knex), gateway })
}

/** Records of both sides, and what was done to them. */
export type Records = Pick<Evidence, "visits" | "storm" | "store" | "gateway">

/** Compares the records of both sides. */
export function judgeRecords(records: Records): Verdict {
  const { visits, storm, gateway } = records
  const torn = records.store.orders.filter((order) => isTorn(order, storm))
  const loose = records.store.looseReservations.filter((one) => isTornReservation(one, storm))
  const store = {
    ...records.store,
    orders: records.store.orders.filter((order) => !torn.includes(order)),
    looseReservations: records.store.looseReservations.filter((one) => !loose.includes(one)),
  }
  const evidence: Evidence = {
    ...records,
    store,
    tornPieces:
      torn.reduce((sum, { reserved }) => sum + reserved, 0) +
      loose.reduce((sum, { quantity }) => sum + quantity, 0),
    sessions: sumSessions(store, gateway),
    traces: traceTransfers(visits, store, gateway),
  }
  return {
    checks: checks.map(({ name, title, findViolations }) => {
      return { name, title, violations: findViolations(evidence) }
    }),
    money: sumMoney(evidence),
    tornOrders: torn.map(({ id, reserved }) => ({ id, reserved })),
    tornReservations: loose.map(({ id }) => id),
  }
}

/** Number of violations. */
export function countViolations({ checks: results }: Verdict): number {
  return results.reduce((sum, { violations }) => sum + violations.length, 0)
}
