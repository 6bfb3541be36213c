import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { saysItHasIt } from "../../../domain/withdrawal-answer"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"
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
 * Ends a withdrawal that nobody can find, by a person's word that it was not sent. The service is searched once more before, to
 * the end of its list, and for some days after: the truth wins.
 *
 * @throws MedusaError `forbidden`, `not_found`, `conflict` when it was found or the service says itself that it has it, or
 *   `not_allowed` when the service does not answer or its list could not be read to the end
 */
export const writeOffWithdrawalStep = createStep(
  writeOffWithdrawalStepId,
  async ({ withdrawal_id, note, actor }: WriteOffWithdrawalInput, { container }) => {
    const { ends } = container.resolve("onchain").payouts.withdrawals
    const row = await findWithdrawal(container, withdrawal_id)
    const { id: actorId } = await assertMayEnd(container, row, actor)
    if (row.state !== "unclear" || saysItHasIt(row.last_answer_code))
      throw await tooLate(container, row.id, "write_off")
    const missing = await mustBeMissing(container, row)
    const ended = await ends.writeOff(missing, actorId, note)
    if (!ended) throw await tooLate(container, row.id, "write_off")
    await announceWithdrawal(container, ended)
    return new StepResponse<WithdrawalAnswer>({ withdrawal_id: row.id, is_pending: false })
  }
)

/** A search that has not seen everything proves nothing. */
async function mustBeMissing(container: MedusaContainer, unclear: WithdrawalRow): Promise<WithdrawalRow> {
  const { row, isComplete } = await searchWithdrawal(container, unclear, { isThorough: true }).catch(
    explainUnreachable
  )
  if (row.state !== "unclear") throw await tooLate(container, row.id, "write_off")
  if (isComplete) return row
  const incomplete = await container.resolve("onchain").lists.findIncomplete(["listTransactions"])
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    incomplete.length > 0
      ? `The provider's list of transactions is incomplete after ${incomplete[0]?.rowsRead} rows, and the payout may be among those that ` +
          "it does not list. It cannot be written off while that is so; the health check names the setting that helps."
      : "The service's transactions are being read to the end and it may be among them. Try again in a few minutes."
  )
}
