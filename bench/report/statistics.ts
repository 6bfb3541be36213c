/**
 * Value below which a share of the values lies, by the nearest rank.
 *
 * @param share from 0 to 1
 * @throws RangeError when there are no values
 * @example percentile([4, 1, 3, 2], 0.5) // 2
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new RangeError("There is no percentile of no values")
  return value
}

/** Middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const upper = -percentile(
    values.map((value) => -value),
    0.5
  )
  return (percentile(values, 0.5) + upper) / 2
}

/** How far values lie apart: largest minus smallest, over their median. */
export function spread(values: readonly number[]): number {
  return (Math.max(...values) - Math.min(...values)) / median(values)
}
