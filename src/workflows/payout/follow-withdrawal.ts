import type { MedusaContainer } from "@medusajs/framework/types"
import {
  isOver,
  pauseBeforeLook,
  type WithdrawalSource,
  type WithdrawalState,
  gatewayStateOf,
  stateOfPhase,
} from "../../domain/payout/withdrawal-lifecycle"
import {
  afterFee,
  type Difference,
  differenceFrom,
  differenceFromQuote,
} from "../../domain/payout/payout-evidence"
import { readTransactionHash } from "../../gateway/address"
import { compareAmounts } from "../../gateway/amount"
import { type Withdrawal, withdrawalPhase } from "../../gateway/contract"
import {
  later,
  type WithdrawalChange,
  type WithdrawalRow,
  type WithdrawalStore,
} from "../../modules/onchain/payout/withdrawal-store"
import { transactionSyncOf } from "../finance/workers/sync-transactions"
import { mismatchesInWords, unconfirmedInWords } from "./payout-words"

/** Pause before a payout that ended without proof, or was written off, is searched for again. */
export const SEARCH_AGAIN_AFTER_MS = 60_000

export type Followed =
  | { kind: "ours"; row: WithdrawalRow }
  /** Made elsewhere, such as in the service's dashboard. */
  | { kind: "foreign"; withdrawal: Withdrawal; askedAt: Date }
  /** Without an owner: for the payout of an invoice, or the answer to a call of ours may still be on its way. */
  | { kind: "nameless"; withdrawal: Withdrawal; askedAt: Date }
  /** Nothing that the service shows says anything new of it. */
  | { kind: "unconfirmed" }

export type WithdrawalReading =
  | { withdrawal: Withdrawal; source: WithdrawalSource }
  /** The service has no call that shows it, and no transaction names it yet. */
  | "unconfirmed"

/** `isListRead`: another reading of the same run has just read the list of transactions. */
export type ReadingEffort = { isListRead?: boolean }

/**
 * Reads a withdrawal from the service and stores its state. An answer older than the stored one changes
 * nothing, so events may come twice and in any order.
 *
 * @param gatewayId the service's identifier
 * @throws GatewayError when it cannot be read
 */
export async function followWithdrawal(
  container: MedusaContainer,
  gatewayId: string,
  effort: ReadingEffort = {}
): Promise<Followed> {
  const { store } = container.resolve("onchain").payouts.withdrawals
  const askedAt = await store.now()
  const reading = await readWithdrawal(container, gatewayId, effort)
  if (reading === "unconfirmed") return { kind: "unconfirmed" }
  const { withdrawal, source } = reading
  const { clientReference } = withdrawal
  const known = await store.findByGatewayId(withdrawal.id)
  const row = known ?? (clientReference === undefined ? undefined : await store.find(clientReference))
  if (!row) return { kind: clientReference === undefined ? "nameless" : "foreign", withdrawal, askedAt }
  return { kind: "ours", row: await recordWithdrawal(container, row, withdrawal, { askedAt, source }) }
}

/** By the service's own call, else by its transactions: one that has left is completed. @param ours what a person takes it for */
export async function readWithdrawal(
  container: MedusaContainer,
  gatewayId: string,
  { isListRead = false }: ReadingEffort = {},
  ours?: WithdrawalRow
): Promise<WithdrawalReading> {
  const { gateway, payouts } = container.resolve("onchain")
  if (gateway.hasWithdrawalReads)
    return { withdrawal: await gateway.getWithdrawal(gatewayId), source: "service" }
  if (!isListRead) await transactionSyncOf(container).readQuick()
  const { store, evidence } = payouts.withdrawals
  const paid = await evidence.paidOut(gatewayId)
  const row = ours ?? (await store.findByGatewayId(gatewayId))
  if (!row || paid === null) return "unconfirmed"
  return { withdrawal: paidWithdrawal(row, gatewayId, paid), source: "transaction" }
}

/** What left, as a withdrawal of the service. Another amount than ours stays a contradiction for a person. */
function paidWithdrawal(
  { chain, network_id: networkId, token, amount }: WithdrawalRow,
  id: string,
  paid: { amount: string | null; txHash: string | undefined }
): Withdrawal {
  const isGross = paid.amount !== null && compareAmounts(paid.amount, amount) === 0
  const left = isGross ? { amount } : { netAmount: paid.amount ?? undefined }
  return { id, status: "completed", chain, networkId, token, ...left, txHash: paid.txHash }
}

/** `adoptedBy`: a person matched the two. */
type ReadingFacts = {
  source: WithdrawalSource
  /**
   * When a reading was requested, by the database's clock. Null for the answer to a create, which may be a stored one: whatever else
   * is known of the payout is newer. Absent for an event: nothing says when what it reports was true.
   */
  askedAt?: Date | null
  adoptedBy?: string
}

/** Stores what the service has of a withdrawal of ours, unless something newer is stored. */
export function recordWithdrawal(
  container: MedusaContainer,
  { id }: WithdrawalRow,
  withdrawal: Withdrawal,
  { source, askedAt, adoptedBy }: ReadingFacts
): Promise<WithdrawalRow> {
  const { store } = container.resolve("onchain").payouts.withdrawals
  return store.changed(id, async (row, now, trx) => {
    const first = row.gateway_withdrawal_id
    if (first !== null && first !== withdrawal.id) return { set: second(row, withdrawal) }
    if (askedAt === undefined ? isOldEvent(row, withdrawal) : isOldReading(row, askedAt)) return null
    if (await store.findOther(trx, { gateway_withdrawal_id: withdrawal.id }, id)) return null
    const { change, mismatch } = updateOf(row, now, withdrawal, source, askedAt === undefined ? now : askedAt)
    // The same state with other facts is no step in its history.
    if (change.to === row.state) return { set: change.set }
    const action = adoptedBy === undefined ? actionOf(row, change, mismatch) : "withdrawal.adopted"
    return { ...change, note: { action, actorId: adoptedBy ?? null } }
  })
}

function actionOf({ state }: WithdrawalRow, { to }: WithdrawalChange, mismatch: string | null): string {
  if (mismatch !== null) return "withdrawal.contradicted"
  return state === "unknown" ? "withdrawal.found" : `withdrawal.${to}`
}

function isOldReading({ checked_at, gateway_withdrawal_id }: WithdrawalRow, askedAt: Date | null): boolean {
  return askedAt === null ? gateway_withdrawal_id !== null : checked_at !== null && checked_at >= askedAt
}

/** Events come in any order: after the end only another end says something new. */
function isOldEvent({ state }: WithdrawalRow, { status }: Withdrawal): boolean {
  const reported = stateOfPhase(withdrawalPhase(status))
  return isOver(state) && (reported === "sent" || reported === state)
}

/** Two withdrawals of the service name one of ours: money may have left twice, and a person has to review it. */
function second(row: WithdrawalRow, { id, status, statusWord = status }: Withdrawal) {
  const first = row.gateway_withdrawal_id
  return withMismatch(row, `The provider has two withdrawals for it: ${first} and ${id} (${statusWord}).`)
}

/**
 * Adds a contradiction of the service. A repeated one changes nothing. A new one is unreviewed; it is added to
 * an unreviewed one, and replaces a reviewed one.
 */
function withMismatch(row: WithdrawalRow, words: string | null): Partial<WithdrawalRow> {
  if (words === null || row.mismatch?.includes(words)) return {}
  const isReviewed = row.mismatch === null || row.reviewed_at !== null
  const mismatch = isReviewed ? words : `${row.mismatch} ${words}`
  return { mismatch, reviewed_at: null }
}

export async function noteMismatch(store: WithdrawalStore, id: string, words: string): Promise<void> {
  await store.change(id, (row) => ({ set: withMismatch(row, words) }))
}

/** What a withdrawal of the service makes of a row, and what a person has to review. */
function updateOf(
  row: WithdrawalRow,
  now: Date,
  withdrawal: Withdrawal,
  source: WithdrawalSource,
  askedAt: Date | null
): {
  change: { to: WithdrawalState; reason: string | null; set: Partial<WithdrawalRow> }
  mismatch: string | null
} {
  const { status } = withdrawal
  const phase = withdrawalPhase(status)
  const difference: Difference = [
    ...differenceFrom(row, withdrawal),
    ...differenceFromQuote(row, withdrawal, phase),
    ...(isOtherTransaction(row, withdrawal) ? (["transaction"] as const) : []),
  ]
  const { to, mismatches } = gatewayStateOf({ state: row.state, phase, status, difference })
  const mismatch = mismatchesInWords(mismatches)
  const isSame = to === row.state && askedAt !== null
  const inStateMs = isSame ? Math.max(0, askedAt.getTime() - row.state_at.getTime()) : 0
  const pauseMs = pauseBeforeLook({ state: to, gateway_status: status }, inStateMs)
  const set: Partial<WithdrawalRow> = {
    gateway_withdrawal_id: withdrawal.id,
    status_source: source,
    gateway_status: status,
    provider_status: withdrawal.statusWord ?? null,
    // A fact that the service does not repeat stays.
    fee:
      (phase === "done" ? afterFee(row.amount, withdrawal.netAmount ?? null) : null) ??
      withdrawal.fee ??
      row.fee,
    first_sent_at: row.first_sent_at ?? (to === "sent" || to === "completed" ? now : null),
    tx_hash: withdrawal.txHash ?? row.tx_hash,
    checked_at: askedAt ?? row.checked_at,
    due_at: pauseMs === null ? null : later(now, pauseMs),
    ...withMismatch(row, mismatch),
  }
  return { change: { to, reason: to === "failed" ? failureInWords(withdrawal) : null, set }, mismatch }
}

function failureInWords({ failureReason, status, statusWord = status }: Withdrawal): string {
  return failureReason === undefined
    ? `It failed at the provider, which calls it ${statusWord}. The money is still there.`
    : `It failed at the provider: ${failureReason}. The money is still there.`
}

/** Whether a person has ended it as paid by another transaction than the service names. */
function isOtherTransaction(
  { chain, tx_hash, gateway_withdrawal_id }: WithdrawalRow,
  { txHash }: Withdrawal
): boolean {
  if (gateway_withdrawal_id !== null || tx_hash === null || txHash === undefined) return false
  return tx_hash !== (readTransactionHash(chain, txHash) ?? txHash)
}

/** Stores that nothing confirms its state yet, and when to look again. */
export async function postponeUnconfirmed(container: MedusaContainer, row: WithdrawalRow): Promise<void> {
  const { clock, options, payouts } = container.resolve("onchain")
  const pauseMs = pauseBeforeLook(row, Math.max(0, clock() - row.state_at.getTime()))
  await postponeLook(payouts.withdrawals.store, row, pauseMs, unconfirmedInWords(options.assumptions))
}

/** Stores when to look again, null for never, and why. One that is over keeps the words of its end. */
export async function postponeLook(
  store: WithdrawalStore,
  { id, state }: WithdrawalRow,
  pauseMs: number | null,
  reason: string
): Promise<void> {
  await store.change(id, (row, now) => {
    if (row.state !== state) return null
    const due_at = pauseMs === null ? null : later(now, pauseMs)
    return { set: { due_at, ...(isOver(state) ? {} : { last_error: reason }) } }
  })
}
