import {
  DEPOSIT_REVIEW_REQUIRED,
  PAYMENT_SETTLED,
  PAYMENT_UNALLOCATED,
  REFUND_DUE,
  UNPAID_ORDER_CANCELLED,
} from "../../../src/modules/onchain/events"
import { cancelledByMerchant } from "../../plan/fate"
import type { WeatherName } from "../../weather/weather"
import type { Check, Evidence } from "../check"
import { orderOf, ordersLeft } from "../visit-orders"

/**
 * An event in flight inside a process dies with it: Medusa's event bus promises no more. An event published
 * this shortly before a kill may not have been received.
 */
const onItsWayMs = 5_000
const clockMs = 1_000
/** Redis without its data has no event that waited there, which is for as long as a killed worker is away. */
const workerIsBackMs = 60_000
const losesEvents: ReadonlyMap<WeatherName, number> = new Map([
  ["redis-killed", onItsWayMs],
  ["redis-emptied", workerIsBackMs],
])

/** Compares with what was received, not with the plugin's record of what it published. */
export const endsAreTold: Check = {
  name: "ends_are_told",
  title: "the subscriber received the end of every payment, refund, unpaid order and deposit in review",
  findViolations: (evidence) => [
    ...paymentsUntold(evidence),
    ...refundsUntold(evidence),
    ...cancellationsUntold(evidence),
    ...depositsUntold(evidence),
  ],
}

function paymentsUntold(evidence: Evidence): string[] {
  const settled = heardOf(evidence, PAYMENT_SETTLED, "payment_id")
  const unallocated = heardOf(evidence, PAYMENT_UNALLOCATED, "payment_id")
  // A part of one attempt may be in review before another attempt is paid.
  const switched = new Set(evidence.store.earlier.map(({ id }) => id))
  return evidence.store.payments.flatMap(({ id, state, end_published_at: toldAt }) => {
    const [own, other] = state === "captured" ? [settled, unallocated] : [unallocated, settled]
    if (other.has(id) && !(state === "captured" && switched.has(id)))
      return [`payment ${id} is ${state}, and a contradicting event was received`]
    if (state !== "captured" && state !== "unallocated")
      return own.has(id) ? [`payment ${id} is ${state}, and an end was received`] : []
    return own.has(id) || diedOnItsWay(evidence, toldAt)
      ? []
      : [`no event was received that payment ${id} is ${state}`]
  })
}

function refundsUntold(evidence: Evidence): string[] {
  const heard = heardOf(evidence, REFUND_DUE, "payment_id")
  return evidence.store.owed.flatMap(({ id, payment_id, due_published_at: toldAt }) =>
    heard.has(payment_id) || diedOnItsWay(evidence, toldAt)
      ? []
      : [`no event was received that refund ${id} is due`]
  )
}

/** Without a merchant's cancellation the store cancelled the order, and must publish an event. */
function cancellationsUntold(evidence: Evidence): string[] {
  const { visits, store } = evidence
  const heard = heardOf(evidence, UNPAID_ORDER_CANCELLED, "order_id")
  const untold = visits.flatMap((visit) => {
    const last = cancelledByMerchant.has(visit.fate) ? undefined : orderOf(visit, evidence)
    return [...ordersLeft(visit, evidence), ...(last ? [last] : [])].flatMap(({ id, status }) => {
      if (status !== "canceled" || heard.has(id)) return []
      const closed = [...store.payments, ...store.unchosen].filter(({ session_id }) =>
        visit.sessionIds.includes(session_id)
      )
      const isLost = closed.some(({ order_closed_at }) => diedOnItsWay(evidence, order_closed_at))
      return isLost ? [] : [`no event was received that order ${id} was not paid in time`]
    })
  })
  const living = store.orders.flatMap(({ id, status }) =>
    status !== "canceled" && heard.has(id) ? [`order ${id} is ${status}, and its end was published`] : []
  )
  return [...untold, ...living]
}

function depositsUntold(evidence: Evidence): string[] {
  const heard = heardOf(evidence, DEPOSIT_REVIEW_REQUIRED, "subject_id")
  return evidence.store.deposits.flatMap(({ id, created_at: seenAt }) =>
    heard.has(id) || diedOnItsWay(evidence, seenAt)
      ? []
      : [`no event was received that deposit ${id} is in review`]
  )
}

function heardOf(
  { store }: Evidence,
  event: string,
  key: "payment_id" | "order_id" | "subject_id"
): ReadonlySet<string | null> {
  return new Set(store.heard.flatMap((row) => (row.event === event ? [row[key]] : [])))
}

/** Whether a process, or the Redis that held the event, was killed while it was published. */
function diedOnItsWay({ storm }: Evidence, toldAt: Date | null): boolean {
  if (toldAt === null) return false
  const kills = storm.killedAt.map((at) => ({ at, waitMs: onItsWayMs }))
  const redisDeaths = storm.weather.events.flatMap(({ name, from }) => {
    const waitMs = losesEvents.get(name)
    return waitMs === undefined ? [] : [{ at: from, waitMs }]
  })
  return [...kills, ...redisDeaths].some(({ at, waitMs }) => {
    const ms = at - toldAt.getTime()
    return ms > -clockMs && ms < waitMs
  })
}
