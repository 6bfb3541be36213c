import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { PayoutActor } from "../../domain/payout/payout-gate"
import { reasonAgainstApproval } from "../../domain/payout/payout-gate"
import type { WithdrawalAction } from "../../domain/payout/withdrawal-choices"
import { reasonAgainst } from "../../domain/payout/withdrawal-choices"
import type { WithdrawalRefusal } from "../../domain/payout/withdrawal-consent"
import { involvedIn } from "../../domain/payout/withdrawal-standing"
import type { ActionResult } from "../../modules/onchain/payout/locked-withdrawal"
import { notPossible } from "../../modules/onchain/payout/locked-withdrawal"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-row"
import { loadActorNames } from "../person-names"
import type { RequestActor } from "./payout-access"
import { assertPayoutAllowed, payoutError } from "./payout-access"
import { approvalProblemInWords } from "./payout-words"
import { refusalInWords } from "./withdrawal-words"

/** @throws MedusaError `not_found` */
export async function findWithdrawal(container: MedusaContainer, id: string): Promise<WithdrawalRow> {
  const row = await container.resolve("onchain").payouts.withdrawals.store.find(id)
  if (row) return row
  throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no withdrawal ${id}.`)
}

/**
 * Ending a withdrawal needs the same second approver as paying it. @throws
 * MedusaError `forbidden`
 */
export async function assertMayEnd(
  container: MedusaContainer,
  row: WithdrawalRow,
  actor: RequestActor
): Promise<PayoutActor> {
  const known = await assertPayoutAllowed(container, actor)
  const { approval } = container.resolve("onchain").options.payouts
  const against = reasonAgainstApproval({ approval, actor, involved: involvedIn(row) })
  if (against) throw payoutError(against.code, approvalProblemInWords(against))
  return known
}

/** @throws MedusaError with the reason of the refusal */
export async function mustBeDone<Row>(container: MedusaContainer, result: ActionResult<Row>): Promise<Row> {
  if (result.kind === "done") return result.row
  throw await refusalError(container, result.refusal)
}

/** Names the action that conflicts with this one. */
export async function conflictError(
  container: MedusaContainer,
  id: string,
  action: WithdrawalAction
): Promise<MedusaError> {
  const standing = await container.resolve("onchain").payouts.withdrawals.standing(id)
  return refusalError(container, notPossible(standing, reasonAgainst(action, standing)))
}

export async function refusalError(
  container: MedusaContainer,
  refusal: WithdrawalRefusal
): Promise<MedusaError> {
  const by = "past" in refusal ? (refusal.past?.by ?? null) : null
  const nameOf = await loadActorNames(container, [by])
  return payoutError(
    refusal.code,
    refusalInWords(refusal, (id) => nameOf(id) ?? id)
  )
}

/** `is_pending`: the service's answer is still missing. */
export type WithdrawalAnswer = { withdrawal_id: string; is_pending: boolean }

/**
 * The result of an action, by the state after it. @throws MedusaError `not_allowed` with the service's reason
 * when it was refused
 */
export function answerOf(row: WithdrawalRow): WithdrawalAnswer {
  const { id, state, quote_id } = row
  if (state === "refused")
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, row.last_error ?? "The provider refused it.")
  const isUnquoted = state === "requested" && quote_id === null
  return { withdrawal_id: id, is_pending: isUnquoted || state === "sending" || state === "unknown" }
}

/**
 * The same after a call that was sent.
 *
 * @throws MedusaError `not_allowed` when it was refused; `conflict` when the service no longer accepts the
 * quote
 */
export function answerAfterSending(row: WithdrawalRow): WithdrawalAnswer {
  if (row.state !== "requested") return answerOf(row)
  throw payoutError("quote_expired", row.last_error ?? "The quote expired. Request a new one and confirm it.")
}
