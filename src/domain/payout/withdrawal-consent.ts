import { OWN_ADDRESS } from "./destination"
import type { ApprovalProblem } from "./payout-gate"
import {
  type AssetLimits,
  findLimitProblem,
  type InconsistentQuote,
  type LimitProblem,
} from "./withdrawal-quote"
import type { WithdrawalObstacle } from "./withdrawal-choices"
import type { WithdrawalState } from "./withdrawal-lifecycle"
import type {
  ClosedDestination,
  PayoutAccess,
  RefundProblem,
  StandingRow,
  WithdrawalStanding,
} from "./withdrawal-standing"
import {
  approvalProblemOf,
  destinationProblemOf,
  isBeforeSending,
  isExpired,
  isQuoting,
  refundProblemOf,
  storedInconsistency,
} from "./withdrawal-standing"

/** `ownerId` is who made the API key. */
export type WithdrawalConsent = {
  action: "confirm" | "approve"
  quoteId: string
  actor: { id: string; type: string; ownerId: string | null }
}

export type ConsentPolicy = PayoutAccess & { limits: AssetLimits }

export type ConsentStanding<Row extends StandingRow = StandingRow> = WithdrawalStanding<Row> & {
  token: string
  /**
   * Sent in the last 24 hours without this payout, in the order of the daily limits. Decimals in token units.
   */
  sentLastDay: readonly string[]
}

export type PastAction = { verb: "confirmed" | "approved" | "cancelled"; by: string; at: Date | null }

/** What speaks against a withdrawal itself, whatever state it is in. */
export type WithdrawalProblem =
  ApprovalProblem | InconsistentQuote | ClosedDestination | LimitProblem | RefundProblem

export type WithdrawalRefusal =
  | { code: "already_done"; reason: "done"; past: PastAction }
  | { code: "already_done"; reason: "in_state"; state: WithdrawalState }
  /** `why` is the reason shown with the disabled action; null when it changed just now. */
  | { code: "already_done"; reason: "not_possible"; past: PastAction | null; why: WithdrawalObstacle | null }
  | { code: "quote_changed"; reason: "not_confirmed" | "quoting" | "no_quote" | "newer_quote" }
  | { code: "quote_expired"; reason: "expired"; at: Date | null }
  | { code: "transaction_taken"; reason: "taken"; withdrawalId: string }
  | { code: WithdrawalProblem["code"]; reason: "problem"; problem: WithdrawalProblem }

/**
 * `send`: money may leave now. `hold`: confirmed, and a second user has to approve. `same`: a repetition by
 * the same person, such as a double click.
 */
export type ConsentDecision =
  { kind: "send" } | { kind: "hold" } | { kind: "same" } | { kind: "refused"; refusal: WithdrawalRefusal }

/**
 * Decides about a confirmation or an approval. Runs under the lock of the withdrawal, its refund and its
 * limits.
 *
 * An actor who may not approve learns so in every state: a withdrawal may start waiting for an approval at
 * any moment.
 */
export function decideConsent(
  standing: ConsentStanding,
  consent: WithdrawalConsent,
  policy: ConsentPolicy
): ConsentDecision {
  const { row } = standing
  const early = problemBefore(standing, consent, policy)
  if (early) return refused(asRefusal(early))
  if (isDoneBySame(row, consent)) return { kind: "same" }
  const refusal =
    refusalByState(row, consent) ??
    refusalByQuote(standing, consent) ??
    asRefusal(destinationProblemOf(standing) ?? limitProblem(standing, policy))
  if (refusal) return refused(refusal)
  return consent.action === "confirm" && policy.approval === "second_user"
    ? { kind: "hold" }
    : { kind: "send" }
}

function refused(refusal: WithdrawalRefusal): ConsentDecision {
  return { kind: "refused", refusal }
}

function asRefusal(problem: WithdrawalProblem): WithdrawalRefusal
function asRefusal(problem: WithdrawalProblem | null): WithdrawalRefusal | null
function asRefusal(problem: WithdrawalProblem | null): WithdrawalRefusal | null {
  return problem && { code: problem.code, reason: "problem", problem }
}

function problemBefore(
  { row, isOwnAddress, token }: ConsentStanding,
  { action, actor }: WithdrawalConsent,
  policy: ConsentPolicy
): WithdrawalProblem | null {
  const against = action === "approve" ? approvalProblemOf(row, actor, policy) : null
  if (against || !isBeforeSending(row)) return against
  const unlisted = { token, amount: row.amount, limits: policy.limits, sentLastDay: [] }
  return (
    storedInconsistency(row) ??
    (isOwnAddress ? OWN_ADDRESS : null) ??
    (policy.limits === "unlisted" ? findLimitProblem(unlisted) : null)
  )
}

function isDoneBySame(
  { quote_id, state, confirmed_by, approved_by }: StandingRow,
  { action, actor, quoteId }: WithdrawalConsent
): boolean {
  if (quoteId !== quote_id || isOpenFor(action, state) || state === "cancelled") return false
  return (action === "confirm" ? confirmed_by : approved_by) === actor.id
}

function isOpenFor(action: WithdrawalConsent["action"], state: WithdrawalState): boolean {
  return state === (action === "confirm" ? "quoted" : "awaiting_approval") || state === "requested"
}

function refusalByState(row: StandingRow, { action }: WithdrawalConsent): WithdrawalRefusal | null {
  const { state } = row
  if (state !== "cancelled" && action === "approve" && state === "quoted")
    return { code: "quote_changed", reason: "not_confirmed" }
  if (state !== "cancelled" && isOpenFor(action, state)) return null
  const past = actionIn(row)
  return past === null
    ? { code: "already_done", reason: "in_state", state }
    : { code: "already_done", reason: "done", past }
}

function actionIn(row: StandingRow): PastAction | null {
  return row.state === "cancelled" ? cancellationOf(row) : agreementTo(row)
}

/** A lapsed one has no author. */
function cancellationOf({ resolved_by: by, state_at: at }: StandingRow): PastAction | null {
  return by === null ? null : { verb: "cancelled", by, at }
}

function agreementTo(row: StandingRow): PastAction | null {
  if (row.approved_by !== null) return { verb: "approved", by: row.approved_by, at: row.approved_at }
  return row.confirmed_by === null ? null : { verb: "confirmed", by: row.confirmed_by, at: row.confirmed_at }
}

/** The last action that stands against another; null while the withdrawal is open. */
export function lastAction(row: StandingRow): PastAction | null {
  const { state } = row
  if (state === "requested" || state === "quoted") return null
  const past = (state === "cancelled" ? cancellationOf(row) : null) ?? agreementTo(row)
  return past?.verb === "confirmed" && state === "awaiting_approval" ? null : past
}

function refusalByQuote(standing: ConsentStanding, { quoteId }: WithdrawalConsent): WithdrawalRefusal | null {
  const { row, now } = standing
  const problem = refundProblemOf(standing)
  if (problem) return asRefusal(problem)
  if (isQuoting(row, now)) return { code: "quote_changed", reason: "quoting" }
  if (row.quote_id === null) return { code: "quote_changed", reason: "no_quote" }
  if (row.quote_id !== quoteId) return { code: "quote_changed", reason: "newer_quote" }
  return isExpired(row, now) ? { code: "quote_expired", reason: "expired", at: row.quote_expires_at } : null
}

function limitProblem({ row, token, sentLastDay }: ConsentStanding, { limits }: ConsentPolicy) {
  return findLimitProblem({ token, amount: row.amount, limits, sentLastDay })
}
