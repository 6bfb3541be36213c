import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { amountDifference } from "../../domain/payment/received-amount"
import { reasonToHold } from "../../domain/payment/settlement"
import type { Invoice } from "../../gateway/contract"
import { capturedEvents } from "../../modules/onchain/payment/payment-events"
import { paymentToExpected, type PaymentRow } from "../../modules/onchain/payment/payment-row"
import type { LoadedFacts } from "./load-session-facts"
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
