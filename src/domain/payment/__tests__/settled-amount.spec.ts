import fc from "fast-check"
import { formatAmount } from "../../../gateway/amount"
import {
  amountDifference,
  type DecidedMoney,
  IMPLAUSIBLE_FACTOR,
  isImplausible,
  isShortBeyond,
  surplusOf,
} from "../received-amount"

test.each([
  ["12.5", "12.5", null, null],
  ["12.5", "12.500000", null, null],
  ["12.5", "13", "0.5", null],
  ["12.5", "12.4", null, "0.1"],
  ["12.5", null, null, null],
])(
  "of %s expected and %s received, %s is too much and %s missing",
  (expected, received, surplus, shortfall) => {
    expect(amountDifference({ expected, received, decimals: 6 })).toEqual({ surplus, shortfall })
  }
)

test("what was received is what was expected, more the surplus, less the shortfall, to the last unit", () => {
  const units = fc.bigInt({ min: 0n, max: 10n ** 40n })
  fc.assert(
    fc.property(units, units, fc.integer({ min: 0, max: 18 }), (expected, received, decimals) => {
      const text = (value: bigint) => formatAmount(value, decimals)
      const found = amountDifference({ expected: text(expected), received: text(received), decimals })
      expect(found).toEqual({
        surplus: received > expected ? text(received - expected) : null,
        shortfall: received < expected ? text(expected - received) : null,
      })
    })
  )
})

test.each<[string, Partial<DecidedMoney>, string | null | undefined]>([
  ["captured for exactly that", { received_amount: "10" }, undefined],
  ["captured, and more came", { received_amount: "12" }, "2"],
  ["captured and reported as overpaid, without an amount", { gateway_status: "overpaid" }, null],
  [
    "captured and called overpaid, by an amount that cannot be true",
    { gateway_status: "overpaid", received_amount: null, implausible_amount: "10000000" },
    undefined,
  ],
  ["applied in part, and the rest came", { resolution: "apply", resolved_token_amount: "4" }, "6"],
  ["refunded when less was there", { resolution: "refund_due", resolved_token_amount: "7" }, "3"],
  ["kept when less was there", { resolution: "keep", resolved_token_amount: "7" }, "3"],
  ["refunded as it was", { resolution: "refund_due", resolved_token_amount: "10" }, undefined],
  [
    "refunded with all that was overpaid",
    { resolution: "refund_due", resolved_token_amount: "10", gateway_status: "overpaid" },
    undefined,
  ],
  [
    "refunded at the expected amount, and overpaid without an amount",
    {
      resolution: "refund_due",
      resolved_token_amount: "10",
      gateway_status: "overpaid",
      received_amount: null,
    },
    null,
  ],
  [
    "kept, with what it was overpaid by",
    { resolution: "keep", resolved_token_amount: "10", gateway_status: "overpaid", received_amount: null },
    undefined,
  ],
  ["refunded without a known amount", { resolution: "refund_due" }, undefined],
  [
    "refunded in another asset, of which more came",
    { resolution: "refund_due", resolved_token_amount: "7", unallocated_reason: "asset_mismatch" },
    null,
  ],
])("of money that was %s, what is beyond that is owed", (_, change, surplus) => {
  const money: DecidedMoney = {
    gateway_status: "paid",
    unallocated_reason: null,
    expected_amount: "10",
    received_amount: "10",
    implausible_amount: null,
    decimals: 6,
    resolution: null,
    resolved_token_amount: null,
    ...change,
  }
  expect(surplusOf(money)).toBe(surplus)
})

test.each([
  ["100", "98", 200, false],
  ["100", "97.999999", 200, true],
  ["100", "100", 0, false],
  ["100", "99.999999", 0, true],
  ["100", "100.1", 0, false],
  ["100", "0", 10_000, false],
  ["0.000001", "0", 9_999, true],
])("of %s expected, %s received lies beyond %i basis points: %s", (expected, received, bps, isBeyond) => {
  expect(isShortBeyond({ expected, received, decimals: 6 }, bps)).toBe(isBeyond)
})

test("a shortfall is beyond the bound exactly when what is missing is more than its part, to the last unit", () => {
  const units = fc.bigInt({ min: 1n, max: 10n ** 30n })
  fc.assert(
    fc.property(
      units,
      fc.integer({ min: 0, max: 10_000 }),
      fc.integer({ min: 0, max: 18 }),
      (all, bps, decimals) => {
        const text = (value: bigint) => formatAmount(value, decimals)
        const most = (all * BigInt(bps)) / 10_000n
        const isBeyond = (missing: bigint) =>
          isShortBeyond({ expected: text(all), received: text(all - missing), decimals }, bps)
        expect(isBeyond(most)).toBe(false)
        if (most < all) expect(isBeyond(most + 1n)).toBe(true)
      }
    )
  )
})

test.each([
  ["12.5", "12500000", 6, true],
  ["12.5", "12499.999999", 6, false],
  ["12.5", "12500", 6, true],
  ["12.5", "1250", 2, true],
  ["12.5", "1250.01", 2, false],
  ["12.5", "125", 1, true],
  ["12.5", "125", 6, false],
  ["12", "12", 0, false],
  ["0", "5", 6, false],
])(
  "for %s expected, %s received of a token with %i decimals is implausible: %s",
  (expected, received, decimals, is) => {
    expect(isImplausible({ expected, received, decimals })).toBe(is)
  }
)

test("an amount in base units is never believed, and one below the factor only when it is that", () => {
  const units = fc.bigInt({ min: 1n, max: 10n ** 24n })
  fc.assert(
    fc.property(
      units,
      fc.integer({ min: 1, max: 18 }),
      fc.bigInt({ min: 1n, max: IMPLAUSIBLE_FACTOR - 1n }),
      (all, decimals, factor) => {
        const amounts = { expected: formatAmount(all, decimals), decimals }
        expect(isImplausible({ ...amounts, received: all.toString() })).toBe(true)
        const believed = formatAmount(all * factor, decimals)
        expect(isImplausible({ ...amounts, received: believed })).toBe(factor === 10n ** BigInt(decimals))
      }
    )
  )
})
