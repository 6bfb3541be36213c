import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { momentInWords } from "../../domain/moment-in-words"
import { reasonAgainstApproval } from "../../domain/payout/payout-gate"
import type { DestinationRow } from "../../modules/onchain/payout/destination-list"
import { loadActorNames } from "../person-names"
import type { RequestActor } from "./payout-access"
import { assertPayoutAllowed } from "./payout-access"
import { mustFindDestination } from "./queries/view-destinations"

export const approveDestinationStepId = "approve-onchain-destination"

/**
 * @throws MedusaError `forbidden`, also for one's own where a second user is required; `not_found`;
 * `conflict` with who was faster
 */
const approveDestinationStep = createStep(
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

export const archiveDestinationStepId = "archive-onchain-destination"

/**
 * No payout goes there any more, not even a confirmed one that is not sent. What was sent goes on.
 *
 * @throws MedusaError `forbidden`; `not_found`; `conflict` with who was faster
 */
const archiveDestinationStep = createStep(
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

/** Says what became of the destination, by whom and when. */
async function destinationConflict(
  container: MedusaContainer,
  { state, approved_by, approved_at, archived_by, archived_at }: DestinationRow
): Promise<MedusaError> {
  const [by, at] = state === "archived" ? [archived_by, archived_at] : [approved_by, approved_at]
  const nameOf = await loadActorNames(container, [by])
  const when = at === null ? "" : ` ${momentInWords(at)}`
  return new MedusaError(
    MedusaError.Types.CONFLICT,
    `${nameOf(by) ?? "A user"} ${state} it${when}.`,
    "already_done"
  )
}

export const approveDestinationWorkflowId = "approve-onchain-destination"

/** Moves nothing. */
export const approveDestinationWorkflow = createWorkflow(
  approveDestinationWorkflowId,
  (input: { destination_id: string; actor: RequestActor }) => {
    return new WorkflowResponse(approveDestinationStep(input))
  }
)

export const archiveDestinationWorkflowId = "archive-onchain-destination"

export const archiveDestinationWorkflow = createWorkflow(
  archiveDestinationWorkflowId,
  (input: { destination_id: string; actor: RequestActor }) => {
    return new WorkflowResponse(archiveDestinationStep(input))
  }
)
