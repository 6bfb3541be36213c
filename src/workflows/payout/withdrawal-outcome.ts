import { MedusaError } from "@medusajs/framework/utils"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-row"
import { payoutError } from "./payout-access"

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
