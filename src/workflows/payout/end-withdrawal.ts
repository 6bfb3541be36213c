import type { MedusaContainer } from "@medusajs/framework/types"
import type { PersonsOutcome } from "../../domain/payout/withdrawal-choices"
import { gapInNotPaid, gapInProof, signAgainstAbsence } from "../../domain/payout/withdrawal-search"
import { isUnreadable, signsOf } from "../../domain/payout/withdrawal-standing"
import { readTransactionHash } from "../../gateway/address"
import { GatewayError } from "../../gateway/client/errors"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-change"
import { countWithdrawal, followWithdrawal } from "./follow-withdrawal"
import { payoutError, type RequestActor } from "./payout-access"
import { lookForWithdrawal, ruledOutOf, searchWithdrawal } from "./search-withdrawal"
import { explainUnreachable } from "./request-withdrawal"
import { gapInNotPaidInWords, gapInProofInWords } from "./withdrawal-gateway-words"
import {
  assertMayEnd,
  conflictError,
  findWithdrawal,
  mustBeDone,
  type WithdrawalAnswer,
} from "./withdrawal-outcome"

type EndWithdrawalInput = {
  withdrawal_id: string
  outcome: PersonsOutcome
  /** How the actor verified it. */
  note: string
  /** Of one whose answer was lost: the transaction that paid it. */
  tx_hash?: string | undefined
  /** IDs at the service that match and that the actor identified as other payouts. */
  not_this?: string[] | undefined
  actor: RequestActor
}

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
  input: EndWithdrawalInput
): Promise<WithdrawalAnswer> {
  const row = await findWithdrawal(container, input.withdrawal_id)
  const { id: actorId } = await assertMayEnd(container, row, input.actor)
  const ended =
    row.state === "unknown"
      ? await endLost(container, row, input, actorId)
      : await endUnreported(container, row, input, actorId)
  if (!ended) throw await conflictError(container, row.id, "end")
  countWithdrawal(container, row.state, ended)
  return { withdrawal_id: row.id, is_pending: false }
}

async function endUnreported(
  container: MedusaContainer,
  row: WithdrawalRow,
  { outcome, note, tx_hash, not_this = [] }: EndWithdrawalInput,
  actorId: string
): Promise<WithdrawalRow | undefined> {
  const { ends, store } = container.resolve("onchain").payouts.withdrawals
  if (!isUnreadable(row, await store.now())) return undefined
  const txHash = tx_hash === undefined ? null : readHash(row, tx_hash)
  const answer = await pollOnceMore(container, row)
  if (answer === "shown") return undefined
  const ruledOut = ruledOutOf(row, not_this)
  if (outcome === "not_paid")
    await mustBeUnpaid(container, { ...row, ruled_out: ruledOut }, answer === "missing")
  return mustBeDone(container, await ends.end(row, outcome, { actorId, note }, { txHash, ruledOut }))
}

/** Ending it as not paid takes proof: a write-off. Ending it as paid takes its transaction. */
async function endLost(
  container: MedusaContainer,
  row: WithdrawalRow,
  { outcome, note, tx_hash = "" }: EndWithdrawalInput,
  actorId: string
): Promise<WithdrawalRow | undefined> {
  const { ends } = container.resolve("onchain").payouts.withdrawals
  if (outcome === "not_paid") throw payoutError("absence_unproven", WRITE_OFF_INSTEAD)
  const txHash = readHash(row, tx_hash)
  const searched = await searchOnceMore(container, row)
  if (searched.state !== "unknown") return undefined
  return mustBeDone(container, await ends.endAsPaid(searched, txHash, { actorId, note }))
}

/** An unavailable service does not prevent the end: its later state is compared. */
async function searchOnceMore(container: MedusaContainer, row: WithdrawalRow): Promise<WithdrawalRow> {
  try {
    return (await searchWithdrawal(container, row)).row
  } catch (error) {
    if (error instanceof GatewayError) return row
    throw error
  }
}

/** @throws MedusaError for what is no hash of the chain */
function readHash({ chain }: WithdrawalRow, given: string): string {
  const txHash = readTransactionHash(chain, given)
  if (txHash === null) throw payoutError("transaction_malformed", noHash(chain))
  return txHash
}

const WRITE_OFF_INSTEAD =
  "Its answer was lost. Mark it as paid with its transaction. If the provider does not have it, close it as not sent."

function noHash(chain: string): string {
  return `tx_hash: this is no transaction hash of the chain ${chain}. Copy it from the block explorer or the provider's dashboard.`
}

/** Whether the service shows it after all. Why it does not is on the row already. */
async function pollOnceMore(
  container: MedusaContainer,
  { gateway_withdrawal_id }: WithdrawalRow
): Promise<"shown" | "missing" | "unreadable"> {
  if (gateway_withdrawal_id === null) return "missing"
  try {
    const followed = await followWithdrawal(container, gateway_withdrawal_id)
    return followed.kind === "unconfirmed" ? "missing" : "shown"
  } catch (error) {
    if (error instanceof GatewayError) return error.status === 404 ? "missing" : "unreadable"
    throw error
  }
}

/**
 * Searches for a payout that the service took and no longer shows: a wrong path or business answers as if it
 * had none, and a second payout would leave.
 *
 * @param isReadable false for an answer that cannot be read
 * @throws MedusaError `not_allowed` when the service does not answer, or the search does not prove that
 * nothing has left
 */
async function mustBeUnpaid(
  container: MedusaContainer,
  row: WithdrawalRow,
  isReadable: boolean
): Promise<void> {
  const { payouts } = container.resolve("onchain")
  const search = await lookForWithdrawal(container, row, { isThorough: true }).catch(explainUnreachable)
  const isListed = await payouts.withdrawals.evidence.hasTransaction(row)
  const shortAfterRows = await rowsBeforeGap(container)
  const foundId = search.found?.id ?? null
  const gap = gapInNotPaid({ ...search, foundId, isListed, isReadable, shortAfterRows })
  if (gap !== null) throw payoutError("absence_unproven", gapInNotPaidInWords(gap))
}

/** @returns how many rows an incomplete list of transactions had; null when the list is whole */
async function rowsBeforeGap(container: MedusaContainer): Promise<number | null> {
  const [incomplete] = await container.resolve("onchain").listReadings.findIncomplete(["listTransactions"])
  return incomplete?.rowsRead ?? null
}

type WriteOffWithdrawalInput = {
  withdrawal_id: string
  /** How the actor verified that the service has not sent it. */
  note: string
  /** IDs at the service that match and that the actor identified as other payouts. */
  not_this: string[]
  actor: RequestActor
}

/**
 * Ends a withdrawal that cannot be found as not sent, by a person's statement. The service is searched once
 * more before, to the end of its list, and for some days after: its state wins.
 *
 * @throws MedusaError `forbidden`, `not_found`, `conflict` when it was found or the service reports that it
 * has it, or `not_allowed` when the service does not answer, or the search does not prove that it has none
 * @see gapInProof
 */
export async function writeOffWithdrawal(
  container: MedusaContainer,
  { withdrawal_id, note, not_this, actor }: WriteOffWithdrawalInput
): Promise<WithdrawalAnswer> {
  const { ends } = container.resolve("onchain").payouts.withdrawals
  const row = await findWithdrawal(container, withdrawal_id)
  const { id: actorId } = await assertMayEnd(container, row, actor)
  if (row.state !== "unknown" || signAgainstAbsence(signsOf(row)) !== null)
    throw await conflictError(container, row.id, "write_off")
  const ruledOut = ruledOutOf(row, not_this)
  const missing = await mustBeMissing(container, { ...row, ruled_out: ruledOut })
  await mustBeDone(container, await ends.writeOff(missing, { actorId, note }, ruledOut))
  return { withdrawal_id: row.id, is_pending: false }
}

/** An incomplete search proves nothing. */
async function mustBeMissing(container: MedusaContainer, lost: WithdrawalRow): Promise<WithdrawalRow> {
  const { row, ...search } = await searchWithdrawal(container, lost, { isThorough: true }).catch(
    explainUnreachable
  )
  if (row.state !== "unknown") throw await conflictError(container, row.id, "write_off")
  const gap = gapInProof({ ...search, shortAfterRows: await rowsBeforeGap(container) })
  if (gap !== null) throw payoutError("absence_unproven", gapInProofInWords(gap))
  return row
}

type CancelWithdrawalInput = { withdrawal_id: string; actor: RequestActor }

/**
 * Cancels a withdrawal that is not sent. It takes no payout permission, because it keeps money in.
 *
 * @throws MedusaError `not_found`; `conflict` when it is being sent or over
 */
export async function cancelWithdrawal(
  container: MedusaContainer,
  { withdrawal_id, actor }: CancelWithdrawalInput
): Promise<WithdrawalAnswer> {
  const { ends } = container.resolve("onchain").payouts.withdrawals
  const row = await findWithdrawal(container, withdrawal_id)
  await mustBeDone(container, await ends.cancel(row, actor.id))
  return { withdrawal_id: row.id, is_pending: false }
}

type AcknowledgeWithdrawalInput = {
  withdrawal_id: string
  note: string
  /** The mismatch as it was read; the current one when absent. */
  mismatch?: string | undefined
  actor: RequestActor
}

/**
 * Records that a person reviewed a contradiction. A later one is new.
 *
 * @throws MedusaError `forbidden`, `not_found`; `conflict` when there is none, another user was faster, or it
 * has changed
 */
export async function acknowledgeWithdrawal(
  container: MedusaContainer,
  { withdrawal_id, note, mismatch, actor }: AcknowledgeWithdrawalInput
): Promise<WithdrawalAnswer> {
  const { ends } = container.resolve("onchain").payouts.withdrawals
  const row = await findWithdrawal(container, withdrawal_id)
  const { id: actorId } = await assertMayEnd(container, row, actor)
  const words = mismatch ?? row.mismatch
  await mustBeDone(container, await ends.acknowledge(row, words, { actorId, note }))
  return { withdrawal_id: row.id, is_pending: false }
}
