import type { MedusaContainer } from "@medusajs/framework/types"
import type { WithdrawalConsent } from "../../domain/payout/withdrawal-consent"
import {
  decideAfterCreate,
  isUnclearCode,
  isUnexplainedConflict,
  mayHaveBeenSent,
  pauseBeforeCreatingAgain,
} from "../../domain/payout/withdrawal-gateway-state"
import { doubtBeforeSending } from "../../domain/payout/withdrawal-search"
import { isBeforeSending } from "../../domain/payout/withdrawal-standing"
import { isKeyTooOld, keyLifeMs } from "../../domain/repeated-call"
import type { Assumptions } from "../../gateway/assumptions"
import { GatewayError } from "../../gateway/client/errors"
import type { Withdrawal } from "../../gateway/contract"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-change"
import type { ClaimedWithdrawal } from "../../modules/onchain/payout/withdrawal-claims"
import { unknownCodeInWords } from "../refusal-code"
import { countWithdrawal, recordWithdrawal, updateOf } from "./follow-withdrawal"
import { assertPayoutAllowed, payoutError, type RequestActor } from "./payout-access"
import { explainUnreachable, limitsOf, loadPayableBalance } from "./request-withdrawal"
import { lookForWithdrawal } from "./search-withdrawal"
import {
  doubtBeforeSendingInWords,
  notFoundInWords,
  withdrawalRefusalInWords,
} from "./withdrawal-gateway-words"
import {
  answerAfterSending,
  answerOf,
  conflictError,
  findWithdrawal,
  refusalError,
  type WithdrawalAnswer,
} from "./withdrawal-outcome"

/**
 * Sends a confirmed withdrawal, and stores the outcome.
 *
 * An interrupted call is taken over when the lease runs out, and ends the same way: key and reference are the
 * same, so the service acts once. An expired quote does not stop a repetition: the first call may have used
 * it.
 */
export async function executeWithdrawal(
  container: MedusaContainer,
  claim: ClaimedWithdrawal
): Promise<WithdrawalRow> {
  const { gateway, options, payouts } = container.resolve("onchain")
  const { store, answers } = payouts.withdrawals
  const now = await store.now()
  if (isTakenOver(claim, now)) return store.mustFind(claim.id)
  const keyAgeMs = now.getTime() - claim.first_sent_at.getTime()
  if (isKeyTooOld(keyAgeMs, keyLifeOf(claim, options.assumptions))) return look(container, claim, now)
  try {
    const withdrawal = await gateway.createWithdrawal(
      { quoteId: claim.quote_id, clientReference: claim.id },
      { idempotencyKey: claim.create_key, onAccepted: () => answers.noteAccepted(claim) }
    )
    return await settleWithdrawal(container, claim, withdrawal, now)
  } catch (error) {
    if (error instanceof GatewayError) return afterFailure(container, claim, error)
    throw error
  }
}

/** How long the key of a withdrawal's create is remembered. */
function keyLifeOf({ quoted_at, quote_expires_at }: WithdrawalRow, { idempotency }: Assumptions): number {
  const quoteLifeMs =
    quoted_at === null || quote_expires_at === null
      ? null
      : Math.max(0, quote_expires_at.getTime() - quoted_at.getTime())
  return keyLifeMs(idempotency.retentionMs, quoteLifeMs)
}

/** A process that slept since its claim leaves the call to the one that took over. */
function isTakenOver({ lease_expires_at }: ClaimedWithdrawal, now: Date): boolean {
  return lease_expires_at !== null && lease_expires_at <= now
}

async function afterFailure(
  container: MedusaContainer,
  claim: ClaimedWithdrawal,
  error: GatewayError
): Promise<WithdrawalRow> {
  const { options, payouts } = container.resolve("onchain")
  const { code, status, outcome, isRetryable } = error
  const { answers, store } = payouts.withdrawals
  const now = await store.now()
  if (isUnexplainedConflict({ code, status, outcome, isUncertain: claim.is_uncertain }))
    await answers.noteConflict(claim, code)
  const unclearCode = unclearCodeOf(claim)
  const decision = decideAfterCreate({
    code,
    status,
    outcome,
    isRetryable,
    isUncertain: claim.is_uncertain,
    hasUnclearAnswer: unclearCode !== null,
    keyAgeMs: now.getTime() - claim.first_sent_at.getTime(),
    retentionMs: keyLifeOf(claim, options.assumptions),
  })
  switch (decision) {
    case "repeat":
      return postponeWithdrawal(container, claim, answerInWords(error), {
        // What nobody can read stays the answer until key and list have shown what it means.
        code: unclearCode ?? code,
        pauseMs: pauseBeforeCreatingAgain({ code, attempts: claim.send_attempts }),
        mayHaveActed: mayHaveBeenSent(error),
      })
    case "release":
      return releaseWithdrawal(container, claim, "refused", {
        code,
        reason: await refusalOf(container, claim, error),
      })
    case "requote":
      return releaseWithdrawal(container, claim, "requested", {
        code,
        reason: await refusalOf(container, claim, error),
      })
    case "prove":
      return look(container, claim, now, error, unclearCode)
    case "look":
      return look(container, claim, now, error)
  }
}

/** The code of an earlier answer under the same key that says nothing of whether the service has the payout. */
function unclearCodeOf({ send_attempts, last_answer_code }: ClaimedWithdrawal): string | null {
  return send_attempts > 1 && isUnclearCode(last_answer_code) ? last_answer_code : null
}

/** Names the setting where nobody here knows the code. */
function answerInWords({ code, serviceCode, message }: GatewayError): string {
  return isUnclearCode(code) ? `${message}. ${unknownCodeInWords(serviceCode ?? code)}` : message
}

async function refusalOf(
  container: MedusaContainer,
  claim: ClaimedWithdrawal,
  { code, serviceCode, requestId }: GatewayError
): Promise<string> {
  const balance = code === "INSUFFICIENT_BALANCE" ? await loadPayableBalance(container, claim) : null
  const quotesSent = claim.create_count
  return withdrawalRefusalInWords("create", code, {
    token: claim.token,
    balance,
    serviceCode,
    requestId,
    quotesSent,
  })
}

/**
 * Looks up what became of a withdrawal, where repeating the call shows nothing.
 *
 * @param unclearCode of an earlier answer, where the key has shown no payout since: it is refused when the list shows none either
 */
async function look(
  container: MedusaContainer,
  claim: ClaimedWithdrawal,
  askedAt: Date,
  cause?: GatewayError,
  unclearCode: string | null = null
): Promise<WithdrawalRow> {
  try {
    const search = await lookForWithdrawal(container, claim, { isThorough: unclearCode !== null })
    if (search.found) return await settleWithdrawal(container, claim, search.found, askedAt)
    const code = cause?.code ?? null
    if (cause && unclearCode !== null) {
      const doubt = doubtBeforeSending(search)
      if (doubt === null)
        return await releaseWithdrawal(container, claim, "requested", {
          code: cause.code,
          reason: await refusalOf(container, claim, cause),
        })
      if (doubt.code === "list_unread")
        return await postponeUnclear(container, claim, answerInWords(cause), unclearCode)
    }
    const words = notFoundInWords({ ...search, lastAnswerCode: code ?? claim.last_answer_code })
    const answer = cause === undefined ? "" : ` The last answer was: ${answerInWords(cause)}.`
    return await giveUpWithdrawal(container, claim, { code, reason: `${words}${answer}` })
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (unclearCode !== null) return postponeUnclear(container, claim, error.message, unclearCode)
    return postponeWithdrawal(container, claim, error.message, {
      code: cause?.code ?? error.code,
      pauseMs: pauseBeforeCreatingAgain({ code: error.code, attempts: claim.send_attempts }),
      mayHaveActed: true,
    })
  }
}

/** Repeats the key until the list can be read, as long as the key is remembered. */
function postponeUnclear(
  container: MedusaContainer,
  claim: ClaimedWithdrawal,
  reason: string,
  code: string
): Promise<WithdrawalRow> {
  const pauseMs = pauseBeforeCreatingAgain({ code, attempts: claim.send_attempts })
  return postponeWithdrawal(container, claim, reason, { code, pauseMs, mayHaveActed: false })
}

/**
 * Stores what the service has of a withdrawal, as the answer to its call.
 *
 * A webhook may have been faster: then the two are compared. One that was ended here meanwhile is paid all
 * the same, and comes back. An identifier that belongs to another withdrawal of ours ends nothing.
 *
 * @param askedAt before the call, by the database's clock
 */
export async function settleWithdrawal(
  container: MedusaContainer,
  claim: ClaimedWithdrawal,
  withdrawal: Withdrawal,
  askedAt: Date
): Promise<WithdrawalRow> {
  const { answers, store } = container.resolve("onchain").payouts.withdrawals
  const update = updateOf(claim, withdrawal, { askedAt: null, source: "service" })
  const recorded =
    (await answers.recordAnswer(claim, "sending", update)) ??
    (await answers.recordAnswer(claim, "unknown", update))
  if (recorded) {
    countWithdrawal(container, claim.state, recorded)
    return recorded
  }
  const owner = await store.findByGatewayId(withdrawal.id)
  if (owner && owner.id !== claim.id) {
    const reason = `The provider answered with ${withdrawal.id}, which is ${owner.id}.`
    await answers.noteAccepted(claim)
    await answers.noteMismatch(claim.id, reason)
    return giveUpWithdrawal(container, claim, { code: null, reason })
  }
  const row = await store.mustFind(claim.id)
  // The same answer may be old: an update of the withdrawal itself is newer.
  if (row.gateway_withdrawal_id === withdrawal.id) return row
  return recordWithdrawal(container, row, withdrawal, { askedAt, source: "service" })
}

/** Ends a call that certainly did nothing. One that outlived its lease, or any doubt, ends nothing. */
async function releaseWithdrawal(
  container: MedusaContainer,
  claim: ClaimedWithdrawal,
  to: "refused" | "requested",
  answer: { code: string; reason: string }
): Promise<WithdrawalRow> {
  const { answers, store } = container.resolve("onchain").payouts.withdrawals
  const released = await answers.release(claim, to, answer)
  if (released) countWithdrawal(container, claim.state, released)
  return released ?? store.mustFind(claim.id)
}

/** Leaves the call to the job, which repeats it after a pause. */
async function postponeWithdrawal(
  container: MedusaContainer,
  claim: ClaimedWithdrawal,
  reason: string,
  pause: { code: string; pauseMs: number; mayHaveActed: boolean }
): Promise<WithdrawalRow> {
  const { claims, store } = container.resolve("onchain").payouts.withdrawals
  await claims.postpone(claim, reason, pause)
  return store.mustFind(claim.id)
}

/** Leaves it to a person: it may not be repeated, and it was not found. */
async function giveUpWithdrawal(
  container: MedusaContainer,
  claim: ClaimedWithdrawal,
  answer: { code: string | null; reason: string }
): Promise<WithdrawalRow> {
  const { answers, store } = container.resolve("onchain").payouts.withdrawals
  return (await answers.giveUp(claim, answer)) ?? store.mustFind(claim.id)
}

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
