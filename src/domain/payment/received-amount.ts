import {
  compareAmounts,
  formatAmount,
  isWithinBps,
  multiplyDivide,
  parseAmount,
  truncateAmount,
} from "../../gateway/amount"
import {
  isEnded,
  isSettledStatus,
  isUndecided,
  type PaymentFacts,
  type PaymentResolution,
  type PaymentState,
} from "./payment-status"

/** The tolerated shortfall of what the service calls paid: two percent is more than a wallet's fee and less than a margin. */
export const MAX_SHORTFALL_BPS = 200
/** The most a merchant may tolerate: above five percent a shopper pays less than the price, not less by a fee. */
export const MOST_SHORTFALL_BPS = 500

/** A reported amount of this many times the expected one is not believed: it is in base units, or the service's fault. */
export const IMPLAUSIBLE_FACTOR = 1_000n

type ComparedAmounts = { expected: string; received: string; decimals: number }

/** The bound itself is allowed. */
export function isShortBeyond(amounts: ComparedAmounts, maxShortfallBps: number): boolean {
  const { expected, received } = toBaseUnits(amounts)
  return received < expected && !isWithinBps(received, expected, maxShortfallBps)
}

/** Whether a reported amount is absurdly high, or the expected amount in base units: the unit of the field is undocumented. */
export function isImplausible(amounts: ComparedAmounts): boolean {
  const { expected, received } = toBaseUnits(amounts)
  if (expected === 0n) return false
  const inBaseUnits = expected * parseAmount("1", amounts.decimals)
  return received >= expected * IMPLAUSIBLE_FACTOR || (amounts.decimals > 0 && received === inBaseUnits)
}

function toBaseUnits({ expected, received, decimals }: ComparedAmounts) {
  const units = (text: string) => parseAmount(truncateAmount(text, decimals), decimals)
  return { expected: units(expected), received: units(received) }
}

export type DecidedMoney = ArrivedMoney &
  Pick<PaymentFacts, "implausible_amount" | "decimals" | "resolution" | "resolved_token_amount">

type ReceivedMoney = Pick<PaymentFacts, "gateway_status" | "expected_amount" | "received_amount">
type ArrivedMoney = ReceivedMoney & Pick<PaymentFacts, "unallocated_reason">

/**
 * The money beyond what was captured or decided about, which is owed back.
 *
 * The service may call an invoice overpaid without an amount, and our amounts do not apply to another asset: then a person looks
 * up what is owed.
 *
 * @returns decimal in token units, null when it has to be looked up; undefined when nothing is owed
 */
export function surplusOf(money: DecidedMoney): string | null | undefined {
  const { resolution, received_amount: received, decimals } = money
  const covered = money.resolved_token_amount ?? (resolution === null ? money.expected_amount : null)
  if (covered === null) return undefined
  const { surplus } = amountDifference({ expected: covered, received, decimals })
  if (surplus !== null) return money.unallocated_reason === "asset_mismatch" ? null : surplus
  if (money.gateway_status !== "overpaid" || money.implausible_amount !== null) return undefined
  // A refund of the known amount leaves out an unreported rest, which is kept where the money is kept.
  const isUnreported =
    received === null ? resolution !== "keep" : resolution === null || resolution === "apply"
  return isUnreported ? null : undefined
}

/** @example amountDifference({ expected: "10", received: "9.5", decimals: 6 }) // { surplus: null, shortfall: "0.5" } */
export function amountDifference(amounts: { expected: string; received: string | null; decimals: number }): {
  surplus: string | null
  shortfall: string | null
} {
  if (amounts.received === null) return { surplus: null, shortfall: null }
  const received = parseAmount(amounts.received, amounts.decimals)
  const expected = parseAmount(amounts.expected, amounts.decimals)
  return {
    surplus: received > expected ? formatAmount(received - expected, amounts.decimals) : null,
    shortfall: received < expected ? formatAmount(expected - received, amounts.decimals) : null,
  }
}

/** What a captured payment did not receive of what it was captured for: the service's tolerance, within ours. */
export function shortfallOf(
  payment: Pick<PaymentFacts, "expected_amount" | "received_amount" | "decimals" | "resolved_token_amount">
): string | null {
  const { resolved_token_amount, expected_amount, received_amount: received, decimals } = payment
  return amountDifference({ expected: resolved_token_amount ?? expected_amount, received, decimals })
    .shortfall
}

/**
 * The value of held money at the rate of the checkout, up to the expected amount.
 *
 * A settled payment counts in full, as a capture would, unless it was held for being short. Otherwise it is worth its part of the
 * amount, rounded down to the unit of the currency.
 *
 * @returns decimal text in major units; null when unknown or nothing
 * @example fiatValueOf({ expected_amount: "10", received_amount: "2.5", fiat_amount: "20", ... }, 2) // "5"
 */
export function fiatValueOf(
  money: ArrivedMoney & Pick<PaymentFacts, "fiat_amount">,
  currencyDecimals: number
): string | null {
  const { expected_amount, received_amount, fiat_amount, unallocated_reason: reason } = money
  if (reason === "asset_mismatch") return null
  if (isSettledInFull(money)) return fiat_amount
  if (received_amount === null) return null
  if (compareAmounts(received_amount, expected_amount) >= 0) return fiat_amount
  const part = multiplyDivide(
    fiat_amount,
    { times: received_amount, by: expected_amount },
    currencyDecimals,
    "down"
  )
  return part === 0n ? null : formatAmount(part, currencyDecimals)
}

/**
 * How much of the received money a decision is about; the rest is owed back. Money that pays an order covers at most the expected
 * amount, which settled money counts as.
 *
 * @returns decimal in token units of the received asset; null when unknown
 * @example coveredBy("apply", { expected_amount: "10", received_amount: "12", ... }) // "10"
 */
export function coveredBy(resolution: PaymentResolution, money: ArrivedMoney): string | null {
  const { expected_amount, received_amount } = money
  const isFull = isSettledInFull(money)
  if (resolution !== "apply" || received_amount === null)
    return received_amount ?? (isFull ? expected_amount : null)
  return isFull || compareAmounts(received_amount, expected_amount) >= 0 ? expected_amount : received_amount
}

function isSettledInFull({ gateway_status, unallocated_reason: reason }: ArrivedMoney): boolean {
  return isSettledStatus(gateway_status) && reason !== "amount_mismatch" && reason !== "underpaid"
}

/** Whether money arrived that the service does not call settled: a part, or all of it after the expiry. */
export function hasUnsettledMoney({
  gateway_status,
  received_amount,
}: Omit<ReceivedMoney, "expected_amount">): boolean {
  return compareAmounts(received_amount ?? "0", "0") > 0 && !isSettledStatus(gateway_status)
}

export function isPaidInPart(money: ReceivedMoney): boolean {
  const { expected_amount, received_amount } = money
  return hasUnsettledMoney(money) && compareAmounts(received_amount ?? "0", expected_amount) < 0
}

export function remainingOf({
  expected_amount: expected,
  received_amount: received,
  decimals,
}: Pick<PaymentFacts, "expected_amount" | "received_amount" | "decimals">): string {
  return amountDifference({ expected, received: received ?? "0", decimals }).shortfall ?? "0"
}

/** The rest of such a part may still come to the same address, and is then settled like any other money. */
export function isUndecidedPart(payment: Parameters<typeof isUndecided>[0]): boolean {
  return isUndecided(payment, "partial_payment")
}

/** Whether money of a payment may lie unseen: it waits for more, or ended and was opened again. */
export function canBeQueued(state: PaymentState): boolean {
  return state === "awaiting" || isEnded(state)
}

export const HOUR_MS = 60 * 60_000

/**
 * Whether a part goes to the review queue now.
 *
 * @param wait.isGivenUp its session was deleted or its order is closed
 * @param wait.hasTimedOrder an order waits for it, whose deadline decides about the part
 * @param wait.holdHours how long to wait for the rest where no deadline does
 */
export function isPartDue(
  payment: ReceivedMoney & Pick<PaymentFacts, "state" | "expires_at" | "part_seen_at">,
  { isGivenUp, hasTimedOrder, holdHours }: { isGivenUp: boolean; hasTimedOrder: boolean; holdHours: number },
  nowMs: number
): boolean {
  const { state, expires_at, part_seen_at } = payment
  if (!canBeQueued(state) || !hasUnsettledMoney(payment)) return false
  if (isGivenUp) return true
  if (expires_at !== null && expires_at.getTime() <= nowMs) return true
  return !hasTimedOrder && part_seen_at !== null && nowMs - part_seen_at.getTime() >= holdHours * HOUR_MS
}
