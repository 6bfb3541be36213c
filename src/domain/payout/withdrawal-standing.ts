import {
  type ExpiredRate,
  inconsistencyOf,
  type InconsistentQuote,
  todaysRateProblem,
} from "./withdrawal-quote"
import { type DestinationState, OWN_ADDRESS } from "./destination"
import { type Approval, type ApprovalProblem, reasonAgainstApproval, stillCounts } from "./payout-gate"
import type { WithdrawalState } from "./withdrawal-lifecycle"
import type { KnownSigns } from "./withdrawal-search"

/** The columns that decide what can be done with a withdrawal. Amounts are decimals in token units. */
export type StandingRow = {
  state: WithdrawalState
  state_at: Date
  created_at: Date
  checked_at: Date | null
  amount: string
  rate_basis: string | null
  quote_id: string | null
  quote_fee: string | null
  quote_net: string | null
  quote_expires_at: Date | null
  quote_lease_expires_at: Date | null
  requested_by: string
  requested_by_owner: string | null
  confirmed_by: string | null
  confirmed_by_owner: string | null
  confirmed_at: Date | null
  approved_by: string | null
  approved_at: Date | null
  resolved_by: string | null
  gateway_withdrawal_id: string | null
  is_uncertain: boolean
  accepted_at: Date | null
  conflict_code: string | null
  last_answer_code: string | null
  mismatch: string | null
  mismatch_seen_at: Date | null
}

/**
 * A withdrawal with all that decides what can be done with it, locked for an action and unlocked for a
 * screen.
 */
export type WithdrawalStanding<Row extends StandingRow = StandingRow> = {
  row: Row
  /** By the database's clock. */
  now: Date
  /** Under the current approval rule. */
  destinationState: DestinationState
  isOwnAddress: boolean
  /** Another payout of the same refund that may have moved money. */
  otherPayout: OtherPayout | null
}

/** `mismatch` is set until a person reviews it. */
export type OtherPayout = { id: string; state: WithdrawalState; mismatch: string | null }

/** A quote ends earlier for us: in its last moments it would expire on its way. */
const QUOTE_MARGIN_MS = 5_000
/** The provider showed it this recently, so a person may not report its outcome. */
export const UNREADABLE_FOR_DAYS = 3
const DAY_MS = 24 * 60 * 60_000

export function isExpired({ quote_expires_at }: Pick<StandingRow, "quote_expires_at">, now: Date): boolean {
  return quote_expires_at !== null && quote_expires_at.getTime() <= now.getTime() + QUOTE_MARGIN_MS
}

export function isQuoting({ quote_lease_expires_at }: StandingRow, now: Date): boolean {
  return quote_lease_expires_at !== null && quote_lease_expires_at > now
}

export function isBeforeSending({ state }: Pick<StandingRow, "state">): boolean {
  return state === "quoted" || state === "awaiting_approval"
}

/** Whether a person has ended it without proof: it may still be found. */
export function isWrittenOff({
  state,
  is_uncertain,
  gateway_withdrawal_id,
}: Pick<StandingRow, "state" | "is_uncertain" | "gateway_withdrawal_id">): boolean {
  return state === "refused" && is_uncertain && gateway_withdrawal_id === null
}

/** Whether the provider has not shown a payout for so long that a person may report its outcome. */
export function isUnreadable({ state, state_at, checked_at }: StandingRow, now: Date): boolean {
  const shownAtMs = Math.max(state_at.getTime(), checked_at?.getTime() ?? 0)
  return state === "sent" && now.getTime() - shownAtMs > UNREADABLE_FOR_DAYS * DAY_MS
}

export function signsOf({ accepted_at, conflict_code, last_answer_code }: StandingRow): KnownSigns {
  return {
    isAccepted: accepted_at !== null,
    conflictCode: conflict_code,
    lastAnswerCode: last_answer_code,
  }
}

/** What is wrong with the figures of the current quote; null when they agree. */
export function storedInconsistency(row: StandingRow): InconsistentQuote | null {
  const { amount, quote_id, quote_fee, quote_net } = row
  if (quote_id === null || !isBeforeSending(row)) return null
  return inconsistencyOf({ amount, fee: quote_fee, net: quote_net })
}

/** Everyone who took part in a withdrawal, under every name they have. */
export function involvedIn(row: StandingRow): (string | null)[] {
  return [row.requested_by, row.requested_by_owner, row.confirmed_by, row.confirmed_by_owner]
}

/** Who may move money out, and whether a second person has to approve, by the current options. */
export type PayoutAccess = { approval: Approval; allowedUsers: readonly string[]; allowApiKeys: boolean }

export function approvalProblemOf(
  row: StandingRow,
  actor: { id: string; type: string; ownerId?: string | null },
  access: PayoutAccess
): ApprovalProblem | null {
  const { state, confirmed_by: by, confirmed_by_owner: owner } = row
  // After sending, the confirmation no longer matters.
  const isVoid = by !== null && !stillCounts({ by, owner }, access)
  return reasonAgainstApproval({
    approval: access.approval,
    actor,
    involved: involvedIn(row),
    isConfirmationVoid: state === "awaiting_approval" && isVoid,
  })
}

export type ClosedDestination = { code: "destination_archived" | "destination_not_approved" | "own_address" }

/** Why money can no longer go to the destination; null when it can. */
export function destinationProblemOf({
  destinationState,
  isOwnAddress,
}: Pick<WithdrawalStanding, "destinationState" | "isOwnAddress">): ClosedDestination | null {
  if (destinationState === "archived") return { code: "destination_archived" }
  if (destinationState === "pending") return { code: "destination_not_approved" }
  return isOwnAddress ? OWN_ADDRESS : null
}

export type RefundProblem = { code: "already_done"; otherPayout: OtherPayout } | ExpiredRate

/** Why this payout can no longer pay the refund: another one may have paid it, or its rate has expired. */
export function refundProblemOf({ row, now, otherPayout }: WithdrawalStanding): RefundProblem | null {
  return otherPayout === null ? todaysRateProblem(row, now) : { code: "already_done", otherPayout }
}
