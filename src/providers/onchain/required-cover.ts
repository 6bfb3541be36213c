import type { PaymentSessionStatus } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { type CoverFacts, isPaidOtherwise, missingFrom } from "../../domain/order-cover"
import type { PaymentRow } from "../../modules/onchain/payment-row"

/**
 * Refuses an order for less than its total, and a capture beside another payment that holds it all. Medusa asks when it has
 * written the order, and takes the order back when we refuse.
 *
 * An order that was placed before may cost more by now: what came for it is captured, and what is outstanding is reported.
 *
 * @throws MedusaError `not_allowed` with code `already_paid` or `total_not_covered`
 * @see ADR 0041
 */
export function requireCover(payment: PaymentRow, status: PaymentSessionStatus, cover: CoverFacts): void {
  if (status === "captured" && isPaidOtherwise(cover))
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `Another payment of the order holds what it costs. This one, of session ${payment.session_id}, is not captured; it is held for review.`,
      "already_paid"
    )
  if (!cover.isOfCart || isPlaced(payment, cover)) return
  const missing = missingFrom(cover)
  if (missing === "0") return
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `The payment of this cart is ${cover.session} ${payment.currency_code}, which leaves ${missing} of its total unpaid: the cart changed after the payment was opened. Load the payment options again and choose one; no order was placed.`,
    "total_not_covered"
  )
}

/** Whether the order that is there was placed before. Another one may have been, which Medusa took back. */
function isPlaced({ order_placed_at, placed_order_id }: PaymentRow, { orderId }: CoverFacts): boolean {
  return order_placed_at !== null && (placed_order_id === null || placed_order_id === orderId)
}
