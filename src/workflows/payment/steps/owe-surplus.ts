import type { MedusaContainer } from "@medusajs/framework/types"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { announceRefund } from "./announce-refund"

/** Records what came beyond what was captured or decided about, and tells who listens. Safe to repeat: it moves nothing. */
export async function oweSurplus(container: MedusaContainer, payment: PaymentRow): Promise<void> {
  const refundId = await container.resolve("onchain").refunds.oweSurplus(payment)
  if (refundId !== null) await announceRefund(container, refundId)
}
