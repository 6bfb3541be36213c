import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { momentInWords } from "../../domain/moment-in-words"
import type { DestinationResult } from "../../modules/onchain/payout/destinations"
import { loadActorNames } from "../person-names"
import type { RequestActor } from "./payout-access"
import { assertPayoutAllowed, payoutError } from "./payout-access"
import { approvalProblemInWords } from "./payout-words"
import { mustFindDestination } from "./queries/view-destinations"

export const approveDestinationStepId = "approve-onchain-destination"

/**
 * @throws MedusaError `forbidden`, also for one's own where a second user is required; `not_found`;
 * `conflict` with who was faster
 */
const approveDestinationStep = createStep(
  approveDestinationStepId,
  async (input: { destination_id: string; actor: RequestActor }, { container }) => {
    const { destinations } = container.resolve("onchain").payouts
    const actor = await assertPayoutAllowed(container, input.actor)
    const { id } = await mustFindDestination(container, input.destination_id)
    return new StepResponse(await mustBeDecided(container, await destinations.approve(id, actor)))
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
    const { id } = await mustFindDestination(container, input.destination_id)
    return new StepResponse(await mustBeDecided(container, await destinations.archive(id, actor.id)))
  }
)

/** @throws MedusaError that says why, or what became of the destination, by whom and when */
async function mustBeDecided(
  container: MedusaContainer,
  result: DestinationResult
): Promise<{ destination_id: string }> {
  if (result.kind === "done") return { destination_id: result.row.id }
  const { refusal, row } = result
  if (refusal.reason === "not_allowed")
    throw payoutError(refusal.problem.code, approvalProblemInWords(refusal.problem))
  const [by, at] =
    refusal.state === "archived" ? [row.archived_by, row.archived_at] : [row.approved_by, row.approved_at]
  const nameOf = await loadActorNames(container, [by])
  const when = at === null ? "" : ` ${momentInWords(at)}`
  throw new MedusaError(
    MedusaError.Types.CONFLICT,
    `${nameOf(by) ?? "A user"} ${refusal.state} it${when}.`,
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
