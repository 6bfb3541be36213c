import type { PaymentKind, PaymentState } from "./payment-status"

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Pause = { untilAgeMs: number; pauseMs: number }

/** After a payment was opened, and after its opening began: a client that retries is done by then. */
export const FIRST_CHECK_MS = 20 * SECOND
export const OPENING_CHECK_MS = 2 * MINUTE

/** Open payments are polled forever, at last once a day. */
const OPEN_PAUSES: readonly Pause[] = [
  { untilAgeMs: MINUTE, pauseMs: FIRST_CHECK_MS },
  { untilAgeMs: 10 * MINUTE, pauseMs: 2 * MINUTE },
  { untilAgeMs: HOUR, pauseMs: 10 * MINUTE },
  { untilAgeMs: 6 * HOUR, pauseMs: HOUR },
  { untilAgeMs: DAY, pauseMs: 4 * HOUR },
  { untilAgeMs: 7 * DAY, pauseMs: 6 * HOUR },
  { untilAgeMs: 30 * DAY, pauseMs: 12 * HOUR },
]
const pauseWhileOpen = (ageMs: number) => pauseAt(OPEN_PAUSES, ageMs) ?? DAY

/** Money can still reach an ended payment; after the last line it is never polled again. */
export const ENDED_PAUSES: readonly Pause[] = [
  { untilAgeMs: 2 * HOUR, pauseMs: 20 * MINUTE },
  { untilAgeMs: DAY, pauseMs: 4 * HOUR },
  { untilAgeMs: 7 * DAY, pauseMs: 12 * HOUR },
  { untilAgeMs: 30 * DAY, pauseMs: 3 * DAY },
]

/** Money that the service no longer confirms: a stale answer or a short reorganization is over soon. */
const CONTRADICTED_PAUSES: readonly Pause[] = [
  { untilAgeMs: 10 * MINUTE, pauseMs: 2 * MINUTE },
  ...ENDED_PAUSES,
]

/** After money was captured or held for review: more may follow, and the service may take it back. */
const LATE_LOOKS_MS: readonly number[] = [20 * MINUTE, HOUR, DAY]

/** Calls that checks may cost on the first day of a payment; opening it and one spare call make 40. */
export const FIRST_DAY_CALLS = 36
/** From here on the remaining calls are spread over the rest of the day. */
const SPREAD_FROM_CALLS = 24

const SHORTEST_MS = 15 * SECOND
const LONGEST_UNDER_WAY_MS = HOUR
const AFTER_EXPIRY_MS = 15 * SECOND
const AFTER_FAILURE_MS = 10 * MINUTE
/** Spreads payments that were opened together. */
const JITTER = 0.1

const PROGRESS_WATCHED_MS = 3 * MINUTE

/** Whether a payer may be watching confirmations now: later a check costs one call, not two. */
export function isProgressWatched(payment: { confirming_at: Date | null }, nowMs: number): boolean {
  return payment.confirming_at === null || nowMs - payment.confirming_at.getTime() < PROGRESS_WATCHED_MS
}

export type CheckFacts = {
  id: string
  kind: PaymentKind
  state: PaymentState
  hasInvoice: boolean
  /** Since the service stopped confirming its money, until a person reviews that; else null. */
  contradictedMs: number | null
  isGivenUp: boolean
  isUndecidedPart: boolean
  hasFailed: boolean
  callCount: number
  ageMs: number
  /** Since it became confirming, settled or captured; null when unknown. */
  inStateMs: number | null
  /** Null without an expiry, negative after it. */
  expiresInMs: number | null
}

/**
 * How long to wait before a payment is polled again without a webhook.
 *
 * @returns milliseconds, or null when it is no longer polled
 * @see docs/operations/reconciliation.md
 */
export function pauseBeforeCheck(facts: CheckFacts): number | null {
  const planned = plannedPause(facts)
  // The answer that failed may be the one that an ended schedule waited for.
  if (planned === null) return facts.hasFailed ? AFTER_FAILURE_MS : null
  const wanted = facts.hasFailed ? Math.min(planned, AFTER_FAILURE_MS) : planned
  const pauseMs = Math.round(withinFirstDay(wanted, facts) * jitterOf(facts))
  return facts.state === "awaiting" ? notBeyondExpiry(pauseMs, facts) : pauseMs
}

function plannedPause(facts: CheckFacts): number | null {
  const { state, ageMs } = facts
  switch (state) {
    case "opening":
      return Math.max(OPENING_CHECK_MS, pauseWhileOpen(ageMs))
    case "awaiting":
      return facts.isGivenUp ? pauseAt(ENDED_PAUSES, ageMs) : pauseWhileOpen(ageMs)
    case "confirming":
    case "settled":
      return pauseUnderWay(facts)
    case "captured":
    case "unallocated":
      // The money of an accepted deposit has no invoice to poll.
      if (facts.kind === "invoice" && !facts.hasInvoice) return null
      if (facts.contradictedMs !== null) return pauseAt(CONTRADICTED_PAUSES, facts.contradictedMs)
      if (!facts.isUndecidedPart) return untilLateLook(facts)
      return facts.isGivenUp ? (pauseAt(ENDED_PAUSES, ageMs) ?? untilLateLook(facts)) : pauseWhileOpen(ageMs)
    case "expired":
    case "failed":
    case "cancelled":
    case "superseded":
      // An invoice that was never opened has no address. An intent may exist even if we do not know it.
      return facts.hasInvoice || facts.kind === "auto_deposit" ? pauseAt(ENDED_PAUSES, ageMs) : null
  }
}

/** @returns null after the end of the schedule */
export function pauseAt(pauses: readonly Pause[], ageMs: number): number | null {
  return pauses.find(({ untilAgeMs }) => ageMs < untilAgeMs)?.pauseMs ?? null
}

/** A payment that took long will take longer: its end is noticed after at most one and a half times as long. */
function pauseUnderWay({ inStateMs, ageMs }: CheckFacts): number {
  return Math.min(Math.max((inStateMs ?? ageMs) / 2, SHORTEST_MS), LONGEST_UNDER_WAY_MS)
}

function untilLateLook({ inStateMs }: CheckFacts): number | null {
  if (inStateMs === null) return null
  const lookMs = LATE_LOOKS_MS.find((atMs) => atMs > inStateMs)
  // Jitter must not bring a look forward, or another would follow at once.
  return lookMs === undefined ? null : (lookMs - inStateMs) / (1 - JITTER)
}

function withinFirstDay(pauseMs: number, { ageMs, callCount }: CheckFacts): number {
  if (callCount < SPREAD_FROM_CALLS) return pauseMs
  const callsLeft = FIRST_DAY_CALLS - callCount
  // Below zero after the first day.
  const dayLeftMs = DAY - ageMs
  return Math.max(pauseMs, callsLeft > 0 ? dayLeftMs / callsLeft : dayLeftMs / (1 - JITTER))
}

function notBeyondExpiry(pauseMs: number, { expiresInMs, callCount }: CheckFacts): number {
  if (expiresInMs === null || expiresInMs <= 0 || callCount >= FIRST_DAY_CALLS) return pauseMs
  return Math.min(pauseMs, expiresInMs + AFTER_EXPIRY_MS)
}

/** Deterministic, so that every process computes the same instant for the same check. */
function jitterOf({ id, callCount }: CheckFacts): number {
  let hash = 0x811c9dc5
  for (const char of `${id}:${callCount}`) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193)
  return 1 - JITTER + ((hash >>> 0) / 2 ** 32) * 2 * JITTER
}
