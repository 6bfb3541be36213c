import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { DepositAction } from "../../../domain/deposit-lifecycle"
import type { ClaimedDeposit } from "../../../modules/onchain/deposit-claims"
import { announceDeposit } from "./announce-deposit"
import { carryOutAction } from "./carry-out-action"
import { type ActionEnd, endOf } from "./action-end"
import { depositConflict } from "./deposit-conflict"

export const sendDepositActionStepId = "send-onchain-deposit-action"

/** What an admin is told of an action: done, or still waiting for the service's answer. */
export type ActionResult = { deposit_id: string; is_pending: boolean }

/**
 * Calls the service for an action that was claimed.
 *
 * @throws MedusaError `not_allowed` with the service's reason, `conflict` when somebody else resolved the deposit
 */
export const sendDepositActionStep = createStep(
  sendDepositActionStepId,
  async (input: { deposit_id: string; action: DepositAction; action_attempts: number }, { container }) => {
    const row = await container.resolve("onchain").deposits.store.mustFind(input.deposit_id)
    const isOurs = isClaimed(row) && row.action_attempts === input.action_attempts
    const end = isOurs ? await carryOutAction(container, row) : endOf(input, row)
    await announceDeposit(container, end.row)
    return new StepResponse(await tellAdmin(container, end))
  }
)

async function tellAdmin(container: MedusaContainer, { kind, row }: ActionEnd): Promise<ActionResult> {
  switch (kind) {
    case "done":
    case "pending":
      return { deposit_id: row.id, is_pending: kind === "pending" }
    case "refused":
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, row.last_error ?? "The service refused.")
    case "overtaken":
      throw await depositConflict(container, row)
  }
}

function isClaimed(row: {
  state: string
  action: string | null
  action_key: string | null
}): row is ClaimedDeposit {
  return row.state === "acting" && row.action !== null && row.action_key !== null
}
