import type { Client } from "@medusajs/framework/pg"
import type { Controls } from "../shopper/controls"
import type { VisitRecord } from "../shopper/visit"
import type { Check, CheckResult, Evidence, StormRecord } from "./check"
import { endsAreTold } from "./checks/announcements"
import { bookingsAgree, capturesHaveOrders } from "./checks/bookings"
import { partsHoldTheirOrder, unpaidOrdersCancelled } from "./checks/cancellations"
import { noSecondCapture, paidOrdersCaptured } from "./checks/captures"
import { sessionsBalance, tokensBalance } from "./checks/money"
import { oneOrderPerCart, shoppersServed } from "./checks/orders"
import { nothingWaits, oddMoneyInQueue, reviewsMirrored } from "./checks/queues"
import { shelvesAddUp, stockConsistent } from "./checks/stock"
import { forgeriesRefused, stormTookPlace } from "./checks/storm"
import { transfersArrive } from "./checks/transfers"
import { readGatewayBooks } from "./gateway-books"
import { type MoneySum, sumMoney } from "./money-sum"
import { reckonSessions } from "./session-money"
import { readStoreBooks } from "./store-books"
import { isTorn } from "./torn-orders"
import { traceTransfers } from "./traces"

const checks: Check[] = [
  stormTookPlace,
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
  nothingWaits,
  endsAreTold,
  stockConsistent,
  shelvesAddUp,
  sessionsBalance,
  tokensBalance,
]

/** How a run came out. */
export interface Verdict {
  checks: CheckResult[]
  money: MoneySum[]
  /** Orders that Medusa left unfinished when it was killed. */
  tornOrders: { id: string; reserved: number }[]
}

/** Reads both sides and holds them against each other. */
export async function judge(options: {
  database: Client
  controls: Controls
  visits: readonly VisitRecord[]
  storm: StormRecord
}): Promise<Verdict> {
  const { database, controls, visits, storm } = options
  const gateway = await readGatewayBooks(controls)
  return judgeBooks({ visits, storm, store: await readStoreBooks(database), gateway })
}

/** What both sides have, and what was done to them. */
export type Books = Pick<Evidence, "visits" | "storm" | "store" | "gateway">

/** Holds the books of both sides against each other. */
export function judgeBooks(books: Books): Verdict {
  const { visits, storm, gateway } = books
  const torn = books.store.orders.filter((order) => isTorn(order, storm))
  const store = { ...books.store, orders: books.store.orders.filter((order) => !torn.includes(order)) }
  const evidence: Evidence = {
    ...books,
    store,
    tornPieces: torn.reduce((sum, { reserved }) => sum + reserved, 0),
    sessions: reckonSessions(store, gateway),
    traces: traceTransfers(visits, store, gateway),
  }
  return {
    checks: checks.map(({ name, title, findViolations }) => {
      return { name, title, violations: findViolations(evidence) }
    }),
    money: sumMoney(evidence),
    tornOrders: torn.map(({ id, reserved }) => ({ id, reserved })),
  }
}

/** How many things are wrong. */
export function countViolations({ checks: results }: Verdict): number {
  return results.reduce((sum, { violations }) => sum + violations.length, 0)
}
