import fc from "fast-check"
import { formatAmount } from "../../gateway/amount"
import { amountDifference, type DecidedMoney, surplusOf } from "../settled-amount"

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
  ["captured and called overpaid, nobody says by how much", { gateway_status: "overpaid" }, null],
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
    "refunded as what was asked for, and overpaid by nobody says how much",
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
  ["refunded without anybody knowing how much", { resolution: "refund_due" }, undefined],
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
    decimals: 6,
    resolution: null,
    resolved_token_amount: null,
    ...change,
  }
  expect(surplusOf(money)).toBe(surplus)
})
