import type { MedusaContainer } from "@medusajs/framework/types"
import {
  isOver,
  pauseBeforeLook,
  waitOf,
  type WithdrawalState,
} from "../../domain/payout/withdrawal-lifecycle"
import {
  type Difference,
  differenceFrom,
  differenceFromQuote,
  gatewayStateOf,
  stateOfPhase,
} from "../../domain/payout/withdrawal-gateway-state"
import { readTransactionHash } from "../../gateway/address"
import type { Withdrawal } from "../../gateway/contract"
import { withdrawalPhase } from "../../gateway/contract"
import type { PersonsEnd, WithdrawalUpdate } from "../../modules/onchain/payout/withdrawal-answers"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-change"
import { type ReadingEffort, readWithdrawal, type WithdrawalSource } from "./withdrawal-outcome"
import { mismatchesInWords } from "./withdrawal-gateway-words"

/** A row that changes meanwhile is read again: an event may come many times at once. */
const ATTEMPTS = 20

export type Followed =
  | { kind: "ours"; row: WithdrawalRow }
  /** Made elsewhere: in the service's dashboard, or for the payout of an invoice. */
  | { kind: "foreign" }
  /** Without an owner; the answer to a call of ours may still be on its way. */
  | { kind: "nameless" }
  /** Nothing that the service shows says anything new of it. */
  | { kind: "unconfirmed" }

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
  const askedAt = await container.resolve("onchain").payouts.withdrawals.store.now()
  const reading = await readWithdrawal(container, gatewayId, effort)
  if (reading === "unconfirmed") return { kind: "unconfirmed" }
  const { withdrawal, source } = reading
  const row = await findRow(container, withdrawal)
  if (row)
    return { kind: "ours", row: await recordWithdrawal(container, row, withdrawal, { askedAt, source }) }
  return { kind: withdrawal.clientReference === undefined ? "nameless" : "foreign" }
}

/** `askedAt`: when a reading was requested, by the database's clock. `end`: where a person matched the two. */
type ReadingFacts =
  | { source: Exclude<WithdrawalSource, "event">; askedAt: Date; end?: PersonsEnd }
  /** Nothing says when what it reports was true. */
  | { source: "event" }

/** Stores what the service has of a withdrawal of ours. */
export async function recordWithdrawal(
  container: MedusaContainer,
  found: WithdrawalRow,
  withdrawal: Withdrawal,
  facts: ReadingFacts
): Promise<WithdrawalRow> {
  const { answers, store } = container.resolve("onchain").payouts.withdrawals
  let row = found
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const isAnother = row.gateway_withdrawal_id !== null && row.gateway_withdrawal_id !== withdrawal.id
    if (isAnother) return reportSecond(container, row, withdrawal)
    const askedAt = facts.source === "event" ? await store.now() : facts.askedAt
    if (saysNothingNew(row, withdrawal, facts)) return row
    const update = updateOf(row, withdrawal, { askedAt, source: facts.source })
    const recorded = await answers.recordCanonical(
      row,
      update,
      facts.source === "event" ? undefined : facts.end
    )
    if (recorded) {
      countWithdrawal(container, row.state, recorded)
      return recorded
    }
    row = await store.mustFind(row.id)
  }
  throw new Error(`withdrawal ${row.id} changes while it is followed`)
}

/**
 * A reading that was requested before the stored one, or an event after the end: events come in any order,
 * and then only another end says something new.
 */
function saysNothingNew(
  { state, checked_at }: WithdrawalRow,
  { status }: Withdrawal,
  facts: ReadingFacts
): boolean {
  if (facts.source !== "event") return checked_at !== null && checked_at >= facts.askedAt
  const reported = stateOfPhase(withdrawalPhase(status))
  return isOver(state) && (reported === "sent" || reported === state)
}

/** By the service's identifier, else by our reference. */
async function findRow(
  container: MedusaContainer,
  { id, clientReference }: Withdrawal
): Promise<WithdrawalRow | undefined> {
  const { store } = container.resolve("onchain").payouts.withdrawals
  const known = await store.findByGatewayId(id)
  if (known || clientReference === undefined) return known
  return store.find(clientReference)
}

/**
 * Two withdrawals of the service name one of ours: money may have left twice, and a person has to review it.
 */
async function reportSecond(
  container: MedusaContainer,
  row: WithdrawalRow,
  { id, status }: Withdrawal
): Promise<WithdrawalRow> {
  const { answers, store } = container.resolve("onchain").payouts.withdrawals
  const first = row.gateway_withdrawal_id
  await answers.noteMismatch(
    row.id,
    `The provider has two withdrawals for it: ${first} and ${id} (${status}).`
  )
  return store.mustFind(row.id)
}

/**
 * What a withdrawal of the service makes of a row, and when to poll it next.
 *
 * @param reading `askedAt` is null for the answer to a create, which may be old
 */
export function updateOf(
  row: WithdrawalRow,
  withdrawal: Withdrawal,
  { askedAt, source }: { askedAt: Date | null; source: WithdrawalSource }
): WithdrawalUpdate {
  const { status } = withdrawal
  const phase = withdrawalPhase(status)
  const difference: Difference = [
    ...differenceFrom(row, withdrawal),
    ...differenceFromQuote(row, withdrawal, phase),
    ...(isOtherTransaction(row, withdrawal) ? (["transaction"] as const) : []),
  ]
  const change = gatewayStateOf({ state: row.state, phase, status, difference })
  const isSame = change.to === row.state && askedAt !== null
  const nextCheckMs = pauseBeforeLook({
    state: change.to,
    waitsFor: waitOf({ state: change.to, gateway_status: status }),
    inStateMs: isSame ? Math.max(0, askedAt.getTime() - row.state_at.getTime()) : 0,
  })
  return { withdrawal, change, mismatch: mismatchesInWords(change.mismatches), askedAt, source, nextCheckMs }
}

/** Whether a person has ended it as paid by another transaction than the service names. */
function isOtherTransaction(
  { chain, tx_hash, resolved_by, gateway_withdrawal_id }: WithdrawalRow,
  { txHash }: Withdrawal
): boolean {
  const isByHand = resolved_by !== null && gateway_withdrawal_id === null
  if (!isByHand || tx_hash === null || txHash === undefined) return false
  return tx_hash !== (readTransactionHash(chain, txHash) ?? txHash)
}

const COUNTED = {
  sent: "withdrawals_sent",
  completed: "withdrawals_completed",
  failed: "withdrawals_failed",
  refused: "withdrawals_failed",
} as const

export function countWithdrawal(container: MedusaContainer, from: WithdrawalState, row: WithdrawalRow): void {
  const { state } = row
  const { counters } = container.resolve("onchain")
  if (state === from || !isCounted(state)) return
  counters.add(COUNTED[state])
  if (state === "completed" && row.refund_id !== null) counters.add("refunds_paid")
}

function isCounted(state: WithdrawalState): state is keyof typeof COUNTED {
  return state in COUNTED
}
