import { OWN_ADDRESS } from "./destination"
import {
  approvalOn,
  type DestinationState,
  type ApprovalProblem,
  type AssetLimits,
  findLimitProblem,
  isPayoutCode,
  type LimitProblem,
  type PayoutAccess,
  type PayoutCode,
  type PayoutRefusal,
  reasonAgainstApproval,
  stillCounts,
} from "./payout-gate"
import {
  mayHaveArrived,
  type SignAgainstAbsence,
  signAgainstAbsence,
  type InconsistentQuote,
  inconsistencyOf,
} from "./payout-evidence"
import { type WithdrawalState, type ExpiredRate, todaysRateProblem } from "./withdrawal-lifecycle"

export type StandingRow = {
  state: WithdrawalState
  state_at: Date
  created_at: Date
  checked_at: Date | null
  chain: string
  token: string
  amount: string
  quote_id: string | null
  quote_fee: string | null
  quote_expires_at: Date | null
  due_at: Date | null
  first_sent_at: Date | null
  requested_by: string
  gateway_withdrawal_id: string | null
  evidence: string | null
  mismatch: string | null
  reviewed_at: Date | null
}

/** A withdrawal with all that decides what can be done with it: locked for an action, unlocked for a screen. */
export type WithdrawalStanding<Row extends StandingRow = StandingRow> = {
  row: Row
  now: Date
  /** Of the audit log, oldest first. */
  history: readonly AuditedAction[]
  /** It pays a refund at the rate of the day on which it was requested. */
  isAtTodaysRate: boolean
  destinationState: DestinationState
  isOwnAddress: boolean
  otherPayout: OtherPayout | null
}

type Recorded = Pick<WithdrawalStanding, "row" | "history">

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

/** Whether it can still be changed and taken back. */
export function isOpen({ state }: Pick<StandingRow, "state">): boolean {
  return state === "requested" || state === "quoted" || state === "awaiting_approval"
}

/** Whether a person has ended it without proof: it may still be found. */
export function isWrittenOff(
  row: Pick<StandingRow, "state" | "evidence" | "gateway_withdrawal_id">
): boolean {
  return row.state === "refused" && mayHaveArrived(row) && row.gateway_withdrawal_id === null
}

/**
 * What a person has to review: a contradiction, or that the provider refused or failed what was sent. One that a person ended, and a
 * quote that was refused, are no surprise.
 */
export function reviewOf({
  state,
  mismatch,
  first_sent_at,
  reviewed_at,
}: Pick<StandingRow, "state" | "mismatch" | "first_sent_at" | "reviewed_at">): "mismatch" | "failure" | null {
  if (reviewed_at !== null) return null
  if (mismatch !== null) return "mismatch"
  return (state === "failed" || state === "refused") && first_sent_at !== null ? "failure" : null
}

/** Whether the provider has not shown a payout for so long that a person may report its outcome. */
export function isUnreadable({ state, state_at, checked_at }: StandingRow, now: Date): boolean {
  const shownAtMs = Math.max(state_at.getTime(), checked_at?.getTime() ?? 0)
  return state === "sent" && now.getTime() - shownAtMs > UNREADABLE_FOR_DAYS * DAY_MS
}

export type ClosedDestination = { code: "destination_archived" | "destination_not_approved" | "own_address" }

function destinationProblemOf({
  destinationState,
  isOwnAddress,
}: Pick<WithdrawalStanding, "destinationState" | "isOwnAddress">): ClosedDestination | null {
  if (destinationState === "archived") return { code: "destination_archived" }
  if (destinationState === "pending") return { code: "destination_not_approved" }
  return isOwnAddress ? OWN_ADDRESS : null
}

export type RefundProblem = { code: "already_done"; otherPayout: OtherPayout } | ExpiredRate

/** Why this payout can no longer pay the refund: another one may have paid it, or its rate has expired. */
function refundProblemOf({
  row,
  now,
  isAtTodaysRate,
  otherPayout,
}: WithdrawalStanding): RefundProblem | null {
  if (otherPayout !== null) return { code: "already_done", otherPayout }
  return isAtTodaysRate ? todaysRateProblem(row.created_at, now) : null
}

/** Everyone who took part in a withdrawal, under every name they have. */
export function involvedIn({ row, history }: Recorded): (string | null)[] {
  const { confirmed } = pastActionsOf(history)
  const requested = history.find(({ action }) => action === "withdrawal.requested")
  return [row.requested_by, requested?.owner_id ?? null, confirmed?.by ?? null, confirmed?.owner ?? null]
}

export function approvalProblemOf(
  { row, history }: Recorded,
  actor: { id: string; type: string; ownerId?: string | null },
  access: PayoutAccess
): ApprovalProblem | null {
  const { confirmed } = pastActionsOf(history)
  const isVoid = confirmed !== undefined && !stillCounts(confirmed, access)
  return reasonAgainstApproval({
    approval: approvalOn(row.chain, access.approval),
    actor,
    involved: involvedIn({ row, history }),
    // After sending, the confirmation no longer matters.
    isConfirmationVoid: row.state === "awaiting_approval" && isVoid,
  })
}

export type WithdrawalProblem =
  ApprovalProblem | InconsistentQuote | ClosedDestination | LimitProblem | RefundProblem

/**
 * What stands against an action.
 *
 * - `in_state`: the withdrawal is past it, or not yet there.
 * - `expired`: the quote; a refund's rate is a {@link RefundProblem}.
 * - `followed`: a person can end it once the service has not shown it for so many days.
 */
export type WithdrawalObstacle =
  | { code: "in_state"; state: WithdrawalState }
  | { code: "awaiting_approval" | "not_confirmed" | "quoting" | "no_quote" | "newer_quote" }
  | { code: "expired"; at: Date | null }
  | { code: "still_sending" | "nothing_to_review" | "already_reviewed" }
  | { code: "followed"; days: number }
  | { code: "transaction_taken"; withdrawalId: string }
  | WithdrawalProblem
  | SignAgainstAbsence
  | PayoutRefusal

export const WITHDRAWAL_ACTIONS = [
  ...(["quote", "confirm", "approve", "cancel", "adopt", "write_off"] as const),
  ...(["end", "acknowledge", "check"] as const),
]
export type WithdrawalAction = (typeof WITHDRAWAL_ACTIONS)[number]

export const PERSONS_OUTCOMES = ["paid", "not_paid"] as const
export type PersonsOutcome = (typeof PERSONS_OUTCOMES)[number]

type Guard = (standing: WithdrawalStanding) => WithdrawalObstacle | null

/** An action takes a state first, then a person who may act, then that nothing else stands against it. */
type Rule = { state: Guard; by: By | ((standing: WithdrawalStanding) => By); against?: Guard }
type By = "anyone" | "mover" | "approver"

const RULES: Record<WithdrawalAction, Rule> = {
  quote: {
    state: mustBeOpen,
    by: "mover",
    against: (standing) =>
      refundProblemOf(standing) ?? quotingProblem(standing) ?? destinationProblemOf(standing),
  },
  confirm: {
    state: (standing) =>
      standing.row.state === "awaiting_approval" ? { code: "awaiting_approval" } : mustBeOpen(standing),
    by: "mover",
    against: quoteProblem,
  },
  approve: {
    state: (standing) =>
      standing.row.state === "requested" || standing.row.state === "quoted"
        ? { code: "not_confirmed" }
        : mustBeOpen(standing),
    by: "approver",
    against: quoteProblem,
  },
  cancel: { state: mustBeOpen, by: "anyone" },
  adopt: { state: mustBeIn("sending", "unknown"), by: "approver" },
  write_off: {
    state: (standing) =>
      standing.row.state === "sending" ? { code: "still_sending" } : mustBeIn("unknown")(standing),
    by: "approver",
    against: ({ row }) => signAgainstAbsence(row.evidence),
  },
  end: {
    state: (standing) =>
      standing.row.state === "sent" && !isUnreadable(standing.row, standing.now)
        ? { code: "followed", days: UNREADABLE_FOR_DAYS }
        : mustBeIn("sent", "unknown")(standing),
    by: "approver",
  },
  acknowledge: {
    state: ({ row }) => {
      if (reviewOf(row) !== null) return null
      return { code: row.reviewed_at === null ? "nothing_to_review" : "already_reviewed" }
    },
    // A failure moved nothing, so also its requester may acknowledge it.
    by: ({ row }) => (reviewOf(row) === "failure" ? "mover" : "approver"),
  },
  check: {
    state: (standing) =>
      standing.row.gateway_withdrawal_id !== null || isWrittenOff(standing.row)
        ? null
        : mustBeIn("sending", "unknown")(standing),
    by: "anyone",
  },
}

function mustBeIn(...states: WithdrawalState[]): Guard {
  return ({ row: { state } }) => (states.includes(state) ? null : { code: "in_state", state })
}

function mustBeOpen({ row }: WithdrawalStanding): WithdrawalObstacle | null {
  return isOpen(row) ? null : { code: "in_state", state: row.state }
}

function quotingProblem({ row: { due_at }, now }: WithdrawalStanding): WithdrawalObstacle | null {
  return due_at !== null && due_at > now ? { code: "quoting" } : null
}

function quoteProblem(standing: WithdrawalStanding): WithdrawalObstacle | null {
  const { row, now } = standing
  const early = refundProblemOf(standing) ?? quotingProblem(standing)
  if (early) return early
  const { amount, quote_id, quote_fee: fee, quote_expires_at: at } = row
  if (quote_id === null) return { code: "no_quote" }
  return (
    inconsistencyOf({ amount, fee, net: null }) ??
    (isExpired(row, now) ? { code: "expired", at } : destinationProblemOf(standing))
  )
}

/** Who may take an action on a withdrawal as it stands. */
export function permissionFor(action: WithdrawalAction, standing: WithdrawalStanding): By {
  const { by } = RULES[action]
  return typeof by === "function" ? by(standing) : by
}

export type OperatorRefusals = { refusal: PayoutRefusal | null; approvalRefusal: ApprovalProblem | null }

/**
 * What stands against an action; null where it is possible. Decides about the action itself too.
 *
 * @param operator omitted: the state of the withdrawal alone decides
 */
export function obstacleTo(
  action: WithdrawalAction,
  standing: WithdrawalStanding,
  { refusal, approvalRefusal }: OperatorRefusals = { refusal: null, approvalRefusal: null }
): WithdrawalObstacle | null {
  const { state, against } = RULES[action]
  const by = permissionFor(action, standing)
  // To check one that is being sent repeats its call.
  const isMove = by !== "anyone" || standing.row.state === "sending"
  return (
    state(standing) ??
    (isMove ? refusal : null) ??
    (by === "approver" ? approvalRefusal : null) ??
    against?.(standing) ??
    null
  )
}

/** `owner_id`: the user behind an API key that requested, confirmed or approved. */
export type AuditedAction = {
  action: string
  actor_id: string | null
  owner_id: string | null
  created_at: Date
}

export type PastAction = {
  verb: "confirmed" | "approved" | "cancelled"
  by: string
  owner: string | null
  at: Date
}
export type PastActions = Partial<Record<PastAction["verb"], PastAction>>

const VERBS: Readonly<Record<string, PastAction["verb"]>> = {
  "withdrawal.confirmed": "confirmed",
  "withdrawal.approved": "approved",
  "withdrawal.cancelled": "cancelled",
}
/** They take back what was confirmed. */
const QUOTE_ENDED: readonly string[] = ["withdrawal.quote_refused", "withdrawal.quote_expired"]

/** The last actions of people that count. @param history of the audit log, oldest first */
export function pastActionsOf(history: readonly AuditedAction[]): PastActions {
  return history.reduce<PastActions>((past, { action, actor_id: by, owner_id: owner, created_at: at }) => {
    const verb = VERBS[action]
    if (verb === undefined || by === null) return QUOTE_ENDED.includes(action) ? {} : past
    return { ...past, [verb]: { verb, by, owner, at } }
  }, {})
}

/** Why an action that was tried has changed nothing. Without a past action and a reason it changed just now. */
export type WithdrawalRefusal = {
  code: PayoutCode
  past: PastAction | null
  why: WithdrawalObstacle | null
}

/** The last action that stands against another; null while the withdrawal is open. */
function lastAction({ row: { state }, history }: Recorded): PastAction | null {
  if (state === "requested" || state === "quoted") return null
  const past = pastActionsOf(history)
  const cancelled = state === "cancelled" ? past.cancelled : undefined
  return cancelled ?? past.approved ?? past.confirmed ?? null
}

export function notPossible(standing: Recorded, why: WithdrawalObstacle | null): WithdrawalRefusal {
  const past = standing.row.state === "awaiting_approval" ? null : lastAction(standing)
  return { code: past === null && why !== null ? codeOf(why) : "already_done", past, why }
}

export type WithdrawalConsent = {
  action: "confirm" | "approve"
  quoteId: string
  actor: { id: string; type: string; ownerId: string | null }
}

export type ConsentPolicy = PayoutAccess & { limits: AssetLimits }

export type ConsentStanding = WithdrawalStanding & {
  /** Sent in the last 24 hours without this payout, in token units, in the order of the daily limits. */
  sentLastDay: readonly string[]
}

/**
 * `send`: money may leave now. `hold`: confirmed, and a second user has to approve. `same`: a repetition by
 * the same person, such as a double click.
 */
export type ConsentDecision =
  { kind: "send" } | { kind: "hold" } | { kind: "same" } | { kind: "refused"; refusal: WithdrawalRefusal }

/**
 * Decides about a confirmation or an approval, under the lock of the withdrawal, its refund and its limits.
 *
 * An actor who may not approve learns so in every state: a withdrawal may start waiting for an approval at
 * any moment.
 */
export function decideConsent(
  standing: ConsentStanding,
  { action, actor, quoteId }: WithdrawalConsent,
  policy: ConsentPolicy
): ConsentDecision {
  const { row, history, sentLastDay } = standing
  const against = action === "approve" ? approvalProblemOf(standing, actor, policy) : null
  if (against) return refused(against)
  const state = RULES[action].state(standing)
  const agreed = pastActionsOf(history)[action === "confirm" ? "confirmed" : "approved"]
  if (state && row.state !== "cancelled" && quoteId === row.quote_id && agreed?.by === actor.id)
    return { kind: "same" }
  const last = lastAction(standing)
  if (state && last) return { kind: "refused", refusal: { code: "already_done", past: last, why: null } }
  const why =
    state ??
    quoteProblem(standing) ??
    (row.quote_id === quoteId ? null : { code: "newer_quote" as const }) ??
    findLimitProblem({ token: row.token, amount: row.amount, limits: policy.limits, sentLastDay })
  if (why) return refused(why)
  return action === "confirm" && approvalOn(row.chain, policy.approval) === "second_user"
    ? { kind: "hold" }
    : { kind: "send" }
}

function refused(why: WithdrawalObstacle): ConsentDecision {
  return { kind: "refused", refusal: { code: codeOf(why), past: null, why } }
}

const CODES: Partial<Record<WithdrawalObstacle["code"], PayoutCode>> = {
  not_confirmed: "quote_changed",
  quoting: "quote_changed",
  no_quote: "quote_changed",
  newer_quote: "quote_changed",
  expired: "quote_expired",
}

function codeOf({ code }: WithdrawalObstacle): PayoutCode {
  return CODES[code] ?? (isPayoutCode(code) ? code : "already_done")
}
