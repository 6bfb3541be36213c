import fc from "fast-check"
import { isWithinBps } from "../amount"

describe("a tolerance in basis points", () => {
  it.each([
    ["the expected amount", 10_000n, 10_000n, 0, true],
    ["one base unit less without tolerance", 9_999n, 10_000n, 0, false],
    ["one base unit more without tolerance", 10_001n, 10_000n, 0, false],
    ["the lower bound", 9_900n, 10_000n, 100, true],
    ["one base unit below the lower bound", 9_899n, 10_000n, 100, false],
    ["the upper bound", 10_100n, 10_000n, 100, true],
    ["one base unit above the upper bound", 10_101n, 10_000n, 100, false],
    ["a bound between two base units, inside", 9_901n, 10_001n, 100, true],
    ["a bound between two base units, outside", 9_900n, 10_001n, 100, false],
    ["nothing when everything is tolerated", 0n, 10_000n, 10_000, true],
  ])("judges %s", (_, amount, expected, bps, verdict) => {
    expect(isWithinBps(amount, expected, bps)).toBe(verdict)
  })

  it("ends exactly one base unit beyond the last amount that is near enough", () => {
    const amounts = fc.bigInt({ min: 1n, max: 10n ** 30n })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 9_999 }), (expected, bps) => {
        const reach = (expected * BigInt(bps)) / 10_000n
        expect(isWithinBps(expected - reach, expected, bps)).toBe(true)
        expect(isWithinBps(expected - reach - 1n, expected, bps)).toBe(false)
        expect(isWithinBps(expected + reach, expected, bps)).toBe(true)
        expect(isWithinBps(expected + reach + 1n, expected, bps)).toBe(false)
      })
    )
  })
})
