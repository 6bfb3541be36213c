import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { RequestActor } from "../../payout/steps/payout-actor"
import { announceWithdrawal } from "./announce-withdrawal"
import { findWithdrawal } from "./find-withdrawal"
import { assertMayEnd } from "./may-end"
import { searchWithdrawal } from "./search-withdrawal"
import { tooLate } from "./too-late"
import { explainUnreachable } from "./withdrawal-asset"
import type { WithdrawalAnswer } from "./withdrawal-outcome"

export const writeOffWithdrawalStepId = "write-off-onchain-withdrawal"

export type WriteOffWithdrawalInput = {
  withdrawal_id: string
  /** How somebody has made sure that the service has not sent it. */
  note: string
  actor: RequestActor
}

/**
 * Ends a withdrawal that nobody can find, by a person's word that it was not sent. The service is searched once more before, and
 * for some days after: the truth wins.
 *
 * @throws MedusaError `forbidden`, `not_found`, `not_allowed` when the service does not answer, or `conflict` when it was found
 */
export const writeOffWithdrawalStep = createStep(
  writeOffWithdrawalStepId,
  async ({ withdrawal_id, note, actor }: WriteOffWithdrawalInput, { container }) => {
    const { answers } = container.resolve("onchain").payouts.withdrawals
    const row = await findWithdrawal(container, withdrawal_id)
    const { id: actorId } = await assertMayEnd(container, row, actor)
    if (row.state !== "unclear") throw await tooLate(container, row.id, "write_off")
    const searched = await searchWithdrawal(container, row).catch(explainUnreachable)
    const ended = searched.state === "unclear" ? await answers.writeOff(searched, actorId, note) : undefined
    if (!ended) throw await tooLate(container, row.id, "write_off")
    await announceWithdrawal(container, ended)
    return new StepResponse<WithdrawalAnswer>({ withdrawal_id: row.id, is_pending: false })
  }
)
