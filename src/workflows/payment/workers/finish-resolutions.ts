import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { PaymentRow } from "../../../modules/onchain/payment/payment-row"
import { reasonOf } from "../../../modules/onchain/work/error-reason"
import { executeResolution } from "../execute-resolution"

/** Per run. */
const BATCH = 50

/** Executes choices whose process died. One that fails comes last in the next run. */
export async function finishPaymentResolutions(container: MedusaContainer): Promise<void> {
  const unfinished = await container.resolve("onchain").resolutions.listUnfinished(BATCH)
  for (const payment of unfinished) await finish(container, payment)
}

async function finish(container: MedusaContainer, { id, resolution }: PaymentRow): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  try {
    const end = await executeResolution(container, id)
    if (!end.isDone) logger.warn(`onchain: payment ${id} waits for a person again: ${end.reason}`)
  } catch (error) {
    const reason = reasonOf(error)
    logger.warn(`onchain: payment ${id}: ${resolution} is tried again later: ${reason}`)
    await container.resolve("onchain").payments.note(id, { last_error: reason.slice(0, 1_000) })
  }
}
