import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { RequestActor } from "../../payout/steps/payout-actor"
import { payoutError } from "../../payout/steps/payout-error"
import { assertPayoutAllowed } from "../../payout/steps/payout-gate"
import { askForQuote } from "./ask-for-quote"
import { findWithdrawal } from "./find-withdrawal"
import { tooLate } from "./too-late"
import { findDestinationProblem } from "./withdrawal-destination"
import { answerOf, type WithdrawalAnswer } from "./withdrawal-outcome"

export const quoteWithdrawalStepId = "quote-onchain-withdrawal"

export type QuoteWithdrawalInput = { withdrawal_id: string; actor: RequestActor }

/**
 * Asks for a new quote of a withdrawal of which nothing was sent. Whoever confirms reads the new one first.
 *
 * @throws MedusaError `forbidden`, `not_found`, `not_allowed` with the service's reason, or `conflict`
 */
export const quoteWithdrawalStep = createStep(
  quoteWithdrawalStepId,
  async ({ withdrawal_id, actor }: QuoteWithdrawalInput, { container }) => {
    const { id } = await assertPayoutAllowed(container, actor)
    return new StepResponse<WithdrawalAnswer>(await quoteWithdrawal(container, withdrawal_id, id))
  }
)

/**
 * The same for whoever has asked already whether that is allowed.
 *
 * @param actorId who asks
 */
export async function quoteWithdrawal(
  container: MedusaContainer,
  withdrawalId: string,
  actorId: string
): Promise<WithdrawalAnswer> {
  const row = await findWithdrawal(container, withdrawalId)
  const problem = await findDestinationProblem(container, row)
  if (problem) throw payoutError(problem)
  const end = await askForQuote(container, row.id, actorId)
  if (!end) throw await tooLate(container, row.id, "quote")
  if (end.problem) throw payoutError(end.problem)
  if (end.kind === "refused")
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, end.row.last_error ?? "The service gave no quote.")
  const { withdrawal_id, is_pending } = answerOf(end.row)
  return { withdrawal_id, is_pending: is_pending || end.kind === "pending" }
}
