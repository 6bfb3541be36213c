import fc from "fast-check"

/** Base units, token decimals, and the same amount as decimal text in any spelling. */
export const amounts = (decimals: fc.Arbitrary<number> = fc.integer({ min: 0, max: 36 })) =>
  fc
    .record({ decimals, baseUnits: fc.bigInt({ min: 1n, max: 10n ** 40n }), zeros: fc.nat({ max: 3 }) })
    .map(({ zeros, ...amount }) => ({ ...amount, text: toText(amount, zeros) }))

function toText({ baseUnits, decimals }: { baseUnits: bigint; decimals: number }, zeros: number): string {
  const digits = baseUnits.toString().padStart(decimals + 1, "0")
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "")
  const written = fraction.padEnd(Math.min(decimals, fraction.length + zeros), "0")
  return written ? `${whole}.${written}` : whole
}
