import type { MedusaContainer } from "@medusajs/framework/types"
import { isKeyTooOld } from "../../../domain/idempotency-age"
import {
  decideAfterCreate,
  mayHaveBeenSent,
  pauseBeforeCreatingAgain,
} from "../../../domain/withdrawal-answer"
import { withdrawalRefusalInWords } from "../../../domain/withdrawal-refusal"
import { GatewayError } from "../../../gateway/client/errors"
import type { ClaimedWithdrawal } from "../../../modules/onchain/withdrawal-claims"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"
import { lookForWithdrawal, notFoundInWords } from "./look-for-withdrawal"
import { loadPayableBalance } from "./payable-balance"
import { giveUpWithdrawal, postponeWithdrawal, releaseWithdrawal, settleWithdrawal } from "./withdrawal-end"

/**
 * Sends a withdrawal that a person has confirmed, and stores what it led to.
 *
 * Whatever is cut off here is taken over when the lease runs out, and ends the same way: key and reference are the same, so the
 * service acts once. A quote that has expired meanwhile does not stop a repetition: the first call may have used it.
 *
 * @returns the row as it is then
 */
export async function carryOutWithdrawal(
  container: MedusaContainer,
  claim: ClaimedWithdrawal
): Promise<WithdrawalRow> {
  const { gateway, options, payouts } = container.resolve("onchain")
  const now = await payouts.withdrawals.store.now()
  const keyAgeMs = now.getTime() - claim.first_sent_at.getTime()
  if (isKeyTooOld(keyAgeMs, options.assumptions.idempotency.retentionMs)) return look(container, claim)
  try {
    const withdrawal = await gateway.createWithdrawal(
      { quoteId: claim.quote_id, clientReference: claim.id },
      { idempotencyKey: claim.create_key }
    )
    return await settleWithdrawal(container, claim, withdrawal)
  } catch (error) {
    if (error instanceof GatewayError) return afterFailure(container, claim, error)
    throw error
  }
}

async function afterFailure(
  container: MedusaContainer,
  claim: ClaimedWithdrawal,
  error: GatewayError
): Promise<WithdrawalRow> {
  const { options, payouts } = container.resolve("onchain")
  const { code, status, outcome, isRetryable } = error
  const now = await payouts.withdrawals.store.now()
  const decision = decideAfterCreate({
    code,
    status,
    outcome,
    isRetryable,
    isUncertain: claim.is_uncertain,
    keyAgeMs: now.getTime() - claim.first_sent_at.getTime(),
    retentionMs: options.assumptions.idempotency.retentionMs,
  })
  switch (decision) {
    case "repeat":
      return postponeWithdrawal(container, claim, error.message, {
        pauseMs: pauseBeforeCreatingAgain({ code, attempts: claim.send_attempts }),
        mayHaveActed: mayHaveBeenSent(error),
      })
    case "release":
      return releaseWithdrawal(container, claim, "refused", await refusalOf(container, claim, error))
    case "requote":
      return releaseWithdrawal(container, claim, "requested", await refusalOf(container, claim, error))
    case "look":
      return look(container, claim, error)
  }
}

async function refusalOf(
  container: MedusaContainer,
  claim: ClaimedWithdrawal,
  { code, requestId }: GatewayError
): Promise<string> {
  const balance = code === "INSUFFICIENT_BALANCE" ? await loadPayableBalance(container, claim) : null
  return withdrawalRefusalInWords("create", code, { token: claim.token, balance, requestId })
}

/** Asks the service what became of a withdrawal, where repeating the call cannot tell. */
async function look(
  container: MedusaContainer,
  claim: ClaimedWithdrawal,
  cause?: GatewayError
): Promise<WithdrawalRow> {
  try {
    const search = await lookForWithdrawal(container, claim)
    if (search.found) return await settleWithdrawal(container, claim, search.found)
    const answer = cause === undefined ? "" : ` The last answer was: ${cause.message}.`
    return await giveUpWithdrawal(container, claim, `${notFoundInWords(search)}${answer}`)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return postponeWithdrawal(container, claim, error.message, {
      pauseMs: pauseBeforeCreatingAgain({ code: error.code, attempts: claim.send_attempts }),
      mayHaveActed: true,
    })
  }
}
