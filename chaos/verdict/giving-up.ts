import { parseAmount } from "../../src/gateway/amount"
import { unpaidTimeoutMs } from "../environment/plugin-options"
import { finalWithinMs, underpaymentToleranceBps } from "../environment/service-settings"
import type { VisitRecord } from "../shopper/visit"
import type { Evidence } from "./check"
import { attemptsOf, type StoreRecords } from "./store-records"
import { tearingTimes } from "./torn-orders"
import type { Trace } from "./traces"
import type { Order } from "./visit-orders"

/** Between the poll and the end of the order: the wait for its lock. */
const askedBeforeMs = 30_000
/**
 * Another poll may have happened while the order was being cancelled: until its end, and until the decision.
 */
const givingUpMs = 10_000
const decidingMs = 4_000
/** As long as Medusa may take to cancel an order on a busy machine. */
const cancellingTakesMs = 30_000
/** The store reads lists to their end before it decides. */
const listsTakeMs = 60_000
const listedForMs = 30_000

/**
 * Whether the store was right to cancel a paid order: not before its timeout, and not when the last poll
 * before it reported the money, as confirming or as final.
 *
 * Judged by the service's own record of what it received and of when it was polled.
 */
export function isRightlyGivenUp(visit: VisitRecord, order: Order, evidence: Evidence): boolean {
  const sessionId = visit.sessionIds.at(-1) ?? ""
  const end = givenUpAt(order, sessionId, evidence)
  const paid = paidAttempts(sessionId, evidence)
  if (end === null || paid.length === 0) return false
  if (end.at - order.created_at.getTime() < unpaidTimeoutMs / 2) return false
  return paid.every((attempt) => isRightlyMissed(attempt, end, evidence))
}

/** A fully paid attempt. */
interface PaidAttempt {
  payment: StoreRecords["payments"][number]
  /** When the service first reported its money, in epoch milliseconds. */
  toldFrom: number
}

/** Every fully paid attempt of a session, in time or not. */
export function paidAttempts(sessionId: string, evidence: Evidence): PaidAttempt[] {
  return attemptsOf(evidence.store).flatMap((payment) => {
    const toldFrom = payment.session_id === sessionId ? toldSince(payment, evidence) : null
    return toldFrom === null ? [] : [{ payment, toldFrom }]
  })
}

type End = { at: number; graceMs: number }

/** Whether the store could not know about an attempt's money when it cancelled the order. */
function isRightlyMissed(
  { payment, toldFrom }: PaidAttempt,
  { at: endedAt, graceMs }: End,
  evidence: Evidence
): boolean {
  if (toldFrom >= endedAt) return true
  const { kind, gateway_invoice_id: invoiceId } = payment
  const { asksOf, lists } = evidence.gateway.calls
  const wasAsked = (asks: readonly number[], withinMs: number) =>
    asks.some((at) => at >= endedAt - withinMs && at < toldFrom)
  if (kind === "auto_deposit") return endedAt - toldFrom < listedForMs && wasAsked(lists, listsTakeMs)
  const asks = asksOf.get(invoiceId ?? "") ?? []
  const isIgnored = asks.some((at) => at >= toldFrom && at < endedAt - graceMs)
  return wasAsked(asks, askedBeforeMs) && !isIgnored
}

/**
 * Whether an order was cancelled before the store could know of money in review that may belong to it: the service recorded it
 * only after the store had read the deposits in review, or the transactions, at the end of the order's time.
 */
export function isRightlyGivenUpInReview(visit: VisitRecord, order: Order, evidence: Evidence): boolean {
  const end = givenUpAt(order, visit.sessionIds.at(-1) ?? "", evidence)
  const astray = evidence.traces.filter((one) => one.visit.index === visit.index && one.countsFor === null)
  if (end === null || astray.length === 0) return false
  return astray.every((trace) => isRightlyUnknown(trace, order, end, evidence))
}

function isRightlyUnknown(
  trace: Trace,
  order: Order,
  { at: endedAt, graceMs }: End,
  evidence: Evidence
): boolean {
  if (!trace.arrived) return false
  const askableFrom = order.created_at.getTime() + unpaidTimeoutMs / 2
  if (endedAt < askableFrom) return false
  const finalAt = Date.parse(trace.arrived.at) + finalWithinMs
  if (finalAt >= endedAt) return true
  const { store, gateway } = evidence
  const { depositId, txHash } = trace.arrived
  const mirrored =
    depositId === undefined
      ? store.transactionsInReview.find((transaction) => transaction.tx_hash === txHash)
      : store.deposits.find(({ id }) => id === depositId)
  const isHeardOf = mirrored !== undefined && mirrored.created_at.getTime() < endedAt - graceMs
  const lists = depositId === undefined ? gateway.calls.transactionLists : gateway.calls.depositLists
  const wasAsked = lists.some((at) => at >= askableFrom && at < finalAt)
  return !isHeardOf && wasAsked
}

/**
 * When the store decided to cancel an order, in epoch milliseconds, and for how long before that other polls
 * prove nothing; null when the order is live. The store records its decision under the order's lock. A record
 * long before the end counts where the store was interrupted during the cancellation, because a started one is
 * finished. Otherwise the attempt had no effect, and the end counts.
 */
function givenUpAt(order: Order, sessionId: string, evidence: Evidence): End | null {
  const endedAt = order.canceled_at?.getTime()
  if (endedAt === undefined) return null
  const decidedAt = paymentOf(sessionId, evidence)?.order_timed_out_at?.getTime()
  if (decidedAt === undefined || decidedAt >= endedAt) return { at: endedAt, graceMs: givingUpMs }
  const cutOff = decidedAt + cancellingTakesMs
  const isOfThisEnd =
    endedAt < cutOff ||
    tearingTimes(evidence.storm).some(({ from, until }) => until > decidedAt && from < cutOff)
  return isOfThisEnd ? { at: decidedAt, graceMs: decidingMs } : { at: endedAt, graceMs: givingUpMs }
}

/**
 * When the service first reported an attempt's money, in epoch milliseconds; null when it is incomplete.
 */
function toldSince(payment: PaidAttempt["payment"], evidence: Evidence): number | null {
  const counting = evidence.traces
    .flatMap(({ attempt, arrived }) =>
      attempt?.attempt_id === payment.attempt_id && arrived ? [arrived] : []
    )
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const enough = toUnits(payment.expected_amount) * BigInt(10_000 - underpaymentToleranceBps)
  let sum = 0n
  for (const { amount, at } of counting) {
    sum += toUnits(amount)
    if (sum * 10_000n < enough) continue
    // Confirming at once, except where one closed ledger is final, and where nothing is reported before
    // finality.
    const isToldAtOnce = payment.kind === "invoice" && payment.network_id !== "stellar-mainnet"
    return Date.parse(at) + (isToldAtOnce ? 0 : finalWithinMs)
  }
  return null
}

function paymentOf(sessionId: string, { store }: Evidence) {
  return store.payments.find((row) => row.session_id === sessionId)
}

const toUnits = (amount: string) => parseAmount(amount, 18)
