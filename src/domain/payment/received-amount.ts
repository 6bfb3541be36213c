import {
  AmountError,
  compareAmounts,
  formatAmount,
  isWithinBps,
  multiplyDivide,
  parseAmount,
  truncateAmount,
  WHOLE_BPS,
} from "../../gateway/amount"
import { isSettledStatus, type PaymentResolution, type PaymentState } from "./payment-status"

/**
 * How much less than expected is still captured when the service calls it paid, in basis points: two percent
 * is more than a wallet's fee and less than a margin.
 */
export const MAX_SHORTFALL_BPS = 200

/**
 * From this many times the expected amount on, a reported amount is not believed: a shopper who pays ten
 * times as much by a slip lies far below it, and base units of a token with three decimals or more lie above
 * it.
 */
export const IMPLAUSIBLE_FACTOR = 1_000n

type ComparedAmounts = { expected: string; received: string; decimals: number }

/** Whether less arrived than a tolerance allows; the bound itself is allowed. */
export function isShortBeyond(amounts: ComparedAmounts, maxShortfallBps: number): boolean {
  const { expected, received } = toBaseUnits(amounts)
  return received < expected && !isWithinBps(received, expected, maxShortfallBps)
}

/**
 * Whether a reported amount cannot be true: absurdly more than expected, or the expected amount in base
 * units. The field is undocumented, so another unit is likelier than a fortune.
 */
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

/** A captured or decided payment. Amounts in token units. */
export type DecidedMoney = {
  gateway_status: string | null
  unallocated_reason: string | null
  expected_amount: string
  received_amount: string | null
  /** A reported amount that cannot be true. */
  implausible_amount: string | null
  decimals: number
  /** Null when it was captured for its own order. */
  resolution: PaymentResolution | null
  /** How much of it the decision is about, null when unknown; without one, how much its order took, null for all that was asked. */
  resolved_token_amount: string | null
}

/**
 * What arrived beyond what was captured or decided about, and is owed back.
 *
 * The service may call an invoice overpaid without an amount, and our amounts do not apply to another asset:
 * a person has to look up what is owed.
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
  // A refund of all that is known leaves out what was not reported; money that is kept is kept with it.
  const isUnreported =
    received === null ? resolution !== "keep" : resolution === null || resolution === "apply"
  return isUnreported ? null : undefined
}

/**
 * The difference between what arrived and what was expected.
 *
 * @returns at most one of the two, in token units; none when equal or unknown
 * @example amountDifference({ expected: "10", received: "9.5", decimals: 6 }) // { surplus: null, shortfall:
 * "0.5" }
 */
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

/** Amounts in token units, `fiat_amount` in major units. */
export type ArrivedMoney = {
  gateway_status: string | null
  unallocated_reason: string | null
  expected_amount: string
  received_amount: string | null
  fiat_amount: string
}

/**
 * What arrived, at the rate of the checkout, up to the expected amount: what can pay an order.
 *
 * A settled payment counts in full, as it would have been captured, unless it was held for being short; a
 * surplus is owed back. Otherwise it is worth its part of the amount, rounded down to what the currency can
 * hold.
 *
 * @returns decimal text in major units; null when unknown or nothing
 * @example fiatValueOf({ expected_amount: "10", received_amount: "2.5", fiat_amount: "20", ... }, 2) // "5"
 */
export function fiatValueOf(money: ArrivedMoney, currencyDecimals: number): string | null {
  const { expected_amount, received_amount, fiat_amount, unallocated_reason: reason } = money
  if (reason === "asset_mismatch") return null
  if (isSettledInFull(money)) return fiat_amount
  if (received_amount === null) return null
  if (compareAmounts(received_amount, expected_amount) >= 0) return fiat_amount
  const value = shareOf(fiat_amount, received_amount, expected_amount, currencyDecimals)
  return value === "0" ? null : value
}

/**
 * How much of what arrived a decision is about; the rest is owed back.
 *
 * Money that pays an order covers the expected amount, or all of it where the service calls it settled. Every
 * other decision is about all that has arrived.
 *
 * @returns decimal in token units of the asset that came; null when unknown
 * @example coveredBy("apply", { expected_amount: "10", received_amount: "12", ... }) // "10"
 */
export function coveredBy(resolution: PaymentResolution, money: ArrivedMoney): string | null {
  const { expected_amount, received_amount } = money
  const isFull = isSettledInFull(money)
  if (resolution !== "apply" || received_amount === null)
    return received_amount ?? (isFull ? expected_amount : null)
  return isFull || compareAmounts(received_amount, expected_amount) >= 0 ? expected_amount : received_amount
}

function isSettledInFull({ gateway_status, unallocated_reason }: ArrivedMoney): boolean {
  return (
    gateway_status !== null &&
    isSettledStatus(gateway_status) &&
    unallocated_reason !== "amount_mismatch" &&
    unallocated_reason !== "underpaid"
  )
}

/** `whole * part / all`, rounded down. */
function shareOf(whole: string, part: string, all: string, decimals: number): string {
  if (compareAmounts(all, "0") === 0) throw new AmountError("a payment of zero has no parts")
  return formatAmount(multiplyDivide(whole, { times: part, by: all }, decimals, "down"), decimals)
}

const HOUR_MS = 60 * 60_000

/** Amounts are decimals in token units. */
type MoneySoFar = {
  state: PaymentState
  gateway_status: string | null
  expected_amount: string
  received_amount: string | null
}

/** Whether something came that the service does not call settled: a part, or all of it after the expiry. */
export function hasUnsettledMoney({
  gateway_status,
  received_amount,
}: Pick<MoneySoFar, "gateway_status" | "received_amount">): boolean {
  if (received_amount === null || compareAmounts(received_amount, "0") <= 0) return false
  return gateway_status === null || !isSettledStatus(gateway_status)
}

/** Whether less than the expected amount has arrived. */
export function isPaidInPart(money: Omit<MoneySoFar, "state">): boolean {
  const { expected_amount, received_amount } = money
  return hasUnsettledMoney(money) && compareAmounts(received_amount ?? "0", expected_amount) < 0
}

/** Decimal in token units; "0" when all is paid. */
export function remainingOf(
  money: Pick<MoneySoFar, "expected_amount" | "received_amount"> & { decimals: number }
): string {
  const expected = parseAmount(money.expected_amount, money.decimals)
  const received = money.received_amount === null ? 0n : parseAmount(money.received_amount, money.decimals)
  return formatAmount(received < expected ? expected - received : 0n, money.decimals)
}

/**
 * Whether a part waits for a decision. The rest may still come to the same address and is then settled like
 * any other money.
 */
export function isUndecidedPart(payment: {
  state: PaymentState
  unallocated_reason: string | null
  resolution: PaymentResolution | null
}): boolean {
  return (
    payment.state === "unallocated" &&
    payment.unallocated_reason === "partial_payment" &&
    payment.resolution === null
  )
}

/** Whether money of a payment may lie unseen: it waits for more, or ended and was opened again. */
export function canBeQueued(state: PaymentState): boolean {
  return state === "awaiting" || state === "expired" || state === "failed" || state === "cancelled"
}

/** Instants are epoch milliseconds. */
export type PartFacts = MoneySoFar & {
  expiresAtMs: number | null
  seenAtMs: number | null
  /** Its session was deleted or its order is closed. */
  isGivenUp: boolean
  /** An order with a deadline waits for it; that deadline decides about the part. */
  hasTimedOrder: boolean
}

/**
 * Whether a part goes to the review queue now.
 *
 * @param holdHours how long to wait for the rest where no deadline does
 */
export function isPartDue(facts: PartFacts, holdHours: number, nowMs: number): boolean {
  if (!canBeQueued(facts.state) || !hasUnsettledMoney(facts)) return false
  if (facts.isGivenUp) return true
  if (facts.expiresAtMs !== null && facts.expiresAtMs <= nowMs) return true
  return !facts.hasTimedOrder && facts.seenAtMs !== null && nowMs - facts.seenAtMs >= holdHours * HOUR_MS
}

/** Money that may be meant for an order and does not pay all of it. */
export type HeldMoney = {
  /** Of the expected amount; `"unknown"` for money that a person has to value. */
  share: { part: string; whole: string } | "unknown"
  /** When it was first seen, or applied to the order. Epoch milliseconds. */
  atMs: number
}

/**
 * Until when an overdue order is held for the money it got.
 *
 * The hold begins at the order's deadline, or when money came that alone is enough for a hold: repeated dust
 * prolongs nothing.
 *
 * @param overAtMs the order's deadline
 * @returns epoch milliseconds; null when what came is not enough for a hold
 * @example holdUntil([{ share: { part: "8.5", whole: "17" }, atMs: 0 }], 1_000, { minBps: 1_000, hours: 24 })
 * // 86_401_000
 */
export function holdUntil(
  money: readonly HeldMoney[],
  overAtMs: number,
  { minBps, hours }: { minBps: number; hours: number }
): number | null {
  if (money.length === 0) return null
  const total = money.reduce((sum, one) => sum + shareBps(one), 0n)
  if (total < BigInt(minBps)) return null
  const large = money.filter((one) => shareBps(one) >= BigInt(minBps))
  return Math.max(overAtMs, ...large.map(({ atMs }) => atMs)) + hours * HOUR_MS
}

/** Rounded down. An unknown value counts as the whole. */
function shareBps({ share }: HeldMoney): bigint {
  if (share === "unknown" || compareAmounts(share.whole, "0") === 0) return WHOLE_BPS
  return multiplyDivide(share.part, { times: String(WHOLE_BPS), by: share.whole }, 0, "down")
}
