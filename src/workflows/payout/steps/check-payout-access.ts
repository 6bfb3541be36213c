import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { PayoutRefusal } from "../../../domain/payout-gate"
import type { RequestActor } from "./payout-actor"
import { findPayoutRefusal } from "./payout-gate"

export const checkPayoutAccessStepId = "check-onchain-payout-access"

/** Whether somebody may move money out. Changes nothing. */
export const checkPayoutAccessStep = createStep(
  checkPayoutAccessStepId,
  async (actor: RequestActor, { container }) => {
    const { refusal } = await findPayoutRefusal(container, actor)
    return new StepResponse<{ refusal: PayoutRefusal | null }>({ refusal })
  }
)
