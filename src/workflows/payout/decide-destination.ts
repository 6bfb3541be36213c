import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { momentInWords } from "../../domain/moment-in-words"
import type { DestinationResult } from "../../modules/onchain/payout/destinations"
import { loadActorNames } from "../person-names"
import type { RequestActor } from "./payout-access"
import { assertPayoutAllowed, payoutError } from "./payout-access"
import { approvalProblemInWords } from "./payout-words"
import { type AddressToScreen, screenAddress } from "./screen-address"
import { mustFindDestination } from "./queries/view-destinations"

type DestinationInput = { destination_id: string; actor: RequestActor }

/** A destination never changes its address, so what is screened is what is approved. @throws MedusaError `forbidden`; `not_found` */
const findDestinationStep = createStep(
  "find-onchain-destination",
  async (input: DestinationInput, { container }) => {
    const { id: actor_id } = await assertPayoutAllowed(container, input.actor)
    const row = await mustFindDestination(container, input.destination_id)
    const { address, memo, chain, network_id, purpose, customer_id, order_id } = row
    const toScreen: AddressToScreen = {
      ...{ address, memo: memo || null, chain, network_id, purpose, customer_id, order_id, actor_id },
    }
    return new StepResponse(toScreen)
  }
)

/**
 * @throws MedusaError `forbidden`, also for one's own where a second user is required; `not_found`;
 * `conflict` with who was faster
 */
const approveDestinationStep = createStep(
  "approve-onchain-destination",
  async (input: DestinationInput, { container }) => {
    const { destinations } = container.resolve("onchain").payouts
    const actor = await assertPayoutAllowed(container, input.actor)
    const { id } = await mustFindDestination(container, input.destination_id)
    return new StepResponse(await mustBeDecided(container, await destinations.approve(id, actor)))
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

/** Moves nothing. Hook `screenAddress`: a handler can refuse the address before it is approved. */
export const approveDestinationWorkflow = createWorkflow(
  "approve-onchain-destination",
  (input: DestinationInput) => {
    const screening = screenAddress(findDestinationStep(input))
    return new WorkflowResponse(approveDestinationStep(input), { hooks: [screening] })
  }
)

/**
 * Archives a payout destination: no payout goes there any more, not even a confirmed one that is not sent. What was sent goes on.
 *
 * @throws MedusaError `forbidden`; `not_found`; `conflict` with who was faster
 */
export async function archiveDestination(
  container: MedusaContainer,
  input: DestinationInput
): Promise<{ destination_id: string }> {
  const { destinations } = container.resolve("onchain").payouts
  const actor = await assertPayoutAllowed(container, input.actor)
  const { id } = await mustFindDestination(container, input.destination_id)
  return mustBeDecided(container, await destinations.archive(id, actor.id))
}
