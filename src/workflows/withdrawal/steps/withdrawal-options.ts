import type { MedusaContainer } from "@medusajs/framework/types"
import { reasonAgainstApproval } from "../../../domain/approval"
import type { Choice } from "../../../domain/choice"
import { otherPayoutProblem } from "../../../domain/other-payout"
import type { PayoutProblem } from "../../../domain/payout-codes"
import { stillCounts } from "../../../domain/payout-gate"
import { todaysRateProblem } from "../../../domain/todays-rate-age"
import {
  UNREADABLE_FOR_DAYS,
  withdrawalChoices,
  type WithdrawalAction,
} from "../../../domain/withdrawal-choices"
import { inconsistencyInWords, inconsistencyOf } from "../../../domain/withdrawal-quote"
import type { KnownSigns } from "../../../domain/withdrawal-search"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"
import type { RequestActor } from "../../payout/steps/payout-actor"
import { findPayoutRefusal } from "../../payout/steps/payout-gate"
import { findDestinationProblem } from "./withdrawal-destination"

/** Whoever had a part in a withdrawal so far, under every name they have. */
export function involvedIn(row: WithdrawalRow): (string | null)[] {
  return [row.requested_by, row.requested_by_owner, row.confirmed_by, row.confirmed_by_owner]
}

/** Why somebody may not approve a withdrawal under the options of now; null when they may. */
export function findApprovalProblem(
  container: MedusaContainer,
  row: WithdrawalRow,
  actor: RequestActor
): ReturnType<typeof reasonAgainstApproval> {
  const { payouts } = container.resolve("onchain").options
  const { state, confirmed_by: by, confirmed_by_owner: owner } = row
  // Once it was sent, the confirmation is history: what became of it is for others to say.
  const isVoid = by !== null && !stillCounts({ by, owner }, payouts)
  const isConfirmationVoid = state === "awaiting_approval" && isVoid
  return reasonAgainstApproval({
    approval: payouts.approval,
    actor,
    involved: involvedIn(row),
    isConfirmationVoid,
  })
}

/**
 * What can be done with a withdrawal now, and why not.
 *
 * @param actor who looks; null asks for what the withdrawal itself allows
 */
export async function loadWithdrawalChoices(
  container: MedusaContainer,
  row: WithdrawalRow,
  actor: RequestActor | null
): Promise<Record<WithdrawalAction, Choice>> {
  const { store } = container.resolve("onchain").payouts.withdrawals
  const [now, problem, spent, access] = await Promise.all([
    store.now(),
    findDestinationProblem(container, row),
    findRefundProblem(container, row),
    actor === null ? null : findPayoutRefusal(container, actor),
  ])
  const against = actor === null ? null : findApprovalProblem(container, row, actor)
  return withdrawalChoices({
    state: row.state,
    hasQuote: row.quote_id !== null,
    isQuoteExpired: isExpired(row, now),
    quoteProblem: isQuoteInHand(row) ? storedInconsistency(row) : null,
    isQuoting: isQuoting(row, now),
    hasGatewayId: row.gateway_withdrawal_id !== null,
    isWrittenOff: isWrittenOff(row),
    signs: signsOf(row),
    isUnreadable: isUnreadable(row, now),
    mismatch: row.mismatch === null ? "none" : row.mismatch_seen_at === null ? "unseen" : "seen",
    refusal: access?.refusal?.words ?? null,
    approvalRefusal: against?.words ?? null,
    refundProblem: spent?.words ?? null,
    destinationProblem: problem?.words ?? null,
  })
}

function isQuoteInHand({ state }: WithdrawalRow): boolean {
  return state === "quoted" || state === "awaiting_approval"
}

/** Why a refund cannot be paid by this payout any more: another one may have paid it, or its rate is an old one. */
export async function findRefundProblem(
  container: MedusaContainer,
  row: WithdrawalRow
): Promise<PayoutProblem | null> {
  const { withdrawals } = container.resolve("onchain").payouts
  const other = await withdrawals.otherPayout(row)
  if (other) return otherPayoutProblem(other)
  return todaysRateProblem(row, await withdrawals.store.now())
}

/** What is wrong with the figures of the quote in hand, in words; null when they fit together. */
export function storedInconsistency({
  amount,
  quote_id,
  quote_fee,
  quote_net,
}: WithdrawalRow): string | null {
  const what = quote_id === null ? null : inconsistencyOf({ amount, fee: quote_fee, net: quote_net })
  return what === null ? null : inconsistencyInWords(what)
}

/** What the service has answered so far that speaks against its having none of a withdrawal. */
export function signsOf(row: WithdrawalRow): KnownSigns {
  const { accepted_at, conflict_code, last_answer_code } = row
  return {
    isAccepted: accepted_at !== null,
    conflictCode: conflict_code,
    lastAnswerCode: last_answer_code,
  }
}

/** Whether a person has ended it without proof: it may still be found. */
export function isWrittenOff({ state, is_uncertain, gateway_withdrawal_id }: WithdrawalRow): boolean {
  return state === "refused" && is_uncertain && gateway_withdrawal_id === null
}

const DAY_MS = 24 * 60 * 60_000

/** Whether the service has told nothing of one that it has for so long that a person may say what became of it. */
export function isUnreadable({ state, state_at, checked_at }: WithdrawalRow, now: Date): boolean {
  const toldAtMs = Math.max(state_at.getTime(), checked_at?.getTime() ?? 0)
  return state === "sent" && now.getTime() - toldAtMs > UNREADABLE_FOR_DAYS * DAY_MS
}

/** A quote ends a little earlier for us, so that it is not refused on its way. */
const QUOTE_MARGIN_MS = 5_000

export function isExpired({ quote_expires_at }: WithdrawalRow, now: Date): boolean {
  return quote_expires_at !== null && quote_expires_at.getTime() <= now.getTime() + QUOTE_MARGIN_MS
}

export function isQuoting({ quote_lease_expires_at }: WithdrawalRow, now: Date): boolean {
  return quote_lease_expires_at !== null && quote_lease_expires_at > now
}
