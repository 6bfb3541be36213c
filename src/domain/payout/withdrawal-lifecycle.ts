import type { RefundState } from "../refund/refund-lifecycle"

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

/** States in which a withdrawal is over, unless the service reports otherwise later. */
const WITHDRAWAL_ENDS = ["completed", "failed", "refused", "cancelled"] as const
type EndedWithdrawalState = (typeof WITHDRAWAL_ENDS)[number]

export function isOver(state: WithdrawalState): state is EndedWithdrawalState {
  return (WITHDRAWAL_ENDS as readonly WithdrawalState[]).includes(state)
}

const REFUND_STATES_OF = {
  requested: "quoted",
  quoted: "quoted",
  awaiting_approval: "confirmed",
  sending: "confirmed",
  sent: "sent",
  unknown: "sent",
  completed: "done",
  failed: "due",
  refused: "due",
  cancelled: "due",
} as const satisfies Record<WithdrawalState, RefundState>

/**
 * The state of a refund whose latest payout is in this state.
 *
 * @example refundStateOf("failed") // "due": it is still owed
 */
export function refundStateOf(state: WithdrawalState): RefundState {
  return REFUND_STATES_OF[state]
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

export type LookFacts = {
  state: WithdrawalState
  /** @see waitOf */
  waitsFor: WithdrawalWait | null
  /** Since it entered its state. */
  inStateMs: number
}

/**
 * How long to wait before a withdrawal is polled again without a webhook; the longer it takes, the less
 * often.
 *
 * @returns milliseconds, or null when it is no longer polled
 */
export function pauseBeforeLook({ state, waitsFor, inStateMs }: LookFacts): number | null {
  switch (state) {
    case "sent":
      return within(boundsOf(waitsFor), inStateMs / 2)
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
  return wait === "unknown" || wait === null ? UNKNOWN : UNDER_WAY
}

function within({ shortestMs, longestMs }: Bounds, pauseMs: number): number {
  return Math.min(Math.max(Math.round(pauseMs), shortestMs), longestMs)
}

function untilNext(atMs: readonly number[], nowMs: number): number | null {
  const next = atMs.find((one) => one > nowMs)
  return next === undefined ? null : next - nowMs
}

export const WITHDRAWAL_WAITS = [
  "quote",
  "confirmation",
  "approval",
  "answer",
  "queue",
  "funds",
  "gas",
  "reserved_funds",
  "processing",
  "network",
  "unknown",
  "person",
] as const
export type WithdrawalWait = (typeof WITHDRAWAL_WAITS)[number]

/**
 * What a withdrawal waits for, by the service's own status once it has it; null when it is over.
 *
 * @example waitOf({ state: "sent", gateway_status: "gas_blocked" }) // "gas"
 */
export function waitOf(row: {
  state: WithdrawalState
  gateway_status: string | null
}): WithdrawalWait | null {
  return row.state === "sent" ? waitAtService(row.gateway_status) : WAITS_OF_STATES[row.state]
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

function waitAtService(status: string | null): WithdrawalWait {
  switch (status) {
    case null:
      return "unknown"
    case "pending_funds":
      return "funds"
    case "gas_blocked":
      return "gas"
    case "queued":
      return "queue"
    case "funds_reserved":
      return "reserved_funds"
    case "processing":
      return "processing"
    case "broadcast":
      return "network"
    default:
      return "unknown"
  }
}
