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

/**
 * Status of a payment's own session in Medusa's words.
 *
 * Money that a person applied to an order is captured by the session that was made for it, and by no other: the
 * payment's own one, which may be alive still, has none left.
 */
export function paymentToStatus(payment: PaymentRow): PaymentSessionStatus {
  return isSpentElsewhere(payment) ? "canceled" : STATUS_OF[payment.state]
}

function isSpentElsewhere({ state, resolution }: PaymentRow): boolean {
  return state === "captured" && resolution === "apply"
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
  if (status === "captured" || isSpentElsewhere(payment)) return status
  if (payment.order_placed_at) return "pending_authorization"
  if (payment.state === "opening") return "requires_more"
  if (isPastExpiry(payment, nowMs)) return "canceled"
  if (status !== "pending") return status
  return placeOrder === "before_payment" ? "pending_authorization" : "requires_more"
}
