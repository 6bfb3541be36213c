import { partialHoldMs, unpaidTimeoutMs } from "../../environment/plugin-options"
import { finalWithinMs } from "../../environment/service-settings"
import { fates } from "../../plan/fate"
import type { VisitRecord } from "../../shopper/visit"
import type { Check, Evidence } from "../check"
import { isRightlyGivenUpInReview } from "../giving-up"
import { orderOf, ordersLeft } from "../visit-orders"
import { isPaid } from "./captures"

export const unpaidOrdersCancelled: Check = {
  name: "unpaid_orders_cancelled",
  title: "every order that was not paid is cancelled, or held by a deposit in review, and keeps no money",
  findViolations(evidence) {
    const left = evidence.visits.flatMap((visit) =>
      ordersLeft(visit, evidence).flatMap(({ id, status }) =>
        status === "canceled"
          ? []
          : [`order ${id}, abandoned by shopper ${visit.index} (${visit.fate}), is ${status}`]
      )
    )
    const unpaid = evidence.visits.flatMap((visit) => {
      const { fate, index, problem } = visit
      if (isPaid(visit, evidence) || problem) return []
      const wrong = findWrong(visit, evidence)
      return wrong === null ? [] : [`shopper ${index} (${fate}) ${wrong}`]
    })
    return [...left, ...unpaid]
  },
}

/** The clocks of the store and of the service, and the moment between an order and its payment. */
const clocksMs = 2_000

export const partsHoldTheirOrder: Check = {
  name: "parts_hold_their_order",
  title: "an order that is partly paid before its time is over is held for an operator",
  findViolations(evidence) {
    return evidence.visits.flatMap((visit) => {
      const order = orderOf(visit, evidence)
      if (visit.fate !== "pays_far_too_little" || visit.problem || !order) return []
      const { id, created_at: createdAt, canceled_at: canceledAt } = order
      const dueAt = createdAt.getTime() + unpaidTimeoutMs
      const trace = evidence.traces.find(({ visit: { index } }) => index === visit.index)
      const knownAt = trace?.arrived ? Date.parse(trace.arrived.at) + finalWithinMs : Infinity
      if (canceledAt === null || knownAt > dueAt - clocksMs) return []
      const heldMs = canceledAt.getTime() - dueAt
      if (heldMs >= partialHoldMs - clocksMs) return []
      return [`order ${id} of shopper ${visit.index} was cancelled ${heldMs} ms after its time`]
    })
  },
}

function hasDepositInReview({ index }: VisitRecord, { traces }: Evidence): boolean {
  return traces.some((trace) => trace.visit.index === index && trace.countsFor === null)
}

function findWrong(visit: VisitRecord, evidence: Evidence): string | null {
  const expected = fates[visit.fate].order
  const order = orderOf(visit, evidence)
  if (expected === "none") return order ? `has order ${order.id}` : null
  if (!order) return "has no order"
  const { id, status } = order
  const mayBeHeld = expected === "unpaid" || (expected === "as_paid" && hasDepositInReview(visit, evidence))
  const isHeld = mayBeHeld && status === "pending"
  if (status !== "canceled" && !isHeld) return `has order ${id}, which is ${status}`
  if (mayBeHeld && !isHeld && !isRightlyGivenUpInReview(visit, order, evidence))
    return `has order ${id}, which is ${status} while a deposit in review may belong to it`
  const own = evidence.sessions.filter(({ payment }) => visit.sessionIds.includes(payment.session_id))
  const kept = own.reduce((sum, { captured }) => sum + captured, 0n)
  return kept === 0n ? null : `has order ${id}, which is ${status} and keeps ${kept} base units`
}
