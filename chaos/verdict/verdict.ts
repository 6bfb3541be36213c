import type { Client } from "@medusajs/framework/pg"
import type { Controls } from "../shopper/controls"
import type { VisitRecord } from "../shopper/visit"
import type { Check, CheckResult, Evidence } from "./check"
import { noSecondCapture, paidOrdersCaptured, unpaidOrdersCancelled } from "./checks/captures"
import { sessionsBalance, tokensBalance } from "./checks/money"
import { oneOrderPerCart, shoppersServed } from "./checks/orders"
import { nothingWaits, oddMoneyInQueue, reviewsMirrored } from "./checks/queues"
import { shelvesAddUp, stockConsistent } from "./checks/stock"
import { type GatewayBooks, readGatewayBooks } from "./gateway-books"
import { type MoneySum, sumMoney } from "./money-sum"
import { reckonSessions } from "./session-money"
import { readStoreBooks, type StoreBooks } from "./store-books"

const checks: Check[] = [
  shoppersServed,
  oneOrderPerCart,
  paidOrdersCaptured,
  noSecondCapture,
  unpaidOrdersCancelled,
  oddMoneyInQueue,
  reviewsMirrored,
  nothingWaits,
  stockConsistent,
  shelvesAddUp,
  sessionsBalance,
  tokensBalance,
]

/** How a run came out. */
export interface Verdict {
  checks: CheckResult[]
  money: MoneySum[]
}

/** Reads both sides and holds them against each other. */
export async function judge(options: {
  database: Client
  controls: Controls
  visits: readonly VisitRecord[]
}): Promise<Verdict> {
  const { database, controls, visits } = options
  const gateway = await readGatewayBooks(controls)
  return judgeBooks(visits, await readStoreBooks(database), gateway)
}

/** Holds the books of both sides against each other. */
export function judgeBooks(
  visits: readonly VisitRecord[],
  store: StoreBooks,
  gateway: GatewayBooks
): Verdict {
  const evidence: Evidence = { visits, store, gateway, sessions: reckonSessions(store, gateway) }
  return {
    checks: checks.map(({ name, title, findViolations }) => {
      return { name, title, violations: findViolations(evidence) }
    }),
    money: sumMoney(evidence),
  }
}

/** How many things are wrong. */
export function countViolations({ checks: results }: Verdict): number {
  return results.reduce((sum, { violations }) => sum + violations.length, 0)
}
