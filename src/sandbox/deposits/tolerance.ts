const WHOLE_BPS = 10_000n

/**
 * Whether an amount is near enough to the expected one, either way; the bound itself is near enough.
 *
 * @example isWithinTolerance(9_900n, 10_000n, 100) // true, 9_899n is not
 */
export function isWithinTolerance(
  amountBaseUnits: bigint,
  expectedBaseUnits: bigint,
  toleranceBps: number
): boolean {
  const difference = amountBaseUnits - expectedBaseUnits
  const distance = difference < 0n ? -difference : difference
  return distance * WHOLE_BPS <= expectedBaseUnits * BigInt(toleranceBps)
}
