import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { PersonsOutcome } from "../../../domain/withdrawal-choices"
import { GatewayError } from "../../../gateway/client/errors"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"
import type { RequestActor } from "../../payout/steps/payout-actor"
import { announceWithdrawal } from "./announce-withdrawal"
import { countWithdrawal } from "./count-withdrawal"
import { findWithdrawal } from "./find-withdrawal"
import { followWithdrawal } from "./follow-withdrawal"
import { assertMayEnd } from "./may-end"
import { tooLate } from "./too-late"
import { isUnreadable } from "./withdrawal-options"
import type { WithdrawalAnswer } from "./withdrawal-outcome"

export const endWithdrawalStepId = "end-onchain-withdrawal"

export type EndWithdrawalInput = {
  withdrawal_id: string
  outcome: PersonsOutcome
  /** How somebody has made sure. */
  note: string
  actor: RequestActor
}

/**
 * Ends a withdrawal that the service has and has not told of for days, by a person's word. The service is asked once more
 * before: what it says counts.
 *
 * @throws MedusaError `forbidden`, `not_found`, or `conflict` when it can be followed, or is over
 */
export const endWithdrawalStep = createStep(
  endWithdrawalStepId,
  async ({ withdrawal_id, outcome, note, actor }: EndWithdrawalInput, { container }) => {
    const { ends, store } = container.resolve("onchain").payouts.withdrawals
    const row = await findWithdrawal(container, withdrawal_id)
    const { id: actorId } = await assertMayEnd(container, row, actor)
    if (!isUnreadable(row, await store.now())) throw await tooLate(container, row.id, "end")
    const isTold = await isToldOf(container, row)
    const ended = isTold ? undefined : await ends.end(row, outcome, actorId, note)
    if (!ended) throw await tooLate(container, row.id, "end")
    countWithdrawal(container, row.state, ended)
    await announceWithdrawal(container, ended)
    return new StepResponse<WithdrawalAnswer>({ withdrawal_id: row.id, is_pending: false })
  }
)

/** Whether the service tells of it after all. Why it does not has been written beside it for days. */
async function isToldOf(
  container: MedusaContainer,
  { gateway_withdrawal_id }: WithdrawalRow
): Promise<boolean> {
  if (gateway_withdrawal_id === null) return false
  try {
    await followWithdrawal(container, gateway_withdrawal_id)
    return true
  } catch (error) {
    if (error instanceof GatewayError) return false
    throw error
  }
}
