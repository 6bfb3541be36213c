import type { MedusaContainer } from "@medusajs/framework/types"
import type { WithdrawalConsent } from "../../domain/payout/withdrawal-consent"
import { doubtBeforeSending } from "../../domain/payout/withdrawal-search"
import { isBeforeSending } from "../../domain/payout/withdrawal-standing"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-row"
import { executeWithdrawal, keyLifeOf } from "./execute-withdrawal"
import { recordWithdrawal } from "./follow-withdrawal"
import type { RequestActor } from "./payout-access"
import { assertPayoutAllowed, payoutError } from "./payout-access"
import { lookForWithdrawal } from "./search-withdrawal"
import { explainUnreachable, limitsOf } from "./withdrawal-asset"
import { doubtBeforeSendingInWords } from "./withdrawal-gateway-words"
import {
  conflictError,
  findWithdrawal,
  refusalError,
  type WithdrawalAnswer,
  answerAfterSending,
  answerOf,
} from "./withdrawal-outcome"

/** The quote that the actor has read and agrees to. */
type ConsentInput = {
  withdrawal_id: string
  quote_id: string
  action: "confirm" | "approve"
  actor: RequestActor
}

/**
 * Confirms or approves a withdrawal, and sends it when nothing is missing: of all attempts, one may call the service.
 *
 * @throws MedusaError `forbidden`, `not_found`; `not_allowed`, also with the service's reason; `conflict` with who was faster or with what
 * became of the quote
 */
async function consentTo(container: MedusaContainer, input: ConsentInput): Promise<WithdrawalAnswer> {
  const { id, type, ownerId } = await assertPayoutAllowed(container, input.actor)
  const row = await findWithdrawal(container, input.withdrawal_id)
  const { options, payouts } = container.resolve("onchain")
  const { claims } = payouts.withdrawals
  const consent: WithdrawalConsent = {
    action: input.action,
    quoteId: input.quote_id,
    actor: { id, type, ownerId },
  }
  const policy = { ...options.payouts, limits: limitsOf(container, row) }
  if (await mayHaveLeft(container, row)) {
    const decision = await claims.preview(row, consent, policy)
    if (decision.kind === "refused") throw await refusalError(container, decision.refusal)
    if (decision.kind === "send") await mustNotHaveLeft(container, row, input.action)
  }
  const consented = await claims.consent(row, consent, policy)
  if (consented.kind === "refused") throw await refusalError(container, consented.refusal)
  // Another user has to approve first, or it was sent before.
  if (consented.kind !== "sent") return answerOf(consented.row)
  return answerAfterSending(await executeWithdrawal(container, consented.row))
}

/**
 * Whether it is older than its key is remembered: a restored database, or a provider that has forgotten the
 * key, would send it a second time.
 */
async function mayHaveLeft(container: MedusaContainer, row: WithdrawalRow): Promise<boolean> {
  const { options, payouts } = container.resolve("onchain")
  const now = await payouts.withdrawals.store.now()
  return (
    isBeforeSending(row) && now.getTime() - row.created_at.getTime() > keyLifeOf(row, options.assumptions)
  )
}

/**
 * Searches for it before its first call.
 *
 * @throws MedusaError `conflict` when it has left, or may have; `not_allowed` when the service does not
 * answer
 */
async function mustNotHaveLeft(
  container: MedusaContainer,
  row: WithdrawalRow,
  action: ConsentInput["action"]
): Promise<void> {
  const askedAt = await container.resolve("onchain").payouts.withdrawals.store.now()
  const sinceRequest = { ...row, state_at: row.created_at }
  const search = await lookForWithdrawal(container, sinceRequest, { isThorough: true }).catch(
    explainUnreachable
  )
  if (search.found) {
    await recordWithdrawal(container, row, search.found, { askedAt, source: "service" })
    throw await conflictError(container, row.id, action)
  }
  const doubt = doubtBeforeSending(search)
  if (doubt !== null) throw payoutError("may_have_left", doubtBeforeSendingInWords(doubt))
}

/** Money leaves, unless a second user has to approve. */
export function confirmWithdrawal(
  container: MedusaContainer,
  input: Omit<ConsentInput, "action">
): Promise<WithdrawalAnswer> {
  return consentTo(container, { ...input, action: "confirm" })
}

/** Approves another user's confirmation. Money leaves. */
export function approveWithdrawal(
  container: MedusaContainer,
  input: Omit<ConsentInput, "action">
): Promise<WithdrawalAnswer> {
  return consentTo(container, { ...input, action: "approve" })
}
