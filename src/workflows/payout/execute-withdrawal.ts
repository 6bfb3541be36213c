import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ACCEPTED,
  type DoubtAboutAbsence,
  doubtAboutAbsence,
  mayHaveArrived,
  signAgainstAbsence,
  UNANSWERED,
} from "../../domain/payout/payout-evidence"
import { isOpen, type WithdrawalConsent } from "../../domain/payout/withdrawal-decisions"
import {
  decideAfterCreate,
  isUnclearCode,
  isUnexplainedConflict,
  mayHaveBeenSent,
  pauseBeforeCreatingAgain,
  saysItHasIt,
} from "../../domain/payout/withdrawal-lifecycle"
import { isKeyTooOld, keyLifeMs } from "../../gateway/assumptions"
import { GatewayError, type ProviderAnswer } from "../../gateway/client/errors"
import type { Withdrawal } from "../../gateway/contract"
import { explainUnreachable } from "../../modules/onchain/health/gateway-advice"
import {
  type ClaimedWithdrawal,
  later,
  type WithdrawalChange,
  type WithdrawalRow,
  type WithdrawalStore,
} from "../../modules/onchain/payout/withdrawal-store"
import { unknownCodeInWords } from "../refusal-code"
import { noteMismatch, recordWithdrawal, SEARCH_AGAIN_AFTER_MS } from "./follow-withdrawal"
import {
  answerOf,
  assertPayoutAllowed,
  conflictError,
  findWithdrawal,
  payoutError,
  refusalError,
  type RequestActor,
  type WithdrawalAnswer,
} from "./payout-access"
import { doubtBeforeSendingInWords, notFoundInWords } from "./payout-words"
import { inEnglish } from "../../words/say"
import { limitsOf, QUOTE_CLEARED, refusalOf } from "./request-withdrawal"
import { lookForWithdrawal, type Search } from "./search-withdrawal"

/** The quote that the actor has read and agrees to. */
type ConsentInput = { withdrawal_id: string; quote_id: string; actor: RequestActor }

/** Money leaves, unless a second user has to approve. */
export function confirmWithdrawal(
  container: MedusaContainer,
  input: ConsentInput
): Promise<WithdrawalAnswer> {
  return consentTo(container, "confirm", input)
}

/** Approves another user's confirmation. Money leaves. */
export function approveWithdrawal(
  container: MedusaContainer,
  input: ConsentInput
): Promise<WithdrawalAnswer> {
  return consentTo(container, "approve", input)
}

/**
 * Confirms or approves a withdrawal, and sends it when nothing is missing: of all attempts, one may call the service.
 *
 * @throws MedusaError `forbidden`, `not_found`; `not_allowed`, also with the service's reason; `conflict` with who was faster or with what
 * became of the quote
 */
async function consentTo(
  container: MedusaContainer,
  action: WithdrawalConsent["action"],
  input: ConsentInput
): Promise<WithdrawalAnswer> {
  const { id, type, ownerId } = await assertPayoutAllowed(container, input.actor)
  const row = await findWithdrawal(container, input.withdrawal_id)
  const { options, payouts } = container.resolve("onchain")
  const { store } = payouts.withdrawals
  const consent: WithdrawalConsent = { action, quoteId: input.quote_id, actor: { id, type, ownerId } }
  const policy = { ...options.payouts, limits: limitsOf(container, row) }
  if (await mayHaveLeft(container, row)) {
    const decision = await store.preview(row, consent, policy)
    if (decision.kind === "refused") throw await refusalError(container, decision.refusal)
    if (decision.kind === "send") await mustNotHaveLeft(container, row, action)
  }
  const consented = await store.consent(row, consent, policy)
  if (consented.kind === "refused") throw await refusalError(container, consented.refusal)
  // Another user has to approve first, or it was sent before.
  if (consented.kind !== "sent") return answerOf(consented.row)
  const sent = await executeWithdrawal(container, consented.row)
  if (sent.state !== "requested") return answerOf(sent)
  throw payoutError(
    "quote_expired",
    sent.last_error ?? "The quote expired. Request a new one and confirm it."
  )
}

/**
 * Whether it is older than its key is remembered: a restored database, or a provider that has forgotten the
 * key, would send it a second time.
 */
async function mayHaveLeft(container: MedusaContainer, row: WithdrawalRow): Promise<boolean> {
  if (!isOpen(row)) return false
  const now = await container.resolve("onchain").payouts.withdrawals.store.now()
  return now.getTime() - row.created_at.getTime() > (await keyLifeOf(container, row))
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
  action: WithdrawalConsent["action"]
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

/** It was never sent as far as is known, so a lookup that nothing proves and a list without a provable end are not held against it. */
function doubtBeforeSending(search: Search): DoubtAboutAbsence | null {
  return doubtAboutAbsence({ ...search, isLookupProven: true, shortAfterRows: null })
}

/** How long the key of a withdrawal's create is remembered. */
async function keyLifeOf(container: MedusaContainer, row: WithdrawalRow): Promise<number> {
  const { options, payouts } = container.resolve("onchain")
  const { retentionMs } = options.assumptions.idempotency
  const expiresAt = row.quote_expires_at
  if (retentionMs !== null || expiresAt === null) return keyLifeMs(retentionMs)
  const history = await payouts.withdrawals.store.history(row.id)
  const quotedAt = history.filter(({ action }) => action === "withdrawal.quoted").at(-1)?.created_at
  return keyLifeMs(null, quotedAt ? Math.max(0, expiresAt.getTime() - quotedAt.getTime()) : null)
}

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
  const { gateway, payouts } = container.resolve("onchain")
  const { store } = payouts.withdrawals
  const now = await store.now()
  // A process that slept since its claim leaves the call to the one that took over.
  if (claim.due_at <= now) return store.mustFind(claim.id)
  const keyAgeMs = now.getTime() - claim.first_sent_at.getTime()
  if (isKeyTooOld(keyAgeMs, await keyLifeOf(container, claim))) return look(container, claim, now)
  try {
    const withdrawal = await gateway.createWithdrawal(
      { quoteId: claim.quote_id, clientReference: claim.id },
      { idempotencyKey: claim.create_key, onAccepted: () => noteEvidence(store, claim, ACCEPTED) }
    )
    return await settleWithdrawal(container, claim, withdrawal)
  } catch (error) {
    if (error instanceof GatewayError) return afterFailure(container, claim, error)
    throw error
  }
}

/** Stores what shows that the service has the payout, before the answer is used. */
async function noteEvidence(
  store: WithdrawalStore,
  { id, create_key }: ClaimedWithdrawal,
  code: string
): Promise<void> {
  await store.change(id, (row) => {
    if (row.create_key !== create_key) return null
    const isKept = code !== ACCEPTED && signAgainstAbsence(row.evidence) !== null
    return { set: { evidence: isKept ? row.evidence : code.slice(0, 100) } }
  })
}

async function afterFailure(
  container: MedusaContainer,
  claim: ClaimedWithdrawal,
  error: GatewayError
): Promise<WithdrawalRow> {
  const { store } = container.resolve("onchain").payouts.withdrawals
  const { code, status, outcome, isRetryable } = error
  const isUncertain = mayHaveArrived(claim)
  const now = await store.now()
  if (isUnexplainedConflict({ code, status, outcome, isUncertain })) await noteEvidence(store, claim, code)
  // Of an earlier answer under the same key, which says nothing of whether the service has the payout.
  const unclearCode = isUnclearCode(claim.last_answer_code) ? claim.last_answer_code : null
  const keyAgeMs = now.getTime() - claim.first_sent_at.getTime()
  const decision = decideAfterCreate({
    code,
    status,
    outcome,
    isRetryable,
    isUncertain,
    hasUnclearAnswer: unclearCode !== null,
    keyAgeMs,
    retentionMs: await keyLifeOf(container, claim),
  })
  switch (decision) {
    case "repeat":
      return postponeCall(store, claim, answerInWords(error), {
        // What nobody can read stays the answer until key and list have shown what it means.
        code: unclearCode ?? code,
        pauseMs: pauseBeforeCreatingAgain({ code, keyAgeMs }),
        mayHaveActed: mayHaveBeenSent(error),
      })
    case "release":
      return release(container, claim, "refused", error)
    case "requote":
      return release(container, claim, "requested", error)
    case "prove":
    case "look":
      return look(container, claim, now, error, decision === "prove" ? unclearCode : null)
  }
}

/** Ends a call that certainly did nothing, with the reason of the service. */
async function release(
  container: MedusaContainer,
  claim: ClaimedWithdrawal,
  to: "refused" | "requested",
  cause: GatewayError
): Promise<WithdrawalRow> {
  const reason = inEnglish(await refusalOf(container, "create", claim, cause))
  const { store } = container.resolve("onchain").payouts.withdrawals
  return releaseCall(store, claim, to, { code: cause.code, reason, answer: cause.answer })
}

/** Names the setting where nobody here knows the code. */
function answerInWords({ code, serviceCode, message }: GatewayError): string {
  return isUnclearCode(code) ? `${message}. ${unknownCodeInWords(serviceCode ?? code)}` : message
}

/**
 * Looks up what became of a withdrawal, where repeating the call shows nothing.
 *
 * @param unclearCode of an earlier answer, where the key has shown no payout since: it is refused when the list shows none either, and its
 * key is repeated until the list can be read
 */
async function look(
  container: MedusaContainer,
  claim: ClaimedWithdrawal,
  askedAt: Date,
  cause?: GatewayError,
  unclearCode: string | null = null
): Promise<WithdrawalRow> {
  const { store } = container.resolve("onchain").payouts.withdrawals
  const keyAgeMs = askedAt.getTime() - claim.first_sent_at.getTime()
  const postpone = (reason: string, code: string) =>
    postponeCall(store, claim, reason, {
      code: unclearCode ?? cause?.code ?? code,
      pauseMs: pauseBeforeCreatingAgain({ code: unclearCode ?? code, keyAgeMs }),
      mayHaveActed: unclearCode === null,
    })
  try {
    const search = await lookForWithdrawal(container, claim, { isThorough: unclearCode !== null })
    if (search.found) return await settleWithdrawal(container, claim, search.found)
    if (cause && unclearCode !== null) {
      const doubt = doubtBeforeSending(search)
      if (doubt === null) return await release(container, claim, "requested", cause)
      if (doubt.code === "list_unread") return await postpone(answerInWords(cause), cause.code)
    }
    const code = cause?.code ?? null
    const words = notFoundInWords({ ...search, lastAnswerCode: code ?? claim.last_answer_code })
    const answer = cause === undefined ? "" : ` The last answer was: ${answerInWords(cause)}.`
    return await giveUp(store, claim, { code, reason: `${words}${answer}`, answer: cause?.answer ?? null })
  } catch (error) {
    if (error instanceof GatewayError) return postpone(error.message, error.code)
    throw error
  }
}

/**
 * Stores what the service has of a withdrawal, as the answer to its call.
 *
 * A webhook may have been faster: it is newer. One that was ended here meanwhile is paid all the same, and comes back. An identifier
 * that belongs to another withdrawal of ours ends nothing.
 */
async function settleWithdrawal(
  container: MedusaContainer,
  claim: ClaimedWithdrawal,
  withdrawal: Withdrawal
): Promise<WithdrawalRow> {
  const { store } = container.resolve("onchain").payouts.withdrawals
  const row = await recordWithdrawal(container, claim, withdrawal, { askedAt: null, source: "service" })
  const owner = row.gateway_withdrawal_id === null && (await store.findByGatewayId(withdrawal.id))
  if (!owner) return row
  const reason = `The provider answered with ${withdrawal.id}, which is ${owner.id}.`
  await noteEvidence(store, claim, ACCEPTED)
  await noteMismatch(store, claim.id, reason)
  return giveUp(store, claim, { code: null, reason })
}

/** Changes what this call holds. A call that outlived its lease changes nothing. */
function whileHeld(
  store: WithdrawalStore,
  claim: ClaimedWithdrawal,
  decide: (row: WithdrawalRow, now: Date) => WithdrawalChange | null
): Promise<WithdrawalRow> {
  return store.changed(claim.id, (row, now) => {
    const isHeld = row.state === "sending" && row.revision === claim.revision
    return isHeld ? decide(row, now) : null
  })
}

/** The code of the last failed create. One that proves that the service has the payout stays. */
function answerCode({ last_answer_code }: WithdrawalRow, code: string | null): string | null {
  return saysItHasIt(last_answer_code) ? last_answer_code : (code ?? last_answer_code)
}

/** Leaves the call to the job, which repeats it after a pause. */
export function postponeCall(
  store: WithdrawalStore,
  claim: ClaimedWithdrawal,
  reason: string,
  { code, pauseMs, mayHaveActed }: { code: string; pauseMs: number; mayHaveActed: boolean }
): Promise<WithdrawalRow> {
  return whileHeld(store, claim, (row, now) => ({
    set: {
      last_error: reason,
      last_answer_code: answerCode(row, code),
      evidence: mayHaveArrived(row) ? row.evidence : mayHaveActed ? UNANSWERED : null,
      due_at: later(now, pauseMs),
    },
  }))
}

/** Ends a call that certainly did nothing. Any doubt keeps it. */
export function releaseCall(
  store: WithdrawalStore,
  claim: ClaimedWithdrawal,
  to: "refused" | "requested",
  { code, reason, answer = null }: { code: string; reason: string; answer?: ProviderAnswer | null }
): Promise<WithdrawalRow> {
  const isRefused = to === "refused"
  // As before the call, for another quote.
  const cleared = isRefused ? {} : { ...QUOTE_CLEARED, create_key: null, first_sent_at: null }
  return whileHeld(store, claim, (row) => {
    if (mayHaveArrived(row)) return null
    const action = isRefused ? "withdrawal.refused" : "withdrawal.quote_expired"
    const set = { evidence: null, due_at: null, last_answer_code: answerCode(row, code), ...cleared }
    return { to, reason, answer, set, note: { action, actorId: null } }
  })
}

/** Ends the repetition of a call that was not found: a person decides, and it is searched for meanwhile. */
export function giveUp(
  store: WithdrawalStore,
  claim: ClaimedWithdrawal,
  { code, reason, answer = null }: { code: string | null; reason: string; answer?: ProviderAnswer | null }
): Promise<WithdrawalRow> {
  return whileHeld(store, claim, (row, now) => ({
    to: "unknown",
    reason,
    answer,
    set: {
      last_answer_code: answerCode(row, code),
      evidence: mayHaveArrived(row) ? row.evidence : UNANSWERED,
      due_at: later(now, SEARCH_AGAIN_AFTER_MS),
    },
    note: { action: "withdrawal.unknown", actorId: null },
  }))
}
