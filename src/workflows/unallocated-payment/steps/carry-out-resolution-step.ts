import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { carryOutResolution } from "./carry-out-resolution"

export const carryOutResolutionStepId = "carry-out-onchain-payment-resolution"

/** Carries out what an admin chose. @throws MedusaError `not_allowed` when it has become impossible meanwhile */
export const carryOutResolutionStep = createStep(
  carryOutResolutionStepId,
  async ({ payment_id }: { payment_id: string }, { container }) => {
    const end = await carryOutResolution(container, payment_id)
    if (!end.isDone) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, end.reason)
    return new StepResponse({ payment_id })
  }
)
