import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { RequestActor } from "../../payout/steps/payout-actor"
import { assertPayoutAllowed } from "../../payout/steps/payout-gate"
import { destinationConflict } from "./destination-conflict"
import { mustFindDestination } from "./must-find-destination"

export const archiveDestinationStepId = "archive-onchain-destination"

/**
 * Ends a destination: no payout goes there any more, not even one that is confirmed and not sent. What was sent goes on.
 *
 * @throws MedusaError `forbidden` for whoever may not; `not_found`; `conflict` with who was faster
 */
export const archiveDestinationStep = createStep(
  archiveDestinationStepId,
  async (input: { destination_id: string; actor: RequestActor }, { container }) => {
    const { destinations } = container.resolve("onchain").payouts
    const actor = await assertPayoutAllowed(container, input.actor)
    const row = await mustFindDestination(container, input.destination_id)
    const archived = await destinations.archive(row.id, actor.id)
    if (!archived) throw await destinationConflict(container, await mustFindDestination(container, row.id))
    return new StepResponse({ destination_id: archived.id })
  }
)
