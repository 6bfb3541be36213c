import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { findCapturedPayment } from "../payment/order-record"

/** `fiatAmount` is decimal text in major units. */
export type MedusaRefund = { id: string; fiatAmount: string; sessionId: string }

/**
 * Records a refund of Medusa that never reached our provider, because the process died in between. Under
 * Medusa's id, so it is owed once.
 */
export async function oweMedusaRefund(container: MedusaContainer, refund: MedusaRefund): Promise<void> {
  const { refunds, payments, resolutions } = container.resolve("onchain")
  if (await refunds.find(refund.id)) return
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const { sessionId } = refund
  const payment =
    (await resolutions.findBySession(sessionId)) ?? (await payments.find({ session_id: sessionId }))
  if (!payment)
    return logger.error(`onchain: refund ${refund.id} is of session ${sessionId}, which is unknown`)
  if (await refunds.oweOrderRefund(payment, refund))
    logger.warn(`onchain: refund ${refund.id} of Medusa was not recorded; it is due now, no funds moved`)
}

/**
 * Records every refund of a session's capture, once each.
 *
 * Call this before a decision about such a refund: core deletes its refund when our provider does not answer,
 * and then no other record of the debt exists.
 */
export async function oweRefundsOfSession(container: MedusaContainer, sessionId: string): Promise<void> {
  const captured = await findCapturedPayment(container, sessionId)
  for (const { id, raw_amount } of captured?.refunds ?? [])
    await oweMedusaRefund(container, { id, fiatAmount: raw_amount.value, sessionId })
}
