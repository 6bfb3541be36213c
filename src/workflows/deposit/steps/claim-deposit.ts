import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { DepositAction } from "../../../domain/deposit-lifecycle"
import type { DepositRow } from "../../../modules/onchain/deposit-row"
import { assertPayoutAllowed } from "../../payout/steps/payout-gate"
import { depositConflict } from "./deposit-conflict"
import { loadDepositOptions } from "./deposit-options"

export const claimDepositStepId = "claim-onchain-deposit"

/** What an admin asks for. `intent_id` belongs to an assignment. */
export type DepositActionInput = {
  deposit_id: string
  action: DepositAction
  actor_id: string
  /** Such as `user` or `api-key`; matters where money leaves. */
  actor_type?: string | undefined
  intent_id?: string | undefined
}

/**
 * Chooses an action for a deposit: of all who try, one may go on to call the service.
 *
 * The same action asked for again, while its answer is missing and nobody is calling, is the same claim with the
 * same key.
 *
 * @throws MedusaError `forbidden` for a refund by who may not move money out; `not_found`; `not_allowed` with the reason;
 * `conflict` with who was faster
 */
export const claimDepositStep = createStep(
  claimDepositStepId,
  async (input: DepositActionInput, { container }) => {
    const { store, claims } = container.resolve("onchain").deposits
    if (input.action === "refund")
      await assertPayoutAllowed(container, { id: input.actor_id, type: input.actor_type ?? "user" })
    const deposit = await store.find(input.deposit_id)
    if (!deposit)
      throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no deposit ${input.deposit_id}.`)
    if (deposit.state === "in_review") await checkIsPossible(container, deposit, input)
    const request = {
      depositId: deposit.id,
      action: input.action,
      actorId: input.actor_id,
      intentId: input.intent_id ?? null,
    }
    const claim = (await claims.claim(request)) ?? (await claims.resume(request))
    if (!claim) throw await depositConflict(container, await store.mustFind(deposit.id))
    const { id: deposit_id, action, action_attempts } = claim
    return new StepResponse({ deposit_id, action, action_attempts })
  }
)

async function checkIsPossible(
  container: MedusaContainer,
  deposit: DepositRow,
  { action, intent_id }: DepositActionInput
): Promise<void> {
  const { choices, candidates } = await loadDepositOptions(container, deposit)
  const { is_possible, reason } = choices[action]
  if (!is_possible) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, reason ?? "This is not possible.")
  if (action !== "assign" || candidates.some((candidate) => candidate.intent_id === intent_id)) return
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    "intent_id: this is not one of the open payments that the deposit can be assigned to"
  )
}
