import type { MedusaContainer } from "@medusajs/framework/types"
import {
  decideUnpaidOrder,
  type Reading,
  stateForOrder,
  type UnpaidOrderDecision,
  type UnpaidOrderFacts,
} from "../../domain/payment/order-cover"
import {
  canBeQueued,
  hasUnsettledMoney,
  type HeldMoney,
  holdUntil,
  isUndecidedPart,
} from "../../domain/payment/received-amount"
import {
  type AnyPayment,
  isChosen,
  isCurrent,
  isLeft,
  type PaymentRow,
} from "../../modules/onchain/payment/payment-row"
import type OnchainModuleService from "../../modules/onchain/service"
import { depositListeners, depositSyncOf } from "../deposit/workers/sync-deposits"
import { transactionSyncOf } from "../finance/workers/sync-transactions"
import { isHalfCancelled, makeCancellable, runCancellation } from "./cancel-order"
import { withOrderLock } from "./load-session-facts"
import { isCancelled, loadOrder, type OrderRecord, orderToKeys } from "./order-record"
import { isUnknownInvoice, settlePayment } from "./settle-payment"

type MoneyReadings = Pick<UnpaidOrderFacts, "depositReading" | "transactionReading">

/**
 * Makes sure that money of an order is known before the order is cancelled, whatever record names it: its webhook may be lost,
 * and jobs read the lists only now and then.
 *
 * @param payments all payments of the order
 * @param overAt the deadline
 * @throws GatewayError when a list cannot be read
 */
async function readMoneyLists(
  container: MedusaContainer,
  payments: readonly AnyPayment[],
  overAt: Date
): Promise<MoneyReadings> {
  return {
    depositReading: await readDepositsInReview(container, payments, overAt),
    transactionReading: await readTransactions(container, payments, overAt),
  }
}

/** The list, by the name of its readings. */
const TRANSACTIONS = "listTransactions"
/** An older reading misses what came while the order was held. */
const RECENT_MS = 60_000

/**
 * Any order can have a deposit in review: late or wrong money to the address of an invoice is there too. Orders within a minute
 * share a reading.
 *
 * @returns `busy` while another process reads the list
 */
async function readDepositsInReview(
  container: MedusaContainer,
  payments: readonly AnyPayment[],
  overAt: Date
): Promise<Reading> {
  if (payments.length === 0) return "read"
  const { deposits, payments: paymentStore } = container.resolve("onchain")
  const { store, links } = deposits
  const since = readSince(overAt, await store.now())
  const isRead = await depositSyncOf(container).ensureReviewRead(depositListeners(container), since)
  await links.linkAndQueue(paymentStore)
  return isRead
}

/** A server's clock may be ahead of the database's. */
function readSince(overAt: Date, now: Date): Date {
  return new Date(Math.min(Math.max(overAt.getTime(), now.getTime() - RECENT_MS), now.getTime()))
}

/**
 * Some services record late or wrong money only as a transaction. The list has no filter, so it is read whole: where that takes
 * long, a later check finds a reading that began after an earlier one asked for it.
 */
async function readTransactions(
  container: MedusaContainer,
  payments: readonly AnyPayment[],
  overAt: Date
): Promise<Reading> {
  // Without an address no money can arrive.
  if (!payments.some(isChosen)) return "read"
  const { orderFollowUps, syncRuns, listReadings } = container.resolve("onchain")
  const wantedAt = await orderFollowUps.searchWantedAt(payments.map(({ id }) => id))
  const since = wantedAt ?? readSince(overAt, await syncRuns.now())
  const reading = await transactionSyncOf(container).ensureRead(since)
  if (reading !== "busy") return reading
  return (await listReadings.findIncomplete([TRANSACTIONS])).length > 0 ? "incomplete" : "busy"
}

/** The lists that can hold a deposit to an intent, by the names of their readings. */
const PAID_INVOICE_LISTS = ["listInvoices status=paid", "listInvoices status=overpaid"]
const DAY_MS = 24 * 60 * 60_000

/** `partHeldUntilMs`: when the hold of the order for a part ends, epoch milliseconds; null without one. */
type UnpaidOrderEnd = { decision: UnpaidOrderDecision; partHeldUntilMs: number | null }

/**
 * Cancels an order that was not paid in time, unless its money is there or on its way.
 *
 * The gateway is polled first, on the path that captures. Every list that could hold money of the order is read to a proven end
 * after the deadline: deposits in review, transactions, and for an intent without an invoice the paid invoices. Captures and
 * cancellations hold the same lock, so a later update finds one or the other. An attempt that was opened meanwhile is polled
 * too: it may be paid already.
 *
 * @throws GatewayError when the gateway does not answer; the order stays. An unknown invoice is an answer
 * @throws MedusaError while a change of the order is open
 */
export async function cancelUnpaidOrder(
  container: MedusaContainer,
  payment: AnyPayment,
  seen: OrderRecord
): Promise<UnpaidOrderEnd> {
  const polled: Polled = { attemptIds: new Set(), hasUnknownInvoice: false }
  // The number of attempts is bounded.
  for (;;) {
    const end = await cancelOnce(container, payment, seen, polled)
    if (end !== null) return end
  }
}

type Polled = { attemptIds: Set<string>; hasUnknownInvoice: boolean }

/** @returns null when an attempt was not polled */
async function cancelOnce(
  container: MedusaContainer,
  payment: AnyPayment,
  seen: OrderRecord,
  polled: Polled
): Promise<UnpaidOrderEnd | null> {
  const { orderFollowUps } = container.resolve("onchain")
  const payments = await orderFollowUps.listOfOrder(orderToKeys(seen))
  for (const row of payments.filter(isChosen).filter((one) => isToPoll(one, polled))) {
    polled.attemptIds.add(row.attempt_id)
    if (await isUnknownToGateway(container, row)) polled.hasUnknownInvoice = true
  }
  const overAt = timeOver(container, payment)
  const hasUnknownInvoice = polled.hasUnknownInvoice && !isLongOver(container, overAt)
  const readings = await readMoneyLists(container, payments, overAt)
  return withOrderLock(container, seen, async () => {
    const order = await loadOrder(container, seen.id)
    if (!order) return { decision: { kind: "over", reason: "order_missing" }, partHeldUntilMs: null }
    if (isCancelled(order)) return { decision: { kind: "cancel" }, partHeldUntilMs: null }
    const now = await orderFollowUps.listOfOrder(orderToKeys(order))
    if (now.filter(isChosen).some((row) => isToPoll(row, polled))) return null
    await queueParts(container, order)
    const asked = { hasUnknownInvoice, ...readings, overAt }
    const { facts, partHeldUntilMs } = await loadUnpaidOrderFacts(container, order, asked)
    const decision = decideUnpaidOrder(facts)
    if (decision.kind !== "cancel") {
      await orderFollowUps.forgetTimeout(payment.id)
      await noteSearch(container, order, decision.kind)
      return { decision, partHeldUntilMs }
    }
    await makeCancellable(container, order.id)
    await orderFollowUps.noteTimedOut(payment.id)
    await runCancellation(container, order.id)
    return { decision, partHeldUntilMs }
  })
}

/** After the deadline parts of the amount are in the review queue, whatever becomes of the order. */
async function queueParts(container: MedusaContainer, order: OrderRecord): Promise<void> {
  const { orderFollowUps, payments } = container.resolve("onchain")
  // A partial payment of an earlier attempt becomes a refund due when the order is closed.
  const rows = (await orderFollowUps.listOfOrder(orderToKeys(order))).filter(isChosen).filter(isCurrent)
  for (const row of rows)
    if (canBeQueued(row.state) && hasUnsettledMoney(row)) await payments.holdForReview(row, "partial_payment")
}

/**
 * An intent without an invoice cannot be polled: its deposit is searched for before the order is cancelled,
 * again while a list is incomplete, and the order is shown as kept.
 */
async function noteSearch(
  container: MedusaContainer,
  order: OrderRecord,
  end: UnpaidOrderDecision["kind"]
): Promise<void> {
  const { orderFollowUps } = container.resolve("onchain")
  const ids = (await orderFollowUps.listOfOrder(orderToKeys(order))).map(({ id }) => id)
  if (end === "incomplete") return orderFollowUps.keepForList(ids)
  await orderFollowUps.releaseFromList(ids)
  await (end === "search" ? orderFollowUps.wantSearch(ids) : orderFollowUps.forgetSearch(ids))
}

/**
 * Final payments have nothing new (except a part in review, whose rest may be there), and one without an
 * invoice cannot be polled.
 */
function isToPoll(payment: PaymentRow, { attemptIds }: Polled): boolean {
  const { state, gateway_invoice_id, attempt_id } = payment
  const isFinal = state === "captured" || (state === "unallocated" && !isUndecidedPart(payment))
  return !isFinal && gateway_invoice_id !== null && !attemptIds.has(attempt_id)
}

async function isUnknownToGateway(container: MedusaContainer, payment: PaymentRow): Promise<boolean> {
  try {
    await settlePayment(container, payment.id, { attemptId: payment.attempt_id })
    return false
  } catch (error) {
    if (isUnknownInvoice(error)) return true
    throw error
  }
}

/** A wrong key or business makes every invoice unknown: a person has this long to notice. */
function isLongOver(container: MedusaContainer, overAt: Date): boolean {
  return container.resolve("onchain").clock() - overAt.getTime() > DAY_MS
}

function timeOver(container: MedusaContainer, payment: AnyPayment): Date {
  const { unpaidOrderTimeoutMinutes } = container.resolve("onchain").options
  const placedAt = payment.order_placed_at ?? payment.created_at
  return new Date(placedAt.getTime() + (unpaidOrderTimeoutMinutes ?? 0) * 60_000)
}

/** The results of the preceding calls, and the deadline. */
type Asked = MoneyReadings & Pick<UnpaidOrderFacts, "hasUnknownInvoice"> & { overAt: Date }

/**
 * Reads what decides about an unpaid order, and records until when it is held for a part of its money. The
 * caller has loaded the order under its lock.
 */
async function loadUnpaidOrderFacts(
  container: MedusaContainer,
  order: OrderRecord,
  { overAt, ...asked }: Asked
): Promise<{ facts: UnpaidOrderFacts; partHeldUntilMs: number | null }> {
  const { orderFollowUps, listReadings, options, clock } = container.resolve("onchain")
  const all = await orderFollowUps.listOfOrder(orderToKeys(order))
  const rows = all.filter(isChosen)
  const own = rows.filter((row) => row.applied_order_id !== order.id || row.state !== "unallocated")
  const unchosen = all.filter((row) => !isChosen(row))
  const parts = listParts(order, rows)
  const waiting = rows.filter(({ state, resolution }) => state === "unallocated" && resolution === null)
  const money = [...parts.map((row) => appliedMoney(row, order)), ...waiting.map(waitingMoney)]
  const partHeldUntilMs = holdUntil(money, overAt.getTime(), {
    minBps: options.partialHoldMinBps,
    hours: options.partialHoldHours,
  })
  await orderFollowUps.noteHold(
    rows.map(({ id }) => id),
    {
      paymentIds: [...parts, ...waiting].map(({ id }) => id),
      until: partHeldUntilMs === null ? null : new Date(partHeldUntilMs),
    }
  )
  const facts = {
    // Without a choice no money can arrive.
    payments: own.filter((row) => !parts.includes(row)).map((row) => stateForOrder(row, isLeft(row))),
    isPaidInPart:
      own.some(({ state, order_outstanding_amount: left }) => state === "captured" && left !== null) &&
      order.isOwed,
    hasOtherPayment: hasOtherPayment(order, parts),
    hasFulfillment: order.fulfillments.some(({ canceled_at }) => canceled_at === null),
    isOwed: order.owed !== "0",
    isHalfCancelled: await isHalfCancelled(container, order.id, orderToKeys(order).collectionIds),
    status: order.status,
    isKept: all.some(({ order_kept_at }) => order_kept_at !== null),
    isHeldInPart: partHeldUntilMs !== null && clock() < partHeldUntilMs,
    hasApplication: rows.some(
      (row) =>
        row.applied_order_id === order.id && row.resolution === "apply" && row.resolution_done_at === null
    ),
    isMoneyInReview: await orderFollowUps.isMoneyInReview([...own, ...unchosen].map(({ id }) => id)),
    ...asked,
    search: await readSearch(
      { orderFollowUps, listReadings },
      own.map(({ id }) => id)
    ),
  }
  return { facts, partHeldUntilMs }
}

/** Applied money that never paid all of the order, as it was then. */
function listParts(order: OrderRecord, rows: readonly PaymentRow[]): PaymentRow[] {
  const applied = rows.filter((row) => row.state === "captured" && row.applied_order_id === order.id)
  return order.isOwed && applied.every((row) => row.is_applied_in_full === false) ? applied : []
}

function appliedMoney(row: PaymentRow, order: OrderRecord): HeldMoney {
  return {
    share: { part: row.applied_amount ?? "0", whole: order.raw_total },
    atMs: (row.captured_at ?? row.updated_at).getTime(),
  }
}

/**
 * Money for this order that pays nothing yet: a part of the expected amount, or all of it for a deleted
 * session.
 */
function waitingMoney(row: PaymentRow): HeldMoney {
  const { received_amount: part, expected_amount: whole, unallocated_reason: reason } = row
  const atMs = (row.part_seen_at ?? row.settled_at ?? row.updated_at).getTime()
  return { share: part === null || reason === "asset_mismatch" ? "unknown" : { part, whole }, atMs }
}

/** A payment of any method, except applied money that pays a part of the order. */
function hasOtherPayment({ payment_collections }: OrderRecord, parts: readonly PaymentRow[]): boolean {
  const applied = new Set(parts.map(({ applied_session_id }) => applied_session_id))
  return payment_collections
    .flatMap(({ payments }) => payments)
    .filter(({ payment_session_id }) => !applied.has(payment_session_id))
    .some(({ canceled_at, captures }) => canceled_at === null || captures.length > 0)
}

async function readSearch(
  { orderFollowUps, listReadings }: Pick<OnchainModuleService, "orderFollowUps" | "listReadings">,
  paymentIds: readonly string[]
): Promise<Reading> {
  if (await orderFollowUps.areSearched(paymentIds)) return "read"
  return (await listReadings.findIncomplete(PAID_INVOICE_LISTS)).length > 0 ? "incomplete" : "busy"
}
