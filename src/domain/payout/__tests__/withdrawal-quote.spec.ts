import fc from "fast-check"
import { formatAmount } from "../../../gateway/amount"
import { inconsistencyOf } from "../withdrawal-quote"

const figures = { amount: "1.5", fee: "0.05", net: "1.45" }

test.each([
  [{}, null],
  [{ fee: null }, null],
  [{ net: null }, null],
  [{ fee: "0", net: "1.50" }, null],
  [{ fee: "1.5", net: "0" }, null],
  [{ fee: "99" }, "the fee of 99 is more than the amount of 1.5"],
  [{ fee: "99", net: null }, "the fee of 99 is more than the amount of 1.5"],
  [{ net: "1.46" }, "1.46 would arrive, and the amount of 1.5 without the fee of 0.05 is 1.45"],
  [{ fee: null, net: "2" }, "2 would arrive, which is more than the amount of 1.5"],
  [{ fee: null, negative: ["fee"] }, "fee below zero"],
])("a quote with %j: %s", (change, problem) => {
  expect(inconsistencyOf({ ...figures, ...change })).toBe(problem)
})

test("of any three figures exactly those fit that add up", () => {
  const units = fc.bigInt({ min: 0n, max: 10n ** 24n })
  fc.assert(
    fc.property(units, units, units, (amount, fee, net) => {
      const text = (value: bigint) => formatAmount(value, 18)
      const fits = inconsistencyOf({ amount: text(amount), fee: text(fee), net: text(net) }) === null
      expect(fits).toBe(amount === fee + net)
      expect(inconsistencyOf({ amount: text(fee + net), fee: text(fee), net: text(net) })).toBeNull()
    })
  )
})
