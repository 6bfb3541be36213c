import { AmountError, compareAmounts, formatAmount } from "../gateway/amount"
import { toFraction } from "./fraction"
import { isSettledStatus, type PaymentResolution } from "./payment-lifecycle"

/** What came for a payment. Amounts in token units, `fiat_amount` in major units. */
export type ArrivedMoney = {
  gateway_status: string | null
  unallocated_reason: string | null
  expected_amount: string
  received_amount: string | null
  fiat_amount: string
}

/**
 * What arrived, at the rate of the checkout, up to what was asked for: what an order can be paid with.
 *
 * A payment that the service calls settled counts in full, as it would have been captured, unless it was held for being short;
 * what came on top of it is owed back. Otherwise it is worth its part of the amount, rounded down to what the currency can hold.
 *
 * @param currencyDecimals of the currency, such as 2 for usd
 * @returns decimal text in major units; null when it is not known, or nothing
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
 * How much of what arrived a decision is about; what comes beyond it is owed back.
 *
 * Money that pays an order covers what was asked for and no more, and all of that where the service calls it settled. Every
 * other decision is about all that has arrived.
 *
 * @returns decimal in token units of whichever asset came; null when nobody has told
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
  const [w, p, a] = [toFraction(whole), toFraction(part), toFraction(all)]
  if (a.value === 0n) throw new AmountError("a payment of nothing has no parts")
  const numerator = w.value * p.value * a.scale * 10n ** BigInt(decimals)
  return formatAmount(numerator / (w.scale * p.scale * a.value), decimals)
}
