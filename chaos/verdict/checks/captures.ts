import { compareAmounts } from "../../../src/gateway/amount"
import { fates } from "../../plan/fate"
import type { VisitRecord } from "../../shopper/visit"
import type { Check, Evidence } from "../check"
import { isRightlyGivenUp, paidAttempts } from "../giving-up"
import { groupBy } from "../grouping"
import { type Order, orderOf } from "../visit-orders"

export const paidOrdersCaptured: Check = {
  name: "paid_orders_captured_once",
  title: "every paid order is captured exactly once, with its total, from the payment that was shown last",
  findViolations(evidence) {
    const captures = groupBy(evidence.store.captures, ({ order_id }) => order_id ?? "none")
    return evidence.visits.flatMap((visit) => {
      const { fate, index, problem } = visit
      if (!isPaid(visit, evidence) || problem) return []
      const order = orderOf(visit, evidence)
      if (!order) return [`shopper ${index} (${fate}) has no order; carts ${visit.cartIds.join(", ")}`]
      const who = `order ${order.id} of shopper ${index} (${fate})`
      const wrong =
        order.status === "canceled"
          ? findWrongEnd(visit, order, evidence)
          : findWrongCapture(visit, order, captures.get(order.id) ?? [], evidence)
      return wrong === null ? [] : [`${who} ${wrong}`]
    })
  },
}

/** Whether the fate, or the received money, requires a capture. */
export function isPaid({ fate, sessionIds }: VisitRecord, evidence: Evidence): boolean {
  const { order } = fates[fate]
  if (order !== "as_paid") return order === "captured"
  return paidAttempts(sessionIds.at(-1) ?? "", evidence).length > 0
}

/** What is wrong about an order that was paid and is cancelled, or null. */
function findWrongEnd(visit: VisitRecord, order: Order, evidence: Evidence): string | null {
  if (!isRightlyGivenUp(visit, order, evidence)) return "is cancelled"
  const own = evidence.sessions.filter(({ payment }) => payment.session_id === visit.sessionIds.at(-1))
  if (own.length === 0) return "is cancelled, but its payment is gone"
  const kept = own.find(({ captured }) => captured !== 0n)
  if (kept) return `is cancelled and keeps ${kept.captured} base units`
  const isVisible = own.some(({ unallocated, owed }) => unallocated + owed > 0n)
  return isVisible ? null : "is cancelled, but its money is in no queue"
}

function findWrongCapture(
  { sessionIds }: VisitRecord,
  { total }: Order,
  captures: Evidence["store"]["captures"],
  { store }: Evidence
): string | null {
  const [capture] = captures
  if (captures.length !== 1 || !capture) return `has ${captures.length} captures`
  const { session_id: sessionId, amount } = capture
  if (sessionId !== sessionIds.at(-1))
    return `is captured from session ${sessionId}, which was not shown last`
  const payment = store.payments.find(({ session_id }) => session_id === sessionId)
  if (payment?.state !== "captured") return `is captured, its payment is ${payment?.state}`
  if (compareAmounts(amount, total) !== 0) return `costs ${total} and was captured with ${amount}`
  return compareAmounts(amount, payment.fiat_amount) === 0
    ? null
    : `was captured with ${amount} of ${payment.fiat_amount}`
}

export const noSecondCapture: Check = {
  name: "no_second_capture",
  title: "no order and no payment session has two captures",
  findViolations: ({ store }) =>
    (["order_id", "session_id"] as const).flatMap((key) =>
      [...groupBy(store.captures, (row) => row[key] ?? "")].flatMap(([id, rows]) =>
        rows.length > 1 && id !== "" ? [`${id} has ${rows.length} captures`] : []
      )
    ),
}
