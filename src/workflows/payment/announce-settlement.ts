import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { isContradicted } from "../../domain/payment/settlement"
import { isPaidInPart, remainingOf } from "../../domain/payment/partial-payment"
import { amountDifference } from "../../domain/payment/received-amount"
import type { UnallocatedReason } from "../../domain/payment/settlement"
import { compareAmounts } from "../../gateway/amount"
import {
  ORDER_UNDERPAID,
  PAYMENT_CONTRADICTED,
  PAYMENT_PARTIALLY_PAID,
  PAYMENT_SETTLED,
  PAYMENT_UNALLOCATED,
} from "../../modules/onchain/events"
import type { PaymentRow } from "../../modules/onchain/payment/payment-row"
import { oweSurplus } from "../refund/announce-refund"
import { loadSessionFacts } from "./load-session-facts"

/** A cancellation that began before the capture has ended by then. */
const CANCELLATION_GRACE_MS = 60_000

/**
 * Records a captured payment and what came on top of it, and reports both.
 *
 * Safe to repeat: nothing is reported twice, and a surplus that grew is owed as it now is.
 *
 * @param orderId null when the money is owed back, or was captured earlier
 * @param outstanding what the order is still owed after the capture, in major units
 */
export async function recordCaptured(
  container: MedusaContainer,
  payment: PaymentRow,
  orderId: string | null,
  outstanding = "0"
): Promise<void> {
  const onchain = container.resolve("onchain")
  await oweSurplus(container, payment)
  let order_outstanding_amount = payment.order_outstanding_amount
  if (payment.state !== "captured") {
    order_outstanding_amount = outstanding === "0" ? null : outstanding
    const { expected_amount: expected, received_amount: received, decimals } = payment
    const { shortfall } = amountDifference({ expected, received, decimals })
    const captured_at = new Date(onchain.clock())
    await onchain.payments.move(payment, "captured", {
      captured_at,
      shortfall_amount: shortfall,
      order_outstanding_amount,
      // The capture holds the order's lock, so a cancellation that was begun for being unpaid has failed.
      order_timed_out_at: null,
      // The order may be cancelled at this very moment, and its event may get lost.
      order_check_at: new Date(captured_at.getTime() + CANCELLATION_GRACE_MS),
    })
  }
  const captured: PaymentRow = { ...payment, state: "captured", order_outstanding_amount }
  await announceOnce(container, captured, orderId)
  if (orderId !== null) await announceUnderpaid(container, captured, orderId)
}

/** Reports that a captured payment leaves its order partly unpaid. At least once: the note that it was reported comes after. */
export async function announceUnderpaid(
  container: MedusaContainer,
  payment: PaymentRow,
  order_id: string
): Promise<void> {
  const { id: payment_id, session_id, currency_code, order_outstanding_amount: outstanding_amount } = payment
  if (outstanding_amount === null || payment.outstanding_announced_at !== null) return
  const onchain = container.resolve("onchain")
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(`onchain: order ${order_id} is paid in part, ${outstanding_amount} ${currency_code} is outstanding`)
  await container.resolve(Modules.EVENT_BUS).emit({
    name: ORDER_UNDERPAID,
    data: { order_id, payment_id, session_id, outstanding_amount, currency_code },
  })
  await onchain.payments.note(payment_id, { outstanding_announced_at: new Date(onchain.clock()) })
}

/** Reports where a payment ended. At least once: the note comes after the event. */
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

/**
 * Notifies listeners that the service no longer stands by money that is captured or held for review. At least once: the note comes
 * after, and until then the payment is checked again soon.
 */
export async function announceContradiction(container: MedusaContainer, payment: PaymentRow): Promise<void> {
  const { id, session_id, contradiction, contradiction_announced_at: announcedAt } = payment
  if (announcedAt !== null || !isContradicted(payment)) return
  const onchain = container.resolve("onchain")
  const facts = await loadSessionFacts(container, payment, onchain.clock())
  const order_id = payment.applied_order_id ?? facts.order?.id ?? null
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .error(`onchain: payment ${id} is ${payment.state}, and the service no longer says that it is paid`)
  const data = { payment_id: id, session_id, order_id, status: contradiction }
  await container.resolve(Modules.EVENT_BUS).emit({ name: PAYMENT_CONTRADICTED, data })
  onchain.counters.add("payments_contradicted")
  await onchain.payments.note(id, { contradiction_announced_at: new Date(onchain.clock()) })
}

/**
 * Holds money that has nowhere to go for review, and reports it.
 *
 * @returns `waiting` when another process has recorded something newer meanwhile: the next check decides from that
 */
export async function setAside(
  container: MedusaContainer,
  payment: PaymentRow,
  reason: UnallocatedReason
): Promise<"unallocated" | "waiting"> {
  const isDone = await container.resolve("onchain").payments.setAside(payment, reason)
  return isDone ? tellSetAside(container, payment) : "waiting"
}

/** Reports money that is held for review. */
export async function tellSetAside(container: MedusaContainer, { id }: PaymentRow): Promise<"unallocated"> {
  const now = await container.resolve("onchain").payments.find({ id })
  if (now) await announceOnce(container, now)
  return "unallocated"
}
