import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { PayoutRefusal } from "../../../domain/payout-gate"
import type { RequestActor } from "./payout-actor"
import { findPayoutRefusal, type PayoutDeed } from "./payout-gate"

export const checkPayoutAccessStepId = "check-onchain-payout-access"

export type CheckPayoutAccessInput = RequestActor & { deed?: PayoutDeed }

/** Whether somebody may move money out. Changes nothing. */
export const checkPayoutAccessStep = createStep(
  checkPayoutAccessStepId,
  async ({ deed, ...actor }: CheckPayoutAccessInput, { container }) => {
    const { refusal } = await findPayoutRefusal(container, actor, deed)
    return new StepResponse<{ refusal: PayoutRefusal | null }>({ refusal })
  }
)
