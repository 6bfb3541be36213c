import { compareAmounts, truncateAmount } from "../../gateway/amount"
import type { Invoice } from "../../gateway/contract"
import { isPaidInPart, isUndecidedPart } from "./partial-payment"
import { nextState, statusToState, type PaymentResolution, type PaymentState } from "./payment-lifecycle"
import { isImplausible } from "./received-amount"
import {
  contradictionChange,
  findContradiction,
  findMismatch,
  isAssignedTo,
  reasonToHold,
  receivedOf,
  type ContradictionChange,
  type ExpectedPayment,
  type RecordedMoney,
  type SettlementBounds,
  type UnallocatedReason,
} from "./settlement"

/** What is stored of a payment, or of an earlier attempt, before its invoice is read again. */
export type ReadableMoney = RecordedMoney & {
  state: PaymentState
  resolution: PaymentResolution | null
  expected_amount: string
  decimals: number
  part_seen_at: Date | null
  largest_part_amount: string | null
  settled_at: Date | null
}

/** Amounts that a reading writes, in token units. What it leaves out stays. */
export type ReceivedColumns = {
  received_amount?: string | null
  implausible_amount?: string | null
  part_seen_at?: Date
  largest_part_amount?: string
}

/** What a reading of the canonical invoice changes. */
export type Reading = {
  /** `unallocated` where its money is held for review. */
  state: PaymentState
  /** State of the attempt, which may differ while its money is held. */
  attemptState: PaymentState
  received: ReceivedColumns
  isNowConfirming: boolean
  /** Why its money is held for review by this reading. */
  trouble: UnallocatedReason | null
  /** The rest of a part in review has come: it is settled like any other money, unless a person has decided. */
  isCompleted: boolean
  settledAt: "now" | "none" | "same"
  contradiction: { found: string | null; change: ContradictionChange }
}

/** No known status is longer. */
const LONGEST_STATUS = 200

/** Decides what a reading of the invoice changes in a payment, whose current attempt it is. */
export function decideReading(
  money: ReadableMoney,
  expected: ExpectedPayment,
  invoice: Invoice,
  { bounds, now }: { bounds: SettlementBounds; now: Date }
): Reading {
  const { state } = money
  const observed = observe(expected, invoice)
  const isCompleted = observed === "settled" && isUndecidedPart(money)
  const next = isCompleted ? "settled" : nextState(state, observed ?? stateOfUnknown(state))
  // An invoice that ended may report money later.
  const isNews = state !== next || (isEnded(next) && observed !== null && isEnded(observed))
  // Medusa may have captured it already, so the settlement decides.
  const isTakenBack = state === "settled" && isEnded(next)
  const trouble = isNews && !isTakenBack ? findTrouble(next, expected, invoice, bounds) : null
  const isSettling = (next === "settled" || trouble !== null) && (money.settled_at === null || isCompleted)
  const hasGoneBack = state === "settled" && next !== "settled" && trouble === null
  return {
    state: trouble ? "unallocated" : next,
    attemptState: next,
    received: receivedColumns(money, expected, invoice, { next, now }),
    isNowConfirming: next === "confirming" && state !== next,
    trouble,
    isCompleted,
    settledAt: isSettling ? "now" : hasGoneBack ? "none" : "same",
    contradiction: readContradiction(money, expected, invoice, bounds),
  }
}

/** The same for an earlier attempt; `decideEarlierMoney` decides what it means. */
export function decideEarlierReading(
  money: ReadableMoney,
  expected: ExpectedPayment,
  invoice: Invoice,
  now: Date
): Pick<Reading, "state" | "received" | "isNowConfirming"> {
  const { state } = money
  const next = nextState(state, observe(expected, invoice) ?? stateOfUnknown(state))
  return {
    state: next,
    received: {
      ...receivedColumns(money, expected, invoice, { next, now }),
      ...(next === "settled" ? foreignColumns(expected, invoice) : {}),
    },
    isNowConfirming: next === "confirming" && state !== next,
  }
}

/** How what was found against captured or held money changes what is recorded. @param found null for nothing */
export function decideContradiction(
  recorded: Pick<RecordedMoney, "contradiction" | "contradiction_ended_at">,
  found: string | null
): Reading["contradiction"] {
  const known = found?.slice(0, LONGEST_STATUS) ?? null
  return { found: known, change: contradictionChange(recorded, known) }
}

function readContradiction(
  money: ReadableMoney,
  expected: ExpectedPayment,
  invoice: Invoice,
  bounds: SettlementBounds
): Reading["contradiction"] {
  if (money.state !== "captured" && money.state !== "unallocated") return { found: null, change: "none" }
  return decideContradiction(money, findContradiction(invoice, expected, money, bounds))
}

/** The paid invoice of a deposit in review says nothing about a payment until it is assigned. */
function observe({ kind, externalOrderId }: ExpectedPayment, invoice: Invoice): PaymentState | null {
  if (kind === "auto_deposit" && !isAssignedTo(invoice, externalOrderId)) return null
  return statusToState(invoice.status)
}

/** An unknown status moves nothing, except that an existing invoice is no longer being opened. */
function stateOfUnknown(current: PaymentState): PaymentState | null {
  return current === "opening" ? "awaiting" : null
}

/** Why settled money cannot go where it was meant to, or null. */
function findTrouble(
  next: PaymentState,
  expected: ExpectedPayment,
  invoice: Invoice,
  bounds: SettlementBounds
): UnallocatedReason | null {
  if (next === "settled") return reasonToHold(invoice, expected, bounds)
  const hasReceivedSome =
    invoice.receivedAmount !== undefined && compareAmounts(invoice.receivedAmount, "0") > 0
  return isEnded(next) && hasReceivedSome ? "partial_payment" : null
}

function isEnded(state: PaymentState): boolean {
  return state === "expired" || state === "failed" || state === "cancelled"
}

/**
 * What came, as far as it is plausible. An earlier amount is dropped where the invoice settles without an
 * amount (a part is not all that came), or goes back without one (it may be gone).
 */
function receivedColumns(
  money: ReadableMoney,
  { kind }: ExpectedPayment,
  invoice: Invoice,
  { next, now }: { next: PaymentState; now: Date }
): ReceivedColumns {
  const { expected_amount: expected, decimals, state } = money
  const reported = receivedOf(invoice, kind)
  const received = reported === undefined ? undefined : truncateAmount(reported, decimals)
  const isAbsurd = received !== undefined && isImplausible({ expected, received, decimals })
  if (received !== undefined && !isAbsurd) {
    const part = { gateway_status: invoice.status, expected_amount: expected, received_amount: received }
    const isPart = isPaidInPart(part)
    return {
      received_amount: received,
      implausible_amount: null,
      ...(isPart && money.part_seen_at === null ? { part_seen_at: now } : {}),
      ...(isPart && isLargest(money, received) ? { largest_part_amount: received } : {}),
    }
  }
  const isSettling = next === "settled" && state !== "settled"
  const hasGoneBack =
    (state === "settled" && next !== "settled") || (state === "confirming" && next !== "confirming")
  return {
    ...(isAbsurd ? { implausible_amount: received } : {}),
    ...(isSettling || hasGoneBack ? { received_amount: null } : {}),
  }
}

/** An amount of another asset is none of ours: an operator looks up what is owed. */
function foreignColumns(expected: ExpectedPayment, invoice: Invoice): ReceivedColumns {
  if (findMismatch(invoice, expected) !== "asset_mismatch") return {}
  const amount = receivedOf(invoice, expected.kind) ?? invoice.amount
  return { received_amount: null, implausible_amount: truncateAmount(amount, expected.decimals) }
}

/** A larger part needs no report once a person has decided. */
function isLargest({ resolution, largest_part_amount: largest }: ReadableMoney, received: string): boolean {
  return resolution === null && (largest === null || compareAmounts(received, largest) > 0)
}
