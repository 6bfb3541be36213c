import type { MedusaContainer } from "@medusajs/framework/types"
import { doubtAboutAbsence, signAgainstAbsence } from "../../domain/payout/payout-evidence"
import { isUnreadable, type PersonsOutcome } from "../../domain/payout/withdrawal-decisions"
import { LOOKS_AFTER_COMPLETION_MS, LOOKS_AFTER_FAILURE_MS } from "../../domain/payout/withdrawal-lifecycle"
import { readTransactionHash } from "../../gateway/address"
import { GatewayError } from "../../gateway/client/errors"
import { explainUnreachable } from "../../modules/onchain/health/gateway-advice"
import {
  type ActionResult,
  later,
  type WithdrawalRow,
  type WithdrawalStore,
} from "../../modules/onchain/payout/withdrawal-store"
import type {
  OnchainAcknowledgeWithdrawalBody,
  OnchainEndWithdrawalBody,
  OnchainWriteOffWithdrawalBody,
} from "../../types/http"
import { SEARCH_AGAIN_AFTER_MS } from "./follow-withdrawal"
import {
  type ActionInput,
  conflictError,
  findToEnd,
  findWithdrawal,
  mustBeDone,
  payoutError,
} from "./payout-access"
import { doubtAboutUnpaidInWords, doubtInWords } from "./payout-words"
import { lookForWithdrawal, lookUpWithdrawal, searchWithdrawal } from "./search-withdrawal"
import { say } from "../../words/say"

/** Who ends a withdrawal, and how they verified it. */
type PersonsWord = { actorId: string; note: string }

/**
 * Ends a withdrawal by a person's statement: one that the service has not shown for days, or one whose answer
 * was lost, as paid by a named transaction. Ending it as not paid takes a search that proves it. The service
 * is polled once more before: its state counts.
 *
 * @throws MedusaError `forbidden`, `not_found`, `invalid_data` for no transaction of the chain, `conflict`
 * when it can be followed, is over, or the transaction is another withdrawal's, or `not_allowed` when it may
 * have been paid
 */
export async function endWithdrawal(
  container: MedusaContainer,
  input: ActionInput<OnchainEndWithdrawalBody>
): Promise<{ withdrawal_id: string }> {
  const { withdrawal_id, outcome, note, tx_hash, not_this = [] } = input
  const { store } = container.resolve("onchain").payouts.withdrawals
  const { row, actorId } = await findToEnd(container, input)
  const isLost = row.state === "unknown"
  if (isLost && outcome === "not_paid") throw payoutError("absence_unproven", say("payout.answer_lost"))
  if (!isLost && !isUnreadable(row, await store.now())) throw await conflictError(container, row.id, "end")
  const txHash = isLost || tx_hash !== undefined ? readHash(row, tx_hash ?? "") : null
  const answer = await lookOnceMore(container, row)
  if (answer === "shown") throw await conflictError(container, row.id, "end")
  if (outcome === "not_paid") await mustBeUnpaid(container, row, answer === "missing", not_this)
  await mustBeDone(
    container,
    await endByWord(store, row, outcome, { actorId, note }, { txHash, notThis: not_this })
  )
  return { withdrawal_id }
}

/** Whether the service shows it after all. An unavailable service does not prevent the end of a lost one: its later state is compared. */
async function lookOnceMore(
  container: MedusaContainer,
  row: WithdrawalRow
): Promise<"shown" | "missing" | "unreadable"> {
  const isLost = row.state === "unknown"
  try {
    const known = await lookUpWithdrawal(container, row)
    return (isLost ? known.row.state !== row.state : known.isShown) ? "shown" : "missing"
  } catch (error) {
    if (error instanceof GatewayError) return isLost || error.status === 404 ? "missing" : "unreadable"
    throw error
  }
}

/** @throws MedusaError for what is no hash of the chain */
function readHash({ chain }: WithdrawalRow, given: string): string {
  const txHash = readTransactionHash(chain, given)
  if (txHash !== null) return txHash
  throw payoutError("transaction_malformed", say("payout.transaction_malformed", { chain }))
}

/**
 * Searches for a payout that the service took and no longer shows: a wrong path or business answers as if it
 * had none, and a second payout would leave.
 *
 * @throws MedusaError `not_allowed` when the service does not answer, or the search does not prove that
 * nothing has left
 */
async function mustBeUnpaid(
  container: MedusaContainer,
  row: WithdrawalRow,
  isReadable: boolean,
  notThis: readonly string[]
): Promise<void> {
  const effort = { isThorough: true, notThis }
  const search = await lookForWithdrawal(container, row, effort).catch(explainUnreachable)
  const doubt = doubtAboutAbsence({ ...search, isReadable })
  if (doubt !== null) throw payoutError("absence_unproven", doubtAboutUnpaidInWords(doubt))
}

const NOT_PAID = "Ended manually: a user verified that the provider has not paid it."

/**
 * Ends one that the provider does not show. What the provider shows later is compared.
 *
 * @param row as it was when nothing was found
 * @param how.txHash in the form of its chain
 */
export function endByWord(
  store: WithdrawalStore,
  { id, revision, state }: WithdrawalRow,
  outcome: PersonsOutcome,
  { actorId, note }: PersonsWord,
  { txHash = null, notThis = [] }: { txHash?: string | null; notThis?: readonly string[] } = {}
): Promise<ActionResult> {
  const isPaid = outcome === "paid"
  const looksMs = isPaid ? LOOKS_AFTER_COMPLETION_MS : LOOKS_AFTER_FAILURE_MS
  return store.act({ id, action: "end", revision }, async (row, now, trx) => {
    if (row.state !== state) return null
    if (txHash !== null) {
      // No transaction pays two, so claims of the same one are decided one after another.
      const lock = "SELECT pg_advisory_xact_lock(hashtextextended('onchain:payout_tx:' || ?, 0))"
      await trx.raw(lock, [txHash])
      const withdrawalId = await store.findOther(trx, { tx_hash: txHash }, id)
      const code = "transaction_taken"
      if (withdrawalId !== undefined) return { code, past: null, why: { code, withdrawalId } }
    }
    const pauseMs = state === "unknown" ? SEARCH_AGAIN_AFTER_MS : (looksMs[0] ?? SEARCH_AGAIN_AFTER_MS)
    return {
      to: isPaid ? "completed" : "failed",
      reason: isPaid ? null : `${NOT_PAID}${ruledOutInWords(notThis)}`,
      set: {
        ...reviewedBy(row, now),
        tx_hash: state === "unknown" ? txHash : (row.tx_hash ?? txHash),
        due_at: later(now, pauseMs),
      },
      note: { action: `withdrawal.ended_${outcome}`, actorId, after: { note, not_this: notThis } },
    }
  })
}

/** A person who ends it knows of the end. A contradiction is reviewed by itself. */
function reviewedBy({ mismatch }: WithdrawalRow, now: Date): { reviewed_at?: Date } {
  return mismatch === null ? { reviewed_at: now } : {}
}

function ruledOutInWords(notThis: readonly string[]): string {
  return notThis.length === 0 ? "" : ` Ruled out: ${notThis.join(", ")}.`
}

/**
 * Ends a withdrawal that cannot be found as not sent, by a person's statement. The service is searched once
 * more before, to the end of its list, and for some days after: its state wins.
 *
 * @throws MedusaError `forbidden`, `not_found`, `conflict` when it was found or the service reports that it
 * has it, or `not_allowed` when the service does not answer, or the search does not prove that it has none
 * @see doubtAboutAbsence
 */
export async function writeOffWithdrawal(
  container: MedusaContainer,
  input: ActionInput<OnchainWriteOffWithdrawalBody>
): Promise<{ withdrawal_id: string }> {
  const { withdrawal_id, note, not_this = [] } = input
  const { store } = container.resolve("onchain").payouts.withdrawals
  const { row, actorId } = await findToEnd(container, input)
  if (row.state !== "unknown" || signAgainstAbsence(row.evidence) !== null)
    throw await conflictError(container, row.id, "write_off")
  const effort = { isThorough: true, notThis: not_this }
  const { row: missing, ...search } = await searchWithdrawal(container, row, effort).catch(explainUnreachable)
  if (missing.state !== "unknown") throw await conflictError(container, row.id, "write_off")
  const doubt = doubtAboutAbsence(search)
  if (doubt !== null) throw payoutError("absence_unproven", doubtInWords(doubt))
  await mustBeDone(container, await writeOff(store, missing, { actorId, note }, not_this))
  return { withdrawal_id }
}

/** It is searched for all the same. @param row as it was when the search found nothing */
export function writeOff(
  store: WithdrawalStore,
  { id, revision }: WithdrawalRow,
  { actorId, note }: PersonsWord,
  notThis: readonly string[] = []
): Promise<ActionResult> {
  return store.act({ id, action: "write_off", revision }, (row, now) => ({
    to: "refused",
    reason: `Closed as not sent: a user verified that the provider has not sent it.${ruledOutInWords(notThis)}`,
    set: { ...reviewedBy(row, now), due_at: later(now, SEARCH_AGAIN_AFTER_MS) },
    note: { action: "withdrawal.written_off", actorId, after: { note, not_this: notThis } },
  }))
}

/**
 * Cancels a withdrawal that is not sent. It takes no payout permission, because it keeps money in.
 *
 * @throws MedusaError `not_found`; `conflict` when it is being sent or over
 */
export async function cancelWithdrawal(
  container: MedusaContainer,
  { withdrawal_id, actor }: ActionInput
): Promise<{ withdrawal_id: string }> {
  const { store } = container.resolve("onchain").payouts.withdrawals
  const { id } = await findWithdrawal(container, withdrawal_id)
  const cancelled = await store.act({ id, action: "cancel" }, () => ({
    to: "cancelled",
    note: { action: "withdrawal.cancelled", actorId: actor.id },
  }))
  await mustBeDone(container, cancelled)
  return { withdrawal_id }
}

/**
 * Records that a person reviewed a contradiction or a failure. A later one is new. Nothing moves.
 *
 * @throws MedusaError `forbidden`, `not_found`; `conflict` when there is none, another user was faster, or it
 * has changed
 */
export async function acknowledgeWithdrawal(
  container: MedusaContainer,
  input: ActionInput<OnchainAcknowledgeWithdrawalBody>
): Promise<{ withdrawal_id: string }> {
  const { withdrawal_id, note } = input
  const { store } = container.resolve("onchain").payouts.withdrawals
  const { row, actorId } = await findToEnd(container, input, "acknowledge")
  const words = input.mismatch === undefined ? row.mismatch : input.mismatch
  await mustBeDone(container, await acknowledge(store, row.id, words, { actorId, note }))
  return { withdrawal_id }
}

/** @param words the contradiction that the person read, null for none; another one is a conflict */
export function acknowledge(
  store: WithdrawalStore,
  id: string,
  words: string | null,
  { actorId, note }: PersonsWord
): Promise<ActionResult> {
  return store.act({ id, action: "acknowledge" }, (row, now) =>
    row.mismatch === words
      ? {
          set: { reviewed_at: now },
          note: { action: "withdrawal.acknowledged", actorId, before: { mismatch: words }, after: { note } },
        }
      : null
  )
}
