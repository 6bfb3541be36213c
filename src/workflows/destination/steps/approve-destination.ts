import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { reasonAgainstApproval } from "../../../domain/approval"
import type { RequestActor } from "../../payout/steps/payout-actor"
import { assertPayoutAllowed } from "../../payout/steps/payout-gate"
import { destinationConflict } from "./destination-conflict"
import { mustFindDestination } from "./must-find-destination"

export const approveDestinationStepId = "approve-onchain-destination"

/**
 * Lets payouts go to a destination.
 *
 * @throws MedusaError `forbidden` for whoever may not, and for one's own where it takes a second user; `not_found`;
 * `conflict` with who was faster
 */
export const approveDestinationStep = createStep(
  approveDestinationStepId,
  async (input: { destination_id: string; actor: RequestActor }, { container }) => {
    const { options, payouts } = container.resolve("onchain")
    const { approval } = options.payouts
    const actor = await assertPayoutAllowed(container, input.actor)
    const row = await mustFindDestination(container, input.destination_id)
    const involved = [row.created_by, row.created_by_owner]
    const problem = reasonAgainstApproval({ approval, actor, involved })
    if (problem) throw new MedusaError(MedusaError.Types.FORBIDDEN, problem.words, problem.code)
    const approver = { id: actor.id, type: actor.type, mayBeOwn: approval === "none" }
    const approved = await payouts.destinations.approve(row.id, approver)
    if (!approved) throw await destinationConflict(container, await mustFindDestination(container, row.id))
    return new StepResponse({ destination_id: approved.id })
  }
)
