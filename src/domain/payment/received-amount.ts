import {
  AmountError,
  compareAmounts,
  formatAmount,
  isWithinBps,
  multiplyDivide,
  parseAmount,
  truncateAmount,
} from "../../gateway/amount"
import type { PaymentResolution } from "./payment-lifecycle"
import { isSettledStatus } from "./payment-lifecycle"

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

export type ComparedAmounts = { expected: string; received: string; decimals: number }

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
