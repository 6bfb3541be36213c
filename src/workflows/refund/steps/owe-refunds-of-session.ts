import type { MedusaContainer } from "@medusajs/framework/types"
import { findCapturedPayment } from "../../payment/steps/find-captured-payment"
import { oweMedusaRefund } from "./owe-medusa-refund"

/**
 * Records every refund that Medusa shows of what it captured for a session, once each.
 *
 * Whoever takes such a refund as a sign that the money is owed back calls this first: core deletes its refund when our
 * provider does not answer, and then nobody else would owe it.
 */
export async function oweRefundsOfSession(container: MedusaContainer, sessionId: string): Promise<void> {
  const captured = await findCapturedPayment(container, sessionId)
  for (const { id, raw_amount } of captured?.refunds ?? [])
    await oweMedusaRefund(container, { id, fiatAmount: raw_amount.value, sessionId })
}
