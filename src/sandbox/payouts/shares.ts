import type { PayoutRecipient } from "../../gateway/contract"
import { WHOLE_BPS } from "./recipients"

/** A share of an amount, rounded down to base units. */
export function shareOf(baseUnits: bigint, shareBps: number): bigint {
  return (baseUnits * BigInt(shareBps)) / BigInt(WHOLE_BPS)
}

/** One recipient's part of an amount, in base units. */
export type Leg = { recipient: PayoutRecipient; baseUnits: bigint }

/**
 * Splits an amount among recipients. When they share all of it, the last one gets what rounding leaves;
 * otherwise that stays with the business, like the rest. A part of nothing is no leg.
 *
 * @example split(10n, [{ shareBps: 3_333 }, { shareBps: 6_667 }]) // 3n and 7n
 */
export function split(baseUnits: bigint, recipients: readonly PayoutRecipient[]): Leg[] {
  const legs = recipients.map((recipient) => ({
    recipient,
    baseUnits: shareOf(baseUnits, recipient.shareBps),
  }))
  const last = legs.at(-1)
  const isWhole = recipients.reduce((sum, { shareBps }) => sum + shareBps, 0) === WHOLE_BPS
  if (last && isWhole) last.baseUnits += baseUnits - totalOf(legs)
  return legs.filter((leg) => leg.baseUnits > 0n)
}

export function totalOf(legs: readonly Leg[]): bigint {
  return legs.reduce((sum, leg) => sum + leg.baseUnits, 0n)
}
