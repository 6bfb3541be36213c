import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { loadOrder, type CollectedPayment, type OrderRecord } from "../../order/steps/order-record"
import { withOrderLock } from "../../order/steps/with-order-lock"
import { recordOrderTransactions } from "../../payment/steps/record-order-transactions"
import { findReasonAgainst } from "./application-target"
import { ensureApplicationSession } from "./application-session"

/** A cancellation that began before the capture has ended by then. */
const CANCELLATION_GRACE_MS = 60_000

/**
 * Pays an order with money that had none, exactly once.
 *
 * Medusa gets a payment session of our provider for it, which authorizes as captured and from which refunds come back to
 * us. Everything happens under the order's lock, and each round starts from what is there: a capture that a process which
 * died has made is found by the payment it names, and only booked.
 *
 * @returns null when it is done; else why the order cannot be paid with it any more, in the operator's words
 */
export async function applyToOrder(container: MedusaContainer, payment: PaymentRow): Promise<string | null> {
  const seen = await loadOrder(container, payment.applied_order_id ?? "")
  if (!seen) return release(container, payment, "The order is gone.")
  const { bookings } = container.resolve("onchain")
  const underLocks = (job: () => Promise<string | null>) =>
    withOrderLock(container, seen, () => bookings.run(seen.id, job))
  return underLocks(async () => {
    const order = await loadOrder(container, seen.id)
    if (!order) return release(container, payment, "The order is gone.")
    const captured = findCapture(order, payment) ?? (await capture(container, payment, order))
    if ("reason" in captured) return release(container, payment, captured.reason)
    await recordOrderTransactions(container, { orderId: order.id, sessionId: captured.payment_session_id })
    const onchain = container.resolve("onchain")
    const checkAt = new Date(onchain.clock() + CANCELLATION_GRACE_MS)
    await onchain.resolutions.finishApplication(payment, checkAt)
    return null
  })
}

/** The payment of Medusa that carries this money, when it was captured before. */
function findCapture(order: OrderRecord, payment: PaymentRow): CollectedPayment | undefined {
  return order.payment_collections
    .filter(({ id }) => id === payment.applied_collection_id)
    .flatMap(({ payments }) => payments)
    .find(({ data, captures }) => data?.payment_id === payment.id && captures.length > 0)
}

async function capture(
  container: MedusaContainer,
  payment: PaymentRow,
  order: OrderRecord
): Promise<{ payment_session_id: string } | { reason: string }> {
  const reason = await findReasonAgainst(container, payment, payment.applied_amount, order)
  if (reason !== null) return { reason }
  const sessionId = await ensureApplicationSession(container, payment, order)
  await container.resolve(Modules.PAYMENT).authorizePaymentSession(sessionId, {})
  return { payment_session_id: sessionId }
}

async function release(container: MedusaContainer, payment: PaymentRow, reason: string): Promise<string> {
  await container.resolve("onchain").resolutions.releaseApplication(payment, reason)
  return reason
}
