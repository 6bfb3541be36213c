import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isToBePlaced } from "../../domain/payment/payment-status"
import { amountDifference, isPartDue } from "../../domain/payment/received-amount"
import {
  decideSettlement,
  isSettledFor,
  reasonToHold,
  type SettlementDecision,
  type UnallocatedReason,
} from "../../domain/payment/settlement"
import { GatewayError } from "../../gateway/client/errors"
import type { Invoice } from "../../gateway/contract"
import { capturedEvents } from "../../modules/onchain/payment/invoice-readings"
import { isCurrent, type PaymentRow, paymentToExpected } from "../../modules/onchain/payment/payment-row"
import { oweRefundsOfSession } from "../refund/owe-refund"
import {
  adoptIfPlacedUnauthorized,
  adoptPlacedOrder,
  captureOrderPayment,
  completeOrHold,
  lowerToOwed,
} from "./capture"
import { finishCancellation, isHalfCancelled } from "./cancel-order"
import {
  isPlacedUnauthorized,
  type LoadedFacts,
  loadSessionFacts,
  lockKeyOf,
  withCartLock,
  withPaymentLock,
} from "./load-session-facts"
import { oweBack } from "./resolve-payment"
import { loadDebt } from "./order-record"

/** By then, a cancellation that began before the capture has ended. */
const CANCELLATION_GRACE_MS = 60_000

/**
 * Records a captured payment, its surplus, and money received by other attempts. Safe to repeat: a grown surplus updates its
 * refund.
 *
 * @param orderId null when the money is a refund due, or was captured earlier
 */
export async function recordCaptured(
  container: MedusaContainer,
  payment: PaymentRow,
  orderId: string | null,
  { isRefundDue }: Pick<LoadedFacts, "isRefundDue">
): Promise<void> {
  const onchain = container.resolve("onchain")
  const outstanding = isRefundDue ? "0" : await readOutstanding(container, orderId)
  await onchain.refunds.oweSurplus(payment)
  const outstandingAmount = outstanding === "0" ? null : outstanding
  const { received_amount: received, decimals } = payment
  const expected = payment.resolved_token_amount ?? payment.expected_amount
  const captured_at = new Date(onchain.clock())
  await onchain.payments.move(
    payment,
    "captured",
    {
      captured_at,
      shortfall_amount: amountDifference({ expected, received, decimals }).shortfall,
      order_outstanding_amount: outstandingAmount,
      // Its order was placed after all.
      unallocated_reason: null,
      placed_order_id: payment.placed_order_id ?? orderId,
      // The capture holds the order's lock, so a concurrent cancellation of the unpaid order has failed.
      order_timed_out_at: null,
      // The order may be cancelled right now, and its event may get lost.
      order_check_at: new Date(captured_at.getTime() + CANCELLATION_GRACE_MS),
    },
    capturedEvents(payment, { orderId, outstandingAmount })
  )
  await oweEarlierAttempts(container, payment)
}

/** Amount still due on the order after the capture, in major units: the order may have become more expensive. */
async function readOutstanding(container: MedusaContainer, orderId: string | null): Promise<string> {
  return (orderId === null ? null : await loadDebt(container, orderId))?.outstanding ?? "0"
}

/**
 * Handles the money of an earlier attempt: the payment continues with it, or its refund is due.
 *
 * The caller holds the payment's lock. Safe to repeat: the next check finishes an interrupted run.
 *
 * @returns the attempt when the payment continues with it
 */
export async function followEarlierAttempt(
  container: MedusaContainer,
  read: PaymentRow,
  invoice: Invoice
): Promise<PaymentRow | undefined> {
  const onchain = container.resolve("onchain")
  const trouble =
    read.state === "settled" ? reasonToHold(invoice, paymentToExpected(read), onchain.options) : null
  const { decision, attempt } = await onchain.attempts.followEarlier(read.attempt_id, trouble)
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  if (decision === "take_over") {
    logger.info(
      `onchain: payment ${attempt.id} continues with attempt ${attempt.attempt_id}, which has received money`
    )
    return attempt
  }
  if (decision === "owe") await owe(container, attempt)
  return undefined
}

/** Records refunds for money that other attempts received before the capture. */
async function oweEarlierAttempts(container: MedusaContainer, captured: PaymentRow): Promise<void> {
  const attempts = await container.resolve("onchain").payments.listAttempts(captured.id)
  for (const attempt of attempts)
    if (attempt.attempt_id !== captured.attempt_id) await owe(container, attempt)
}

async function owe(container: MedusaContainer, attempt: PaymentRow): Promise<void> {
  const refundId = await container.resolve("onchain").refunds.oweAttempt(attempt)
  if (refundId === null) return
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(
      `onchain: attempt ${attempt.attempt_id} of payment ${attempt.id} received money that is not needed; refund ${refundId} is due`
    )
}

/** The kind of the last decision. */
export type SettlementOutcome = "already_final" | "waiting" | "captured" | "unallocated"

/** Completing a cart and capturing its order are two rounds; the third sees the result. */
const MAX_ROUNDS = 4

/**
 * Reads the canonical invoice of a payment and acts on it, exactly once.
 *
 * A lock per payment keeps parallel deliveries from doing the same work. The next delivery finishes what is interrupted, since each
 * round starts from the facts.
 *
 * @param options.attemptId the attempt to read @default the current one
 * @param options.isCheck no webhook reported a change: poll it as cheaply as possible
 * @throws GatewayError when the invoice cannot be read; nothing has changed then
 */
export async function settlePayment(
  container: MedusaContainer,
  paymentId: string,
  { isCheck = false, attemptId }: { isCheck?: boolean; attemptId?: string | undefined } = {}
): Promise<SettlementOutcome> {
  let hasFailed = true
  let readId = attemptId
  try {
    const outcome = await withPaymentLock(container, paymentId, async () => {
      const { payments } = container.resolve("onchain")
      const stored = await payments.find(
        attemptId === undefined ? { id: paymentId } : { attempt_id: attemptId }
      )
      if (!stored) throw new Error(`there is no attempt of payment ${paymentId}`)
      readId = stored.attempt_id
      return settle(container, stored, isCheck)
    })
    hasFailed = false
    return outcome
  } catch (error) {
    if (isUnknownInvoice(error)) {
      // An answer, not an outage: it is polled by its age from now on.
      hasFailed = false
      if (readId !== undefined)
        await container.resolve("onchain").payments.noteUnknownInvoice(readId, error.message)
    }
    throw error
  } finally {
    if (readId !== undefined) await container.resolve("onchain").paymentChecks.plan(readId, { hasFailed })
  }
}

/** Whether the service does not know the invoice. It may belong to another business, as with a wrong key. */
export function isUnknownInvoice(error: unknown): error is GatewayError {
  return error instanceof GatewayError && error.code === "NOT_FOUND" && error.endpoint === "getInvoice"
}

async function settle(
  container: MedusaContainer,
  stored: PaymentRow,
  isCheck: boolean
): Promise<SettlementOutcome> {
  const onchain = container.resolve("onchain")
  // The service makes the invoice of an intent when its deposit is assigned.
  if (!stored.gateway_invoice_id) return waitForDeposit(container, stored)
  const { payment: read, invoice } = await onchain.refreshPayment(stored, { isCheck })
  const followed = isCurrent(read) ? read : await followEarlierAttempt(container, read, invoice)
  if (!followed) return "waiting"
  const payment = (await takeBackToPlace(container, followed, invoice)) ?? followed
  if (payment.state === "unallocated") {
    // A choice that is not executed yet can be taken back: its execution handles the surplus.
    if (payment.resolution_done_at !== null) await onchain.refunds.oweSurplus(payment)
    return stored.state === "unallocated" ? "already_final" : "unallocated"
  }
  if (payment.state === "captured") {
    await onchain.refunds.oweSurplus(payment)
    return "already_final"
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const outcome = await act(container, payment, invoice)
    if (outcome !== "again") return outcome
  }
  throw new Error(`payment ${payment.id} is settled, but its order cannot be completed yet`)
}

/** An order that could not be placed is tried again while its money is confirmed. */
async function takeBackToPlace(
  container: MedusaContainer,
  payment: PaymentRow,
  invoice: Invoice
): Promise<PaymentRow | undefined> {
  const { payments, clock } = container.resolve("onchain")
  const isDue = isToBePlaced(payment, clock()) && isSettledFor(invoice, paymentToExpected(payment))
  return isDue ? payments.takeBackToPlace(payment.id, clock()) : undefined
}

async function waitForDeposit(container: MedusaContainer, payment: PaymentRow): Promise<SettlementOutcome> {
  await adoptIfPlacedUnauthorized(container, payment)
  return "waiting"
}

async function act(
  container: MedusaContainer,
  payment: PaymentRow,
  invoice: Invoice
): Promise<SettlementOutcome | "again"> {
  const { decision, facts } = await decide(container, payment, invoice)
  if (isPlacedUnauthorized(payment, facts)) await adoptPlacedOrder(container, payment, facts)
  switch (decision.kind) {
    case "wait":
      return (await isLeftInPart(container, payment, facts))
        ? holdForReview(container, payment, "partial_payment")
        : "waiting"
    case "retry":
      throw new Error(`payment ${payment.id}: Medusa does not know session ${payment.session_id} yet`)
    case "unallocated":
      return holdOrDecideAgain(container, payment, invoice, facts)
    case "complete_cart":
      return (await completeOrHold(
        container,
        payment,
        { cartId: decision.cartId, collectionId: facts.collectionId ?? "" },
        async () => (await decide(container, payment, invoice)).decision.kind === "complete_cart"
      ))
        ? "unallocated"
        : "again"
    case "capture_order":
    case "record_captured":
      return capture(container, payment, invoice, facts)
  }
}

/** A part goes to the review queue when nothing waits for its rest any more. */
async function isLeftInPart(
  container: MedusaContainer,
  payment: PaymentRow,
  { order, session }: LoadedFacts
): Promise<boolean> {
  const { options, clock } = container.resolve("onchain")
  const isClosed = payment.order_closed_at !== null || order?.isCancelled === true
  const facts = {
    ...payment,
    expiresAtMs: payment.expires_at?.getTime() ?? null,
    seenAtMs: payment.part_seen_at?.getTime() ?? null,
    isGivenUp: payment.abandoned_at !== null || session === "deleted" || isClosed,
    hasTimedOrder: payment.order_placed_at !== null && options.unpaidOrderTimeoutMinutes !== null,
  }
  return isPartDue(facts, options.partialHoldHours, clock())
}

/**
 * Holds money for review under the lock of its cart or order: core writes and takes back the marks of a
 * placed order one by one while it completes a cart, so a read in between may miss the order.
 */
async function holdOrDecideAgain(
  container: MedusaContainer,
  payment: PaymentRow,
  invoice: Invoice,
  seen: LoadedFacts
): Promise<SettlementOutcome | "again"> {
  return withCartLock(container, lockKeyOf(payment, seen), async () => {
    const { decision } = await decide(container, payment, invoice)
    if (decision.kind !== "unallocated") return "again"
    const outcome = await holdForReview(container, payment, decision.reason)
    if (outcome === "unallocated" && decision.isOwedBack) await oweBack(container, payment)
    return outcome
  })
}

/** @returns `waiting` when another process has recorded something newer meanwhile: the next check decides from that */
async function holdForReview(
  container: MedusaContainer,
  payment: PaymentRow,
  reason: UnallocatedReason
): Promise<"unallocated" | "waiting"> {
  return (await container.resolve("onchain").payments.holdForReview(payment, reason))
    ? "unallocated"
    : "waiting"
}

/** Decides again under the cart's lock, which core's own completion takes. */
async function capture(
  container: MedusaContainer,
  payment: PaymentRow,
  invoice: Invoice,
  seen: LoadedFacts
): Promise<SettlementOutcome | "again"> {
  return withCartLock(container, lockKeyOf(payment, seen), async () => {
    const { decision, facts } = await decide(container, payment, invoice)
    if (decision.kind !== "capture_order" && decision.kind !== "record_captured") return "again"
    if (await isGivenUp(container, facts)) return "again"
    if (facts.isRefundDue) await oweRefundsOfSession(container, payment.session_id)
    const taken =
      decision.kind === "capture_order" ? await lowerToOwed(container, payment, decision.orderId) : payment
    if (taken === null) {
      // The order was credited, or edited down to nothing.
      const outcome = await holdForReview(container, payment, "already_paid")
      if (outcome === "unallocated") await oweBack(container, payment)
      return outcome
    }
    if (facts.order) await captureOrderPayment(container, taken, facts)
    await recordCaptured(container, taken, decision.orderId, facts)
    // The invoice left `paid` between Medusa's capture and our record of it.
    if (!isSettledFor(invoice, paymentToExpected(payment)))
      await container.resolve("onchain").payments.contradictCapture(payment.id, invoice.status)
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .info(`onchain: payment ${payment.id} captured for order ${decision.orderId ?? "(none)"}`)
    return "captured"
  })
}

/** An interrupted cancellation has released its stock: it is finished, and the money is held for review. */
async function isGivenUp(
  container: MedusaContainer,
  { order, session, collectionId }: LoadedFacts
): Promise<boolean> {
  if (!order || !collectionId || session === "captured") return false
  if (!(await isHalfCancelled(container, order.id, [collectionId]))) return false
  await finishCancellation(container, order.id)
  return true
}

async function decide(
  container: MedusaContainer,
  payment: PaymentRow,
  invoice: Invoice
): Promise<{ decision: SettlementDecision; facts: LoadedFacts }> {
  const { clock, options } = container.resolve("onchain")
  const facts = await loadSessionFacts(container, payment, clock())
  return { decision: decideSettlement(invoice, paymentToExpected(payment), facts, options), facts }
}
