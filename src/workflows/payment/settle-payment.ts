import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isToBePlaced } from "../../domain/payment/payment-status"
import { isPartDue, surplusOf } from "../../domain/payment/received-amount"
import {
  decideSettlement,
  isOutdated,
  isSettledFor,
  reasonToHold,
  type SettlementDecision,
  type UnallocatedReason,
} from "../../domain/payment/settlement"
import { GatewayError } from "../../gateway/client/errors"
import type { Invoice } from "../../gateway/contract"
import { capturedEvents } from "../../modules/onchain/payment/payment-checks"
import { isCurrent, type PaymentRow } from "../../modules/onchain/payment/payment-row"
import { reasonOf } from "../../modules/onchain/work/audit-log"
import { oweMedusaRefunds } from "../refund/medusa-refunds"
import { adoptPlacedOrder } from "./adopt-order"
import { isHalfCancelled, requireNoOpenChange, runCancellation } from "./cancel-order"
import {
  BusyError,
  CANCELLATION_GRACE_MS,
  captureOrderPayment,
  completePaidCart,
  lockKeyOf,
  lowerToOwed,
  withCartLock,
  withPaymentLock,
} from "./capture"
import {
  findCapturedPayment,
  isPlacedUnauthorized,
  loadDebt,
  type LoadedFacts,
  loadSessionFacts,
} from "./order-record"
import { oweBack } from "./resolve-payment"

/** `unchanged` also for what was final before. */
export type SettlementOutcome = "captured" | "unallocated" | "unchanged"

/** Completing a cart and capturing its order are two rounds; the third sees the result. */
const MAX_ROUNDS = 4

/**
 * Reads the canonical invoice of an attempt and acts on it, exactly once. Each round starts from the facts, so the next delivery
 * finishes what is interrupted.
 *
 * @param options.isCheck no webhook reported a change: poll it as cheaply as possible
 * @throws GatewayError when the invoice cannot be read; nothing has changed then
 */
export async function settlePayment(
  container: MedusaContainer,
  { id, attempt_id }: Pick<PaymentRow, "id" | "attempt_id">,
  { isCheck = false }: { isCheck?: boolean } = {}
): Promise<SettlementOutcome> {
  const { payments, paymentChecks } = container.resolve("onchain")
  let hasFailed = true
  try {
    const outcome = await withPaymentLock(container, id, () => settle(container, attempt_id, isCheck))
    hasFailed = false
    return outcome
  } catch (error) {
    if (isUnknownInvoice(error)) {
      // An answer, not an outage: it is polled by its age from now on.
      hasFailed = false
      await payments.noteUnknownInvoice(attempt_id, error.message)
    }
    throw error
  } finally {
    await paymentChecks.plan(attempt_id, { hasFailed })
  }
}

/** Whether the service does not know the invoice. It may belong to another business, as with a wrong key. */
export function isUnknownInvoice(error: unknown): error is GatewayError {
  return error instanceof GatewayError && error.code === "NOT_FOUND" && error.endpoint === "getInvoice"
}

async function settle(
  container: MedusaContainer,
  attemptId: string,
  isCheck: boolean,
  readings = 1
): Promise<SettlementOutcome> {
  const onchain = container.resolve("onchain")
  const stored = await onchain.payments.find({ attempt_id: attemptId })
  if (!stored) throw new Error(`there is no attempt ${attemptId}`)
  // The service makes the invoice of an intent when its deposit is assigned.
  if (!stored.gateway_invoice_id) {
    await adoptPlacedOrder(container, stored)
    return "unchanged"
  }
  const { payment: read, invoice } = await onchain.refreshPayment(stored, { isCheck })
  const followed = isCurrent(read) ? read : await followEarlierAttempt(container, read, invoice)
  if (!followed) return "unchanged"
  // An order that could not be placed is tried again while its money is confirmed.
  const isToPlace = isToBePlaced(followed, onchain.clock()) && isSettledFor(invoice, followed)
  const taken = isToPlace ? await onchain.payments.takeBackToPlace(followed.id, onchain.clock()) : undefined
  const payment = taken ?? followed
  const isCaptured = payment.state === "captured"
  // Undecided money may have been captured while it was put into review.
  const isHeld =
    payment.state === "unallocated" &&
    (payment.resolution !== null || !(await hasCapture(container, payment)))
  if (isCaptured || isHeld) {
    // A choice that is not executed yet can be taken back: its execution handles the surplus.
    if (isCaptured || payment.resolution_done_at !== null) await oweSurplus(container, payment)
    return isCaptured || stored.state === "unallocated" ? "unchanged" : "unallocated"
  }
  if (isOutdated(invoice, payment)) {
    // Which reading is newer nobody knows, and one of them may say that an order is unpaid.
    if (readings === MAX_ROUNDS) throw new Error(`payment ${payment.id} changes while it is read`)
    return settle(container, attemptId, isCheck, readings + 1)
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const outcome = await act(container, payment, invoice)
    if (outcome !== "again") return outcome
  }
  throw new Error(`payment ${payment.id} is settled, but its order cannot be completed yet`)
}

/** Whether Medusa has captured a payment by now, as after a lock was lost. */
async function hasCapture(container: MedusaContainer, { session_id }: PaymentRow): Promise<boolean> {
  return (await findCapturedPayment(container, session_id)) !== null
}

async function decide(
  container: MedusaContainer,
  payment: PaymentRow,
  invoice: Invoice
): Promise<{ decision: SettlementDecision; facts: LoadedFacts }> {
  const facts = await loadSessionFacts(container, payment)
  return { decision: decideSettlement(invoice, payment, facts, container.resolve("onchain").options), facts }
}

async function act(
  container: MedusaContainer,
  payment: PaymentRow,
  invoice: Invoice
): Promise<SettlementOutcome | "again"> {
  const { decision, facts } = await decide(container, payment, invoice)
  if (isPlacedUnauthorized(payment, facts)) await adoptPlacedOrder(container, payment, facts)
  if (decision.kind === "retry")
    throw new Error(`payment ${payment.id}: Medusa does not know session ${payment.session_id} yet`)
  if (decision.kind === "wait")
    return isLeftInPart(container, payment, facts)
      ? holdForReview(container, payment, "partial_payment")
      : "unchanged"
  if (decision.kind === "complete_cart") {
    const { cartId } = decision
    return completeOrHold(container, payment, invoice, { cartId, collectionId: facts.collectionId ?? "" })
  }
  return captureOrHold(container, payment, invoice, lockKeyOf(payment, facts))
}

/** A part goes to the review queue when nothing waits for its rest any more. */
function isLeftInPart(
  container: MedusaContainer,
  payment: PaymentRow,
  { order, session }: LoadedFacts
): boolean {
  const { options, clock } = container.resolve("onchain")
  const isClosed = payment.order_closed_at !== null || order?.isCancelled === true
  const wait = {
    isGivenUp: payment.abandoned_at !== null || session === "deleted" || isClosed,
    hasTimedOrder: payment.order_placed_at !== null && options.unpaidOrderTimeoutMinutes !== null,
    holdHours: options.partialHoldHours,
  }
  return isPartDue(payment, wait, clock())
}

/** @returns `unchanged` when another process has recorded something newer meanwhile: the next check decides from that */
async function holdForReview(
  container: MedusaContainer,
  payment: PaymentRow,
  reason: UnallocatedReason,
  { isOwedBack = false } = {}
): Promise<"unallocated" | "unchanged"> {
  if (!(await container.resolve("onchain").payments.holdForReview(payment, reason))) return "unchanged"
  if (isOwedBack) await oweBack(container, payment)
  return "unallocated"
}

/**
 * Places the order of a cart whose payment has settled. While Medusa cannot, as after its goods or a promotion are gone, the money is
 * held for review, so that shopper and shop know, and each check tries again.
 */
async function completeOrHold(
  container: MedusaContainer,
  payment: PaymentRow,
  invoice: Invoice,
  input: { cartId: string; collectionId: string }
): Promise<SettlementOutcome | "again"> {
  const { payments } = container.resolve("onchain")
  try {
    await completePaidCart(container, { ...input, sessionId: payment.session_id })
    return "again"
  } catch (error) {
    const reason = reasonOf(error)
    await payments.note(payment.id, { last_error: reason.slice(0, 1_000) })
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`onchain: payment ${payment.id} is paid, and its cart cannot be completed: ${reason}`)
    // Core may have captured the payment on the way to its failure, and then it owes the money back by itself.
    const hold = async () =>
      (await decide(container, payment, invoice)).decision.kind === "complete_cart" &&
      (await payments.holdForReview(payment, "completion_failed"))
    // A completion of core that crashed keeps the lock until it expires.
    const isHeld = await (error instanceof BusyError ? hold() : withCartLock(container, input.cartId, hold))
    return isHeld ? "unallocated" : "again"
  }
}

/**
 * Decides again under the lock of the cart or order, which core's own completion takes: core writes and takes back the marks of a
 * placed order one by one, so a read in between may miss the order. That lock can be lost: core captures before it books and cancels,
 * so whether it has captured is read once more before money is held.
 */
async function captureOrHold(
  container: MedusaContainer,
  payment: PaymentRow,
  invoice: Invoice,
  key: string
): Promise<SettlementOutcome | "again"> {
  return withCartLock(container, key, async () => {
    const { decision, facts } = await decide(container, payment, invoice)
    if (lockKeyOf(payment, facts) !== key) return "again"
    const hold = async (reason: UnallocatedReason, owing: { isOwedBack?: boolean }) =>
      !facts.hasCapture && (await hasCapture(container, payment))
        ? "again"
        : holdForReview(container, payment, reason, owing)
    if (decision.kind === "unallocated") return hold(decision.reason, decision)
    if (decision.kind !== "capture_order" && decision.kind !== "record_captured") return "again"
    if (await finishHalfCancelled(container, facts)) return "again"
    if (facts.isRefundDue) {
      // Before the decision: core deletes its refund when our provider does not answer.
      const captured = await findCapturedPayment(container, payment.session_id)
      await oweMedusaRefunds(container, payment.session_id, captured?.refunds ?? [])
    }
    const taken =
      decision.kind === "capture_order" ? await lowerToOwed(container, payment, decision.orderId) : payment
    // The order was credited, or edited down to nothing, unless this very payment is booked on it by now.
    if (taken === null) return hold("already_paid", { isOwedBack: true })
    if (facts.order) await captureOrderPayment(container, taken, facts)
    const found = isSettledFor(invoice, payment) ? null : invoice.status
    await recordCaptured(container, taken, decision.orderId, { isRefundDue: facts.isRefundDue, found })
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .info(`onchain: payment ${payment.id} captured for order ${decision.orderId ?? "(none)"}`)
    return "captured"
  })
}

/** An interrupted cancellation has released its stock: it is finished, and the next round holds the money for review. */
async function finishHalfCancelled(
  container: MedusaContainer,
  { order, session, collectionId }: LoadedFacts
): Promise<boolean> {
  if (!order || !collectionId || session === "captured") return false
  if (!(await container.resolve("onchain").payments.isTimeoutNoted([collectionId]))) return false
  if (!(await isHalfCancelled(container, order.id))) return false
  await requireNoOpenChange(container, order.id)
  await runCancellation(container, order.id)
  return true
}

async function oweSurplus(container: MedusaContainer, payment: PaymentRow): Promise<void> {
  if (surplusOf(payment) !== undefined) await container.resolve("onchain").refunds.oweSurplus(payment)
}

/**
 * Records a captured payment, its surplus, and money received by other attempts. Safe to repeat.
 *
 * @param orderId null when the money is a refund due, or was captured earlier
 * @param found the status of an invoice that is not paid any more
 */
export async function recordCaptured(
  container: MedusaContainer,
  payment: PaymentRow,
  orderId: string | null,
  { isRefundDue, found = null }: Pick<LoadedFacts, "isRefundDue"> & { found?: string | null }
): Promise<void> {
  const onchain = container.resolve("onchain")
  // The order may have become more expensive.
  const debt = isRefundDue || orderId === null ? null : await loadDebt(container, orderId)
  const outstandingAmount = debt?.isOwed ? debt.outstanding : null
  await oweSurplus(container, payment)
  const captured_at = new Date(onchain.clock())
  await onchain.payments.capture(
    payment,
    {
      captured_at,
      order_outstanding_amount: outstandingAmount,
      // Its order was placed after all.
      unallocated_reason: null,
      placed_order_id: payment.placed_order_id ?? orderId,
      // The capture holds the order's lock, so a concurrent cancellation of the unpaid order has failed.
      order_timed_out_at: null,
      // The order may be cancelled right now, and its event may get lost.
      order_check_at: new Date(captured_at.getTime() + CANCELLATION_GRACE_MS),
    },
    capturedEvents(payment, { orderId, outstandingAmount }),
    found
  )
  await oweEarlierAttempts(container, payment)
}

/**
 * Handles the money of an earlier attempt under the lock of its payment: the payment continues with it, or its refund is due.
 * Safe to repeat.
 */
export async function followEarlierAttempt(
  container: MedusaContainer,
  read: PaymentRow,
  invoice: Invoice
): Promise<PaymentRow | undefined> {
  const onchain = container.resolve("onchain")
  const trouble = read.state === "settled" ? reasonToHold(invoice, read, onchain.options) : null
  const { decision, attempt } = await onchain.payments.followEarlier(read.attempt_id, trouble)
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
  const attempts = await container.resolve("onchain").payments.listAttempts([captured.id])
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
