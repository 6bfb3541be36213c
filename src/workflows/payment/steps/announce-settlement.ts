import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { PAYMENT_PARTIALLY_PAID, PAYMENT_SETTLED, PAYMENT_UNALLOCATED } from "../../../modules/onchain/events"
import { isPaidInPart, remainingOf } from "../../../domain/partial-payment"
import { amountDifference } from "../../../domain/settled-amount"
import { compareAmounts } from "../../../gateway/amount"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { oweSurplus } from "./owe-surplus"

/** A cancellation that began before the capture has ended by then. */
const CANCELLATION_GRACE_MS = 60_000

/**
 * Records a captured payment and what came on top of it, and tells who listens.
 *
 * Safe to repeat: what was told is not told again, and a surplus that grew is owed as it now is.
 *
 * @param orderId null when the money is owed back, or was captured earlier
 */
export async function recordCaptured(
  container: MedusaContainer,
  payment: PaymentRow,
  orderId: string | null
): Promise<void> {
  const onchain = container.resolve("onchain")
  await oweSurplus(container, payment)
  if (payment.state !== "captured") {
    const { expected_amount: expected, received_amount: received, decimals } = payment
    const { shortfall } = amountDifference({ expected, received, decimals })
    const captured_at = new Date(onchain.clock())
    await onchain.payments.move(payment, "captured", {
      captured_at,
      shortfall_amount: shortfall,
      // The capture holds the order's lock, so a cancellation that was begun for being unpaid has failed.
      order_timed_out_at: null,
      // The order may be cancelled at this very moment, and its event may get lost.
      order_check_at: new Date(captured_at.getTime() + CANCELLATION_GRACE_MS),
    })
  }
  await announceOnce(container, { ...payment, state: "captured" }, orderId)
}

/** Tells who listens where a payment ended. At least once: the note that it was told comes after. */
export async function announceOnce(
  container: MedusaContainer,
  payment: PaymentRow,
  orderId: string | null = null
): Promise<void> {
  if (payment.announced_at) return
  const { id, session_id, unallocated_reason: reason } = payment
  const ids = { payment_id: id, session_id }
  const onchain = container.resolve("onchain")
  if (payment.state === "unallocated") {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`onchain: payment ${id} has no order to go to and waits for a person: ${reason}`)
  }
  await container
    .resolve(Modules.EVENT_BUS)
    .emit(
      payment.state === "unallocated"
        ? { name: PAYMENT_UNALLOCATED, data: { ...ids, reason } }
        : { name: PAYMENT_SETTLED, data: { ...ids, order_id: orderId } }
    )
  onchain.counters.add(payment.state === "unallocated" ? "payments_unallocated" : "payments_captured")
  await onchain.payments.note(id, { announced_at: new Date(onchain.clock()) })
}

/** Reports a part of a payment, once for each larger amount. At least once: the note that it was reported comes after. */
export async function announcePart(container: MedusaContainer, payment: PaymentRow): Promise<void> {
  const { id, session_id, token, expected_amount, received_amount, part_announced_amount: told } = payment
  if (received_amount === null || payment.resolution !== null || !isPaidInPart(payment)) return
  if (told !== null && compareAmounts(received_amount, told) <= 0) return
  const amounts = { expected_amount, received_amount, remaining_amount: remainingOf(payment) }
  await container.resolve(Modules.EVENT_BUS).emit({
    name: PAYMENT_PARTIALLY_PAID,
    data: { payment_id: id, session_id, token, ...amounts },
  })
  await container.resolve("onchain").payments.note(id, { part_announced_amount: received_amount })
}
