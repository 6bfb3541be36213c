import type { PaymentSessionStatus } from "@medusajs/framework/types"
import { isPastExpiry, type PaymentState } from "../../domain/payment-lifecycle"
import type { PaymentRow } from "../../modules/onchain/payment-row"

const STATUS_OF = {
  opening: "pending",
  awaiting: "pending",
  confirming: "pending",
  settled: "captured",
  captured: "captured",
  expired: "canceled",
  failed: "error",
  cancelled: "canceled",
  // Its session has to stay alive: money for it can still come, and is looked at then.
  superseded: "requires_more",
  unallocated: "canceled",
} as const satisfies Record<PaymentState, PaymentSessionStatus>

/** Status of a payment in Medusa's words. */
export function paymentToStatus(payment: PaymentRow): PaymentSessionStatus {
  return STATUS_OF[payment.state]
}

/**
 * Answer to "may this order be placed?".
 *
 * Settled money captures at once. While it is awaited, the order is either placed unpaid
 * (`pending_authorization`) or not yet (`requires_more`), as the merchant chose; never before there is an
 * invoice to pay, nor after its time has run out, even when nobody has told us that yet. An order that
 * was placed keeps waiting whatever becomes of the invoice: an error here would kill its session, and a
 * late payment could no longer be captured.
 *
 * @param nowMs our clock, epoch milliseconds
 */
export function authorizationStatus(
  payment: PaymentRow,
  placeOrder: "before_payment" | "after_payment",
  nowMs: number
): PaymentSessionStatus {
  const status = paymentToStatus(payment)
  if (status === "captured") return "captured"
  if (payment.order_placed_at) return "pending_authorization"
  if (payment.state === "opening") return "requires_more"
  if (isPastExpiry(payment, nowMs)) return "canceled"
  if (status !== "pending") return status
  return placeOrder === "before_payment" ? "pending_authorization" : "requires_more"
}
