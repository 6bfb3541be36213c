import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** A refund of a payment of ours, as Medusa has it. `fiatAmount` is decimal text in major units. */
export type MedusaRefund = { id: string; fiatAmount: string; sessionId: string }

/**
 * Records a refund that Medusa shows and our provider was never asked for, because the process died in between.
 *
 * Recorded under Medusa's id, so the same one is owed once whoever records it. The job that tells of refunds tells it.
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
