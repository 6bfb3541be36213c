import { OWN_ADDRESS } from "./destination-problem"
import type { PayoutProblem } from "./payout-codes"
import type { AssetLimits } from "./payout-limit"
import { findLimitProblem } from "./payout-limit"
import type { WithdrawalState } from "./withdrawal-lifecycle"
import type { PayoutAccess, StandingRow, WithdrawalStanding } from "./withdrawal-standing"
import {
  approvalProblemOf,
  destinationProblemOf,
  isBeforeSending,
  isExpired,
  isQuoting,
  refundProblemOf,
  storedInconsistency,
} from "./withdrawal-standing"

/** A person agrees to the quote that they have read. `ownerId` is who made the API key. */
export type WithdrawalConsent = {
  action: "confirm" | "approve"
  quoteId: string
  actor: { id: string; type: string; ownerId: string | null }
}

/** The rules under which a consent counts. */
export type ConsentPolicy = PayoutAccess & { limits: AssetLimits }

/** What a withdrawal says for a decision about a consent. */
export type ConsentStanding<Row extends StandingRow = StandingRow> = WithdrawalStanding<Row> & {
  token: string
  /** Sent in the last 24 hours without this payout, for each limit of a day, in their order. Decimals in token units. */
  sentLastDay: readonly string[]
}

/** Who confirmed, approved or cancelled a withdrawal, and when. */
export type Deed = { verb: "confirmed" | "approved" | "cancelled"; by: string; at: Date | null }

/** Why an action changed nothing: a code with its parameters. */
export type WithdrawalRefusal =
  | { code: "already_done"; reason: "done"; deed: Deed }
  | { code: "already_done"; reason: "in_state"; state: WithdrawalState }
  /** `why` as the choices of the screen have it; null when it changed in this moment. */
  | { code: "already_done"; reason: "not_possible"; deed: Deed | null; why: string | null }
  | { code: "quote_changed"; reason: "not_confirmed" | "quoting" | "no_quote" | "newer_quote" }
  | { code: "quote_expired"; reason: "expired"; at: Date | null }
  | { code: "transaction_taken"; reason: "taken"; withdrawalId: string }
  | { code: PayoutProblem["code"]; reason: "problem"; problem: PayoutProblem }

/**
 * `send`: money may leave now. `hold`: confirmed, and a second user has to approve. `same`: the same person has agreed to the
 * same quote before, as after a double click.
 */
export type ConsentDecision =
  { kind: "send" } | { kind: "hold" } | { kind: "same" } | { kind: "refused"; refusal: WithdrawalRefusal }

/**
 * Decides about a confirmation or an approval. The only place that does: it runs under the lock of the withdrawal, of its
 * refund and of the limits that it counts for.
 *
 * An actor who may not approve learns so in every state: a withdrawal may come to wait for an approval in this very moment.
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

function asRefusal(problem: PayoutProblem): WithdrawalRefusal
function asRefusal(problem: PayoutProblem | null): WithdrawalRefusal | null
function asRefusal(problem: PayoutProblem | null): WithdrawalRefusal | null {
  return problem && { code: problem.code, reason: "problem", problem }
}

/** What speaks against the person or the deal itself. */
function problemBefore(
  { row, isOwnAddress, token }: ConsentStanding,
  { action, actor }: WithdrawalConsent,
  policy: ConsentPolicy
): PayoutProblem | null {
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
  const deed = deedIn(row)
  return deed === null
    ? { code: "already_done", reason: "in_state", state }
    : { code: "already_done", reason: "done", deed }
}

function deedIn(row: StandingRow): Deed | null {
  return row.state === "cancelled" ? cancellationOf(row) : agreementTo(row)
}

/** Nobody has cancelled one that lapsed. */
function cancellationOf({ resolved_by: by, state_at: at }: StandingRow): Deed | null {
  return by === null ? null : { verb: "cancelled", by, at }
}

function agreementTo(row: StandingRow): Deed | null {
  if (row.approved_by !== null) return { verb: "approved", by: row.approved_by, at: row.approved_at }
  return row.confirmed_by === null ? null : { verb: "confirmed", by: row.confirmed_by, at: row.confirmed_at }
}

/** The last deed that stands against an action; null while the withdrawal is open. */
export function lastDeed(row: StandingRow): Deed | null {
  const { state } = row
  if (state === "requested" || state === "quoted") return null
  const deed = (state === "cancelled" ? cancellationOf(row) : null) ?? agreementTo(row)
  return deed?.verb === "confirmed" && state === "awaiting_approval" ? null : deed
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
