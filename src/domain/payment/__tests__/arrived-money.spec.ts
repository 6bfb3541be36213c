import fc from "fast-check"
import { formatAmount, parseAmount } from "../../../gateway/amount"
import { type ArrivedMoney, coveredBy, fiatValueOf } from "../received-amount"

const money = (change: Partial<ArrivedMoney> = {}): ArrivedMoney => ({
  gateway_status: "expired",
  unallocated_reason: "partial_payment",
  expected_amount: "10",
  received_amount: "2.5",
  fiat_amount: "20",
  ...change,
})
const late = { gateway_status: "paid", unallocated_reason: "order_cancelled" }

describe("what arrived", () => {
  it.each([
    ["a part is worth its part", {}, "5", "2.5"],
    ["a part is rounded down", { received_amount: "3.3333" }, "6.66", "3.3333"],
    ["less than the currency can hold is worth nothing", { received_amount: "0.001" }, null, "0.001"],
    ["what was paid counts in full", { ...late, received_amount: "10" }, "20", "10"],
    [
      "a paid amount counts in full when the received amount is not reported",
      { ...late, received_amount: null },
      "20",
      "10",
    ],
    ["the service's own tolerance counts in full", { ...late, received_amount: "9.99" }, "20", "9.99"],
    ["a surplus is not applied, and owed with the rest", { ...late, received_amount: "12" }, "20", "12"],
    [
      "another amount is worth its part",
      { gateway_status: "paid", unallocated_reason: "amount_mismatch", received_amount: "5" },
      "10",
      "5",
    ],
    [
      "another unreported amount is unknown",
      { gateway_status: "paid", unallocated_reason: "amount_mismatch", received_amount: null },
      null,
      null,
    ],
    [
      "another asset is not known",
      { gateway_status: "paid", unallocated_reason: "asset_mismatch" },
      null,
      "2.5",
    ],
    ["an unreported partial amount is unknown", { received_amount: null }, null, null],
  ] as const)("%s", (_, change, fiat, tokens) => {
    expect(fiatValueOf(money(change), 2)).toBe(fiat)
    expect(coveredBy("refund_due", money(change))).toBe(tokens)
    expect(coveredBy("keep", money(change))).toBe(tokens)
  })

  it.each([
    ["a part", {}, "2.5"],
    ["the expected amount, without the surplus", { ...late, received_amount: "12" }, "10"],
    [
      "the expected amount, where the service reports less as settled",
      { ...late, received_amount: "9.99" },
      "10",
    ],
    [
      "the expected amount, where the received amount is not reported",
      { ...late, received_amount: null },
      "10",
    ],
    ["the expected amount, of an ended invoice that holds more", { received_amount: "12" }, "10"],
  ])("covers %s when it pays an order", (_, change, tokens) => {
    expect(coveredBy("apply", money(change))).toBe(tokens)
  })

  it("is never worth more than the expected amount, and otherwise exactly its share, rounded down", () => {
    const base = fc.bigInt({ min: 1n, max: 10n ** 15n })
    fc.assert(
      fc.property(base, base, base, fc.constantFrom(0, 2, 3), (expected, received, fiat, decimals) => {
        const amounts = {
          expected_amount: formatAmount(expected, 6),
          received_amount: formatAmount(received, 6),
          fiat_amount: formatAmount(fiat, decimals),
        }
        const value = parseAmount(fiatValueOf(money(amounts), decimals) ?? "0", decimals)
        const exact = received >= expected ? fiat : (fiat * received) / expected
        expect(value).toBe(exact)
        expect(value <= fiat).toBe(true)
      })
    )
  })
})
