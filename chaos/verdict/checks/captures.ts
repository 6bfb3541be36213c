import { compareAmounts } from "../../../src/gateway/amount"
import { fates } from "../../plan/fate"
import type { VisitRecord } from "../../shopper/visit"
import type { Check, Evidence } from "../check"
import { groupBy } from "../grouping"

/** Clocks of two processes, and a question to the service that was under way, make this much of "the same second". */
const sameMomentMs = 15_000

/** The order a shopper's last cart became, if it did. */
function orderOf({ cartIds }: VisitRecord, { store }: Evidence) {
  const last = cartIds.at(-1)
  return store.orders.find(({ cart_id }) => cart_id !== null && cart_id === last)
}

/** Orders that the shopper left for another one. */
function ordersLeft({ cartIds }: VisitRecord, { store }: Evidence) {
  return store.orders.filter(({ cart_id }) => cart_id !== null && cartIds.slice(0, -1).includes(cart_id))
}

/** Whether the store had given an order up, rightly, when the first money for it came. */
function cameTooLate(visit: VisitRecord, evidence: Evidence): boolean {
  const order = orderOf(visit, evidence)
  const { payments } = evidence.store
  const invoices = visit.sessionIds.map(
    (id) => payments.find(({ session_id }) => session_id === id)?.gateway_invoice_id
  )
  const sent = evidence.gateway.transfers.filter(({ invoiceId }) => invoiceId && invoices.includes(invoiceId))
  const firstMs = Math.min(...sent.map(({ at }) => Date.parse(at)))
  return order?.canceled_at != null && firstMs > order.canceled_at.getTime() - sameMomentMs
}

export const paidOrdersCaptured: Check = {
  name: "paid_orders_captured_once",
  title: "every paid order is captured exactly once, in full, and booked on the order",
  findViolations(evidence) {
    const { visits, store } = evidence
    const captures = groupBy(store.captures, ({ order_id }) => order_id)
    const booked = groupBy(store.transactions, ({ order_id }) => order_id)
    return visits.flatMap((visit) => {
      const { fate, index } = visit
      if (fates[fate].order !== "captured" || visit.problem) return []
      const order = orderOf(visit, evidence)
      if (!order) return [`shopper ${index} (${fate}) has no order; carts ${visit.cartIds.join(", ")}`]
      const who = `order ${order.id} of shopper ${index} (${fate})`
      const own = captures.get(order.id) ?? []
      if (own.length === 0 && cameTooLate(visit, evidence)) return []
      if (order.status === "canceled") return [`${who} is cancelled`]
      const [capture] = own
      if (own.length !== 1 || !capture) return [`${who} has ${own.length} captures`]
      const payment = store.payments.find(({ session_id }) => session_id === capture.session_id)
      if (payment?.state !== "captured") return [`${who} is captured, its payment is ${payment?.state}`]
      if (compareAmounts(capture.amount, payment.fiat_amount) !== 0)
        return [`${who} was captured with ${capture.amount} of ${payment.fiat_amount}`]
      const rows = (booked.get(order.id) ?? []).filter(({ reference }) => reference === "capture")
      const isBooked = rows.length === 1 && rows[0] && compareAmounts(rows[0].amount, capture.amount) === 0
      return isBooked ? [] : [`${who} has ${rows.length} booked captures: ${JSON.stringify(rows)}`]
    })
  },
}

export const noSecondCapture: Check = {
  name: "no_second_capture",
  title: "no order and no payment session has two captures",
  findViolations: ({ store }) =>
    (["order_id", "session_id"] as const).flatMap((key) =>
      [...groupBy(store.captures, (row) => row[key])].flatMap(([id, rows]) =>
        rows.length > 1 ? [`${id} has ${rows.length} captures`] : []
      )
    ),
}

export const unpaidOrdersCancelled: Check = {
  name: "unpaid_orders_cancelled",
  title: "every order that was not paid, or was cancelled, is cancelled or rightly open, and keeps no money",
  findViolations(evidence) {
    const sessions = new Map(evidence.sessions.map((money) => [money.payment.session_id, money]))
    const left = evidence.visits.flatMap((visit) =>
      ordersLeft(visit, evidence).flatMap(({ id, status }) =>
        status === "canceled"
          ? []
          : [`order ${id}, left by shopper ${visit.index} (${visit.fate}), is ${status}`]
      )
    )
    const unpaid = evidence.visits.flatMap((visit) => {
      const { fate, index, problem } = visit
      if (fates[fate].order === "captured" || problem) return []
      const order = orderOf(visit, evidence)
      if (fates[fate].order === "none")
        return order ? [`shopper ${index} (${fate}) has order ${order.id}`] : []
      if (!order) return [`shopper ${index} (${fate}) has no order`]
      const who = `order ${order.id} of shopper ${index} (${fate})`
      const isRightlyOpen = fates[fate].order === "unpaid" && order.status === "pending"
      if (order.status !== "canceled" && !isRightlyOpen) return [`${who} is ${order.status}`]
      const kept = visit.sessionIds.reduce((sum, id) => sum + (sessions.get(id)?.captured ?? 0n), 0n)
      return kept === 0n ? [] : [`${who} is ${order.status} and keeps ${kept} base units`]
    })
    return [...left, ...unpaid]
  },
}
