import type { MedusaContainer } from "@medusajs/framework/types"
import {
  decideUnpaidOrder,
  type HeldMoney,
  holdUntil,
  type Reading,
  stateForOrder,
  type UnpaidOrderDecision,
  type UnpaidOrderFacts,
} from "../../domain/payment/cancel-unpaid-order"
import { canBeQueued, hasUnsettledMoney, isUndecidedPart } from "../../domain/payment/received-amount"
import {
  type AnyPayment,
  isChosen,
  isCurrent,
  isLeft,
  type PaymentRow,
} from "../../modules/onchain/payment/payment-row"
import { depositSyncOf } from "../deposit/workers/sync-deposits"
import { transactionSyncOf } from "../finance/workers/sync-transactions"
import { isHalfCancelled, requireNoOpenChange, runCancellation } from "./cancel-order"
import { withOrderLock } from "./capture"
import { isCancelled, loadOrder, type OrderRecord, orderToKeys } from "./order-record"
import { isUnknownInvoice, settlePayment } from "./settle-payment"

/** `partHeldUntilMs`: when the hold of the order for a part ends, epoch milliseconds; null without one. */
type UnpaidOrderEnd = { decision: UnpaidOrderDecision; partHeldUntilMs: number | null }

const DAY_MS = 24 * 60 * 60_000

/**
 * Cancels an order that was not paid in time, unless its money is there or on its way. The gateway is polled first, on the path
 * that captures. Every list that could hold money of the order is read to a proven end after the deadline: its webhook may be
 * lost. An attempt that was opened meanwhile is polled too.
 *
 * @throws GatewayError when the gateway does not answer; the order stays. An unknown invoice is an answer
 * @throws MedusaError while a change of the order is open
 */
export async function cancelUnpaidOrder(
  container: MedusaContainer,
  payment: AnyPayment,
  seen: OrderRecord
): Promise<UnpaidOrderEnd> {
  const { orderFollowUps, options, clock } = container.resolve("onchain")
  const placedAt = payment.order_placed_at ?? payment.created_at
  const overAt = new Date(placedAt.getTime() + (options.unpaidOrderTimeoutMinutes ?? 0) * 60_000)
  const polled = new Set<string>()
  const isToPoll = (row: AnyPayment): row is PaymentRow => isPollable(row) && !polled.has(row.attempt_id)
  let hasUnknownInvoice = false
  // The number of attempts is bounded.
  for (;;) {
    const payments = await orderFollowUps.listOfOrder(orderToKeys(seen))
    for (const row of payments.filter(isToPoll)) {
      polled.add(row.attempt_id)
      if (await isUnknownToGateway(container, row)) hasUnknownInvoice = true
    }
    const readings = {
      // A wrong key or business makes every invoice unknown: a person has a day to notice.
      hasUnknownInvoice: hasUnknownInvoice && clock() - overAt.getTime() <= DAY_MS,
      depositReading: await readDepositsInReview(container, payments, overAt),
      transactionReading: await readTransactions(container, payments, overAt),
    }
    const end = await withOrderLock(container, seen, async (): Promise<UnpaidOrderEnd | null> => {
      const order = await loadOrder(container, seen.id)
      if (!order) return { decision: { kind: "over", reason: "order_missing" }, partHeldUntilMs: null }
      if (isCancelled(order)) return { decision: { kind: "cancel" }, partHeldUntilMs: null }
      const found = await orderFollowUps.listOfOrder(orderToKeys(order))
      if (found.some(isToPoll)) return null
      await queueParts(container, found)
      const rows = await orderFollowUps.listOfOrder(orderToKeys(order))
      const partHeldUntilMs = await noteHold(container, order, rows, overAt)
      const facts = await loadUnpaidOrderFacts(container, order, rows, { ...readings, partHeldUntilMs })
      const decision = decideUnpaidOrder(facts)
      if (decision.kind === "cancel") {
        await requireNoOpenChange(container, order.id)
        await orderFollowUps.noteTimedOut(payment.id)
        await runCancellation(container, order.id)
      } else {
        await orderFollowUps.forgetTimeout(payment.id)
        // An intent without an invoice cannot be polled: the lists are searched for its deposit.
        await orderFollowUps.noteSearch(
          rows.map(({ id }) => id),
          decision.kind
        )
      }
      return { decision, partHeldUntilMs }
    })
    if (end !== null) return end
  }
}

/** Final payments have nothing new, except a part in review, whose rest may be there. */
function isPollable(payment: AnyPayment): payment is PaymentRow {
  if (!isChosen(payment) || payment.gateway_invoice_id === null) return false
  return payment.state !== "captured" && (payment.state !== "unallocated" || isUndecidedPart(payment))
}

async function isUnknownToGateway(container: MedusaContainer, payment: PaymentRow): Promise<boolean> {
  try {
    await settlePayment(container, payment)
    return false
  } catch (error) {
    if (isUnknownInvoice(error)) return true
    throw error
  }
}

/** The list, by the name of its readings. */
const TRANSACTIONS = "listTransactions"
/** The lists that can hold a deposit to an intent, by the names of their readings. */
const PAID_INVOICE_LISTS = ["listInvoices status=paid", "listInvoices status=overpaid"]
/** An older reading misses what came while the order was held. */
const RECENT_MS = 60_000

/** A server's clock may be ahead of the database's. */
function readSince(overAt: Date, now: Date): Date {
  return new Date(Math.min(Math.max(overAt.getTime(), now.getTime() - RECENT_MS), now.getTime()))
}

/**
 * Any order can have a deposit in review: late or wrong money to the address of an invoice is there too. One that an event has
 * reported meanwhile is read for again. @throws GatewayError
 */
async function readDepositsInReview(
  container: MedusaContainer,
  payments: readonly AnyPayment[],
  overAt: Date
): Promise<Reading> {
  if (payments.length === 0) return "read"
  const { deposits, syncRuns } = container.resolve("onchain")
  const recently = readSince(overAt, await syncRuns.now())
  const reportedAt = await deposits.links.reportedAt(payments.map(({ id }) => id))
  const since = reportedAt !== null && reportedAt > recently ? reportedAt : recently
  const isRead = await depositSyncOf(container).ensureReviewRead(since)
  await deposits.links.linkAndQueue()
  return isRead
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
  const { orderFollowUps, syncRuns } = container.resolve("onchain")
  const wantedAt = await orderFollowUps.searchWantedAt(payments.map(({ id }) => id))
  const since = wantedAt ?? readSince(overAt, await syncRuns.now())
  const reading = await transactionSyncOf(container).ensureRead(since)
  return reading === "busy" ? findReading(container, [TRANSACTIONS]) : reading
}

/** Of lists whose reading since a moment is missing. */
async function findReading(container: MedusaContainer, lists: readonly string[]): Promise<Reading> {
  const incomplete = await container.resolve("onchain").status.findIncompleteLists(lists)
  return incomplete.length > 0 ? "incomplete" : "busy"
}

/** After the deadline parts of the amount are in the review queue, whatever becomes of the order. */
async function queueParts(container: MedusaContainer, rows: readonly AnyPayment[]): Promise<void> {
  // A partial payment of an earlier attempt becomes a refund due when the order is closed.
  for (const row of rows.filter(isChosen).filter(isCurrent))
    if (canBeQueued(row.state) && hasUnsettledMoney(row))
      await container.resolve("onchain").payments.holdForReview(row, "partial_payment")
}

/** Records until when an order is held for a part of its money. @returns epoch milliseconds; null for not at all */
async function noteHold(
  container: MedusaContainer,
  order: OrderRecord,
  rows: readonly AnyPayment[],
  overAt: Date
): Promise<number | null> {
  const { orderFollowUps, options } = container.resolve("onchain")
  const chosen = rows.filter(isChosen)
  const parts = listParts(order, chosen)
  const waiting = chosen.filter(({ state, resolution }) => state === "unallocated" && resolution === null)
  const money = [...parts.map((row) => appliedMoney(row, order)), ...waiting.map(waitingMoney)]
  const { partialHoldMinBps: minBps, partialHoldHours: hours } = options
  const untilMs = holdUntil(money, overAt.getTime(), { minBps, hours })
  await orderFollowUps.noteHold(
    chosen.map(({ id }) => id),
    {
      paymentIds: [...parts, ...waiting].map(({ id }) => id),
      until: untilMs === null ? null : new Date(untilMs),
    }
  )
  return untilMs
}

/** Reads what decides about an unpaid order. The caller has loaded the order and its payments under its lock. */
async function loadUnpaidOrderFacts(
  container: MedusaContainer,
  order: OrderRecord,
  rows: readonly AnyPayment[],
  known: Pick<UnpaidOrderFacts, "depositReading" | "transactionReading" | "hasUnknownInvoice"> & {
    partHeldUntilMs: number | null
  }
): Promise<UnpaidOrderFacts> {
  const { orderFollowUps, payments, clock } = container.resolve("onchain")
  const { partHeldUntilMs, ...readings } = known
  const chosen = rows.filter(isChosen)
  const isApplied = (row: PaymentRow) => row.applied_order_id === order.id
  const parts = listParts(order, chosen)
  const isOfAnother = ({ applied_order_id: id, state }: PaymentRow) =>
    state === "captured" && id !== null && id !== order.id
  const own = chosen.filter((row) => !isOfAnother(row) && (!isApplied(row) || row.state !== "unallocated"))
  const full = own.filter((row) => !parts.includes(row))
  const ownIds = own.map(({ id }) => id)
  const unchosenIds = rows.filter((row) => !isChosen(row)).map(({ id }) => id)
  return {
    ...readings,
    // Without a choice no money can arrive.
    payments: full.map((row) => stateForOrder(row, isLeft(row))),
    isPaidInPart:
      order.isOwed && full.some((row) => row.state === "captured" && row.order_outstanding_amount !== null),
    hasOtherPayment: hasOtherPayment(order, parts),
    hasFulfillment: order.fulfillments.some(({ canceled_at }) => canceled_at === null),
    isOwed: order.owed !== "0",
    isHalfCancelled:
      (await payments.isTimeoutNoted(orderToKeys(order).collectionIds)) &&
      (await isHalfCancelled(container, order.id)),
    status: order.status,
    isKept: rows.some(({ order_kept_at }) => order_kept_at !== null),
    isHeldInPart: partHeldUntilMs !== null && clock() < partHeldUntilMs,
    hasApplication: chosen.some(
      (row) => isApplied(row) && row.resolution === "apply" && row.resolution_done_at === null
    ),
    isMoneyInReview: await orderFollowUps.isMoneyInReview([...ownIds, ...unchosenIds]),
    search: (await orderFollowUps.areSearched(ownIds))
      ? "read"
      : await findReading(container, PAID_INVOICE_LISTS),
  }
}

/** Applied money that never paid all of the order, as it was then. */
function listParts(order: OrderRecord, rows: readonly PaymentRow[]): PaymentRow[] {
  const applied = rows.filter((row) => row.state === "captured" && row.applied_order_id === order.id)
  return order.isOwed && applied.every((row) => row.order_outstanding_amount !== null) ? applied : []
}

function appliedMoney(row: PaymentRow, order: OrderRecord): HeldMoney {
  return {
    share: { part: row.applied_amount ?? "0", whole: order.raw_total },
    atMs: (row.captured_at ?? row.updated_at).getTime(),
  }
}

/** Money for this order that pays nothing yet: a part of the expected amount, or all of it for a deleted session. */
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
