import { isKeyTooOld } from "../../gateway/assumptions"
import { categoryOfError, type WithdrawalPhase } from "../../gateway/contract"
import type { Difference } from "./payout-evidence"

export const WITHDRAWAL_KINDS = ["treasury", "refund"] as const
export type WithdrawalKind = (typeof WITHDRAWAL_KINDS)[number]

/**
 * States of a withdrawal. `sending`: confirmed, and the answer of the call is not stored yet. `sent`: the
 * service has it. `unknown`: it may not be repeated any more and was not found at the service: a person ends
 * it.
 */
export const WITHDRAWAL_STATES = [
  "requested",
  "quoted",
  "awaiting_approval",
  "sending",
  "sent",
  "completed",
  "failed",
  "refused",
  "cancelled",
  "unknown",
] as const
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number]

/** What its status was read from: a call of the service, its list of transactions, or a signed event alone. */
export const WITHDRAWAL_SOURCES = ["service", "transaction", "event"] as const
export type WithdrawalSource = (typeof WITHDRAWAL_SOURCES)[number]

/** Its money has left, or may have. */
export const MAY_HAVE_LEFT: readonly WithdrawalState[] = ["sending", "sent", "unknown", "completed"]

/**
 * Where a withdrawal can go from each state. `quoted` and `awaiting_approval` lead to themselves: a new
 * quote.
 *
 * The canonical withdrawal with our reference takes the row to `sent`, `completed` or `failed` from any
 * state, also from one that a restored database fell back to. Nothing leads from where money may be moving
 * (`sending`, `sent`, `unknown`) to `cancelled`, and nothing leaves `completed`.
 *
 * @see service-interface "Withdrawal"
 */
export const WITHDRAWAL_TRANSITIONS = {
  requested: ["quoted", "awaiting_approval", "refused", "cancelled", "sent", "completed", "failed"],
  quoted: ["quoted", "requested", "awaiting_approval", "sending", "cancelled", "sent", "completed", "failed"],
  awaiting_approval: [
    "awaiting_approval",
    "requested",
    "sending",
    "cancelled",
    "sent",
    "completed",
    "failed",
  ],
  sending: ["sent", "completed", "failed", "refused", "requested", "unknown"],
  sent: ["completed", "failed"],
  completed: [],
  failed: ["sent", "completed"],
  refused: ["sent", "completed", "failed"],
  cancelled: ["sent", "completed", "failed"],
  unknown: ["sent", "completed", "failed", "refused"],
} as const satisfies Record<WithdrawalState, readonly WithdrawalState[]>

/** A new quote is an edge from a state to itself. */
export function canWithdrawalMove(from: WithdrawalState, to: WithdrawalState): boolean {
  return (WITHDRAWAL_TRANSITIONS[from] as readonly WithdrawalState[]).includes(to)
}

export function isOver(state: WithdrawalState): boolean {
  return state === "completed" || state === "failed" || state === "refused" || state === "cancelled"
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Bounds = { shortestMs: number; longestMs: number }

const UNDER_WAY: Bounds = { shortestMs: 10 * SECOND, longestMs: 5 * MINUTE }
/** Goes on once money was collected or gas topped up. */
const HELD: Bounds = { shortestMs: MINUTE, longestMs: 10 * MINUTE }
/** An unknown status may be final. */
const UNKNOWN: Bounds = { shortestMs: MINUTE, longestMs: HOUR }

/** After a failure: one that was sent after all would be paid twice. */
export const LOOKS_AFTER_FAILURE_MS: readonly number[] = [10 * MINUTE, HOUR, DAY]
export const LOOKS_AFTER_COMPLETION_MS: readonly number[] = [HOUR]

/** After it could not be found: the first searches, then hourly until {@link SEARCHED_FOR_MS}. */
const SEARCHES_MS: readonly number[] = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR]
const SEARCHED_FOR_MS = 7 * DAY

/**
 * How long to wait before a withdrawal is polled again without a webhook; the longer it takes, the less
 * often.
 *
 * @returns milliseconds, or null when it is no longer polled
 */
export function pauseBeforeLook(row: FollowedRow, inStateMs: number): number | null {
  switch (row.state) {
    case "sent":
      return within(boundsOf(waitOf(row)), inStateMs / 2)
    case "failed":
      return untilNext(LOOKS_AFTER_FAILURE_MS, inStateMs)
    case "completed":
      return untilNext(LOOKS_AFTER_COMPLETION_MS, inStateMs)
    default:
      return null
  }
}

/**
 * How long to wait before the next search for a payout that is unknown or written off.
 *
 * @param missingMs since the first search found nothing
 * @returns milliseconds, or null when it is no longer searched for
 */
export function pauseBeforeSearch(missingMs: number): number | null {
  if (missingMs >= SEARCHED_FOR_MS) return null
  return untilNext(SEARCHES_MS, missingMs) ?? HOUR
}

function boundsOf(wait: WithdrawalWait | null): Bounds {
  if (wait === "funds" || wait === "gas") return HELD
  return wait === "unknown" ? UNKNOWN : UNDER_WAY
}

function within({ shortestMs, longestMs }: Bounds, pauseMs: number): number {
  return Math.min(Math.max(Math.round(pauseMs), shortestMs), longestMs)
}

function untilNext(atMs: readonly number[], nowMs: number): number | null {
  const next = atMs.find((one) => one > nowMs)
  return next === undefined ? null : next - nowMs
}

export type WithdrawalWait =
  | "quote"
  | "confirmation"
  | "approval"
  | "answer"
  | "queue"
  | "funds"
  | "gas"
  | "reserved_funds"
  | "processing"
  | "network"
  | "unknown"
  | "person"

type FollowedRow = { state: WithdrawalState; gateway_status: string | null }

/**
 * What a withdrawal waits for, by the service's own status once it has it; null when it is over.
 *
 * @example waitOf({ state: "sent", gateway_status: "gas_blocked" }) // "gas"
 */
export function waitOf(row: FollowedRow): WithdrawalWait | null {
  if (row.state !== "sent") return WAITS_OF_STATES[row.state]
  return WAITS_AT_SERVICE.get(row.gateway_status) ?? "unknown"
}

const WAITS_OF_STATES = {
  requested: "quote",
  quoted: "confirmation",
  awaiting_approval: "approval",
  sending: "answer",
  unknown: "person",
  completed: null,
  failed: null,
  refused: null,
  cancelled: null,
} as const satisfies Record<Exclude<WithdrawalState, "sent">, WithdrawalWait | null>

const WAITS_AT_SERVICE: ReadonlyMap<string | null, WithdrawalWait> = new Map([
  ["pending_funds", "funds"],
  ["gas_blocked", "gas"],
  ["queued", "queue"],
  ["funds_reserved", "reserved_funds"],
  ["processing", "processing"],
  ["broadcast", "network"],
])

/** A refund quoted at the current rate is quoted again after this. */
export const TODAYS_RATE_HOURS = 24

export type ExpiredRate = { code: "quote_expired"; computedAt: Date }

/** Why a refund can no longer be paid at the rate of the day it was computed; null when it can. */
export function todaysRateProblem(computedAt: Date, now: Date): ExpiredRate | null {
  const isOver = now.getTime() - computedAt.getTime() >= TODAYS_RATE_HOURS * 3_600_000
  return isOver ? { code: "quote_expired", computedAt } : null
}

const STATES_OF_PHASES = {
  pending: "sent",
  unknown: "sent",
  done: "completed",
  failed: "failed",
} as const satisfies Record<WithdrawalPhase, WithdrawalState>

/** The state of a payout that the service has. An unknown status is shown, never guessed. */
export function stateOfPhase(phase: WithdrawalPhase): "sent" | "completed" | "failed" {
  return STATES_OF_PHASES[phase]
}

type GatewayStateFacts = {
  state: WithdrawalState
  phase: WithdrawalPhase
  status: string
  difference: Difference
}

/**
 * What contradicts what was confirmed, or what is stored here. `status` is the service's.
 *
 * - `after_completion`: another status than completed.
 * - `after_end`: it was given up here, and the service has it all the same.
 * - `unsent`: it was not sent here.
 */
export type Mismatch =
  | { code: "differs"; difference: Difference }
  | { code: "after_completion" | "unsent"; status: string }
  | { code: "after_end"; state: WithdrawalState; status: string }

/**
 * What the service's withdrawal makes of a payout of ours: its next state, which is the same where nothing may move it, and what a
 * person has to review.
 */
export type GatewayState = { to: WithdrawalState; mismatches: readonly Mismatch[] }

/**
 * Decides what the canonical withdrawal makes of a row. The service wins over our states, except that nothing
 * leaves `completed`: then the difference is only shown.
 *
 * @example gatewayStateOf({ state: "refused", phase: "done", status: "completed", difference: [] }).to // "completed"
 */
export function gatewayStateOf(facts: GatewayStateFacts): GatewayState {
  const { state, phase, difference } = facts
  const reported = stateOfPhase(phase)
  const to = canWithdrawalMove(state, reported) ? reported : state
  const differs = difference.length === 0 ? null : ({ code: "differs", difference } as const)
  const mismatches = [differs, contradiction(facts, reported)].filter((one) => one !== null)
  return { to, mismatches }
}

function isGivenUp(state: WithdrawalState): boolean {
  return state === "failed" || state === "refused" || state === "cancelled"
}

/**
 * An unknown status after the end contradicts nothing, and neither does a failure of one that was written off:
 * no money left either way.
 */
function contradiction(
  { state, phase, status }: GatewayStateFacts,
  reported: "sent" | "completed" | "failed"
): Mismatch | null {
  if (state === reported) return null
  if (state === "completed") return phase === "unknown" ? null : { code: "after_completion", status }
  if (isGivenUp(state)) return reported === "failed" ? null : { code: "after_end", state, status }
  if (state === "requested" || state === "quoted" || state === "awaiting_approval")
    return { code: "unsent", status }
  return null
}

export type FailedCreate = {
  /** The service's code, or ours where no answer could be read. */
  code: string
  status: number | undefined
  /** Of this call with all its attempts. */
  outcome: "not_applied" | "unknown"
  isRetryable: boolean
  isUncertain: boolean
  /** An earlier answer under this key was a conflict that nobody here can read: it may mean that the service has the payout. */
  hasUnclearAnswer: boolean
  keyAgeMs: number
  retentionMs: number
}

/** An answer without the documented form: from a faulty service, or a proxy in between. */
const UNREADABLE = "UNEXPECTED_RESPONSE"
/** A refusal of the key, not the payout: the merchant can fix it. */
const REFUSALS_OF_THE_KEY: readonly string[] = ["UNAUTHORIZED", "FORBIDDEN", "PAYOUT_KEY_MISSING"]
/** Codes that prove that the service received an earlier request of this payout. */
const SIGNS_OF_AN_EARLIER_REQUEST = ["DUPLICATE_REQUEST", "IDEMPOTENCY_KEY_MISMATCH"] as const
/** Codes that every following request would get too. */
const SIGNS_OF_AN_ABSENCE: readonly string[] = [
  "NETWORK_ERROR",
  "TIMEOUT",
  "SERVICE_UNAVAILABLE",
  "INTERNAL_SERVER_ERROR",
  "CACHE_COORDINATION_UNAVAILABLE",
  "RATE_LIMIT_EXCEEDED",
  "UNAUTHORIZED",
  UNREADABLE,
]
/** Refusals of the request itself. Their status is not documented. */
const REFUSALS_OF_THE_REQUEST: readonly string[] = [
  "VALIDATION_ERROR",
  "INSUFFICIENT_BALANCE",
  "INVALID_REQUEST",
]
/**
 * The quote has expired, was used, or is unknown. Its end by our clock does not matter: the service's clock
 * may be ahead, and another store of the business may have used it.
 */
const REFUSALS_OF_THE_QUOTE: readonly string[] = ["CONFLICT", "NOT_FOUND"]
const CONFLICT_STATUS = 409
const STATUSES_OF_A_REFUSAL: readonly number[] = [400, 404, 422]
const CONCLUSIVE_CODES: readonly string[] = [
  ...REFUSALS_OF_THE_KEY,
  ...REFUSALS_OF_THE_REQUEST,
  ...REFUSALS_OF_THE_QUOTE,
]

/**
 * Whether this call may have reached the service. A refusal without the documented body may come from a
 * proxy, so it proves nothing.
 */
export function mayHaveBeenSent({ code, outcome }: Pick<FailedCreate, "code" | "outcome">): boolean {
  return outcome === "unknown" || code === UNREADABLE
}

/**
 * Whether an answer to a repetition shows that the service has something under this key, reference or quote.
 * Before anything was sent a conflict has other causes.
 */
export function isUnexplainedConflict({
  code,
  status,
  isUncertain,
  outcome,
}: Pick<FailedCreate, "code" | "status" | "isUncertain" | "outcome">): boolean {
  if (code === "IDEMPOTENCY_REQUEST_IN_PROGRESS" || code === UNREADABLE) return false
  return saysItHasIt(code) || (status === CONFLICT_STATUS && (isUncertain || outcome === "unknown"))
}

export function saysItHasIt(code: string | null): boolean {
  return SIGNS_OF_AN_EARLIER_REQUEST.some((sign) => sign === code)
}

export function isServiceAway(code: string | null): boolean {
  return code !== null && SIGNS_OF_AN_ABSENCE.includes(code)
}

/**
 * Decides how a payout goes on after a failed create.
 *
 * - `repeat`: the same call with the same key, also after an unreadable answer: a service that has the payout
 *   returns its stored answer.
 * - `release`: nothing was sent, and repeating cannot help. The payout is refused.
 * - `requote`: nothing was sent, and the quote cannot be used. A person requests a new one.
 * - `prove`: the key was repeated, and the service has nothing under it. Its list decides between `requote` and `look`.
 * - `look`: the service may have the payout, and repeating shows nothing more. It is searched for, and never
 *   released by that alone.
 *
 * Once a request may have reached the service, no refusal releases a payout: the first request itself may be
 * why a later one is refused. A balance is too low, or a quote is used, because the money is on its way.
 *
 * @see service-interface "Retry rules"
 */
export function decideAfterCreate(
  failure: FailedCreate
): "repeat" | "release" | "requote" | "prove" | "look" {
  const { code, status, keyAgeMs, retentionMs } = failure
  if (saysItHasIt(code)) return "look"
  const isDoubtful = failure.isUncertain || mayHaveBeenSent(failure)
  if (mayPass(failure) || (isDoubtful && (code === UNREADABLE || REFUSALS_OF_THE_KEY.includes(code))))
    return isKeyTooOld(keyAgeMs, retentionMs) ? "look" : "repeat"
  if (isDoubtful) return "look"
  if (failure.hasUnclearAnswer) return "prove"
  if (!isConclusive(failure))
    return status === CONFLICT_STATUS && !isKeyTooOld(keyAgeMs, retentionMs) ? "repeat" : "look"
  return isRefusalOfTheQuote(failure) ? "requote" : "release"
}

/** A refusal in words that nobody here knows ends this quote only: the next one shows whether it was the reason. */
function isRefusalOfTheQuote({ code, status }: FailedCreate): boolean {
  if (REFUSALS_OF_THE_QUOTE.includes(code)) return true
  return isUnclearCode(code) && status !== undefined && STATUSES_OF_A_REFUSAL.includes(status)
}

/** Whether a code says nothing here of whether the service has a payout. */
export function isUnclearCode(code: string | null): boolean {
  if (code === null || code === "IDEMPOTENCY_REQUEST_IN_PROGRESS" || saysItHasIt(code)) return false
  return ![...CONCLUSIVE_CODES, ...SIGNS_OF_AN_ABSENCE].includes(code)
}

function mayPass({ code, status, isRetryable }: FailedCreate): boolean {
  if (isRetryable) return true
  const category = categoryOfError(code, status)
  return category === "rate_limited" || category === "server"
}

/** Whether the code alone proves that no payout was made. An unknown code with 409 may mean the opposite. */
function isConclusive({ code, status }: FailedCreate): boolean {
  return (
    CONCLUSIVE_CODES.includes(code) ||
    (status !== undefined && status >= 400 && status < 500 && status !== CONFLICT_STATUS)
  )
}

const LONGEST_PAUSE_MS = 5 * 60_000

/** Milliseconds before a create is sent again, each time twice as long: a merchant needs time to fix a key. */
export function pauseBeforeCreatingAgain({ code, keyAgeMs }: { code: string; keyAgeMs: number }): number {
  return REFUSALS_OF_THE_KEY.includes(code) ? LONGEST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, keyAgeMs + 5_000)
}
