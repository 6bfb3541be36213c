import { parseAmount, WHOLE_BPS } from "../../gateway/amount"

/** Basis points of the whole. */
export const WHOLE_SHARE = Number(WHOLE_BPS)

/** More digits than any currency or token has. */
const TOTAL_DECIMALS = 18

/** At most two decimals: a basis point is a hundredth of a percent. */
const PERCENT = /^(\d{1,3})(?:\.(\d{1,2}))?$/

/**
 * Converts a percentage to basis points.
 *
 * @param percent as text or number, with at most two decimals
 * @throws RangeError for anything that is not 0.01 to 100 percent
 * @example percentToBps("33.33") // 3333
 */
export function percentToBps(percent: string | number): number {
  const [, whole, hundredths = ""] = PERCENT.exec(String(percent)) ?? []
  const bps = Number(whole) * 100 + Number(hundredths.padEnd(2, "0"))
  if (bps > 0 && bps <= WHOLE_SHARE) return bps
  throw new RangeError(
    `expected a percentage from 0.01 to 100 with at most two decimals, not ${String(percent).slice(0, 40)}`
  )
}

/**
 * Converts percentages that split a whole to basis points.
 *
 * @throws RangeError for a sum that is not exactly 100, as the service leaves nothing to guess
 * @example percentsToBps(["33.33", 66.67]) // [3333, 6667]
 */
export function percentsToBps(percents: readonly (string | number)[]): number[] {
  const shares = percents.map(percentToBps)
  const sum = shares.reduce((total, share) => total + share, 0)
  if (sum === WHOLE_SHARE) return shares
  throw new RangeError(`expected percentages of 100 in all, not ${sum / 100}`)
}

/**
 * Turns the totals of sellers into shares that add up to 10,000 basis points exactly.
 *
 * What rounding leaves goes to the largest remainders. A total above zero has at least one basis point, which the
 * largest share gives: the service knows no share of zero, and no seller goes without.
 *
 * @param totals decimal text, in one currency, each above zero
 * @returns a share for each total, in their order
 * @throws RangeError for no totals, more than 10,000, or a total that is not above zero
 * @throws AmountError for a total that is not decimal text
 * @example sharesOf(["10", "10", "10"]) // [3334, 3333, 3333]
 */
export function sharesOf(totals: readonly string[]): number[] {
  const units = totals.map((total) => parseAmount(total, TOTAL_DECIMALS))
  if (units.length === 0 || units.length > WHOLE_SHARE)
    throw new RangeError(`expected 1 to ${WHOLE_SHARE} totals, not ${units.length}`)
  if (units.some((total) => total <= 0n)) throw new RangeError("expected totals above zero")
  const sum = units.reduce((all, total) => all + total, 0n)
  const parts = units.map((total) => ({
    share: Number((total * WHOLE_BPS) / sum),
    remainder: (total * WHOLE_BPS) % sum,
  }))
  const left = WHOLE_SHARE - parts.reduce((all, { share }) => all + share, 0)
  const byRemainder = [...parts].sort((a, b) => Number(b.remainder - a.remainder))
  for (const part of byRemainder.slice(0, left)) part.share += 1
  for (const part of parts) {
    if (part.share > 0) continue
    part.share = 1
    parts.reduce((largest, one) => (one.share > largest.share ? one : largest)).share -= 1
  }
  return parts.map(({ share }) => share)
}
