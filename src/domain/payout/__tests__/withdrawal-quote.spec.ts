import fc from "fast-check"
import { formatAmount } from "../../../gateway/amount"
import { forAll } from "../../__tests__/for-all"
import { inconsistencyOf } from "../payout-evidence"
import { todaysRateProblem } from "../withdrawal-lifecycle"

const figures = { amount: "1.5", fee: "0.05", net: "1.45" }

const above = (figure: "fee" | "net", text: string) => ({
  ...{ reason: `${figure}_above_amount`, [figure]: text, amount: "1.5" },
})
const negative = { reason: "below_zero", figures: ["fee"] }

test.each<[{ fee?: string | null; net?: string | null; negative?: "fee"[] }, object | null]>([
  [{}, null],
  [{ fee: null }, null],
  [{ net: null }, null],
  [{ fee: "0", net: "1.50" }, null],
  [{ fee: "1.5", net: "0" }, null],
  [{ fee: "99" }, above("fee", "99")],
  [{ fee: "99", net: null }, above("fee", "99")],
  [{ net: "1.46" }, { reason: "not_adding_up", amount: "1.5", fee: "0.05", net: "1.46", rest: "1.45" }],
  [{ fee: null, net: "2" }, above("net", "2")],
  [{ fee: null, negative: ["fee"] }, negative],
  [{ fee: `0.${"1".repeat(30)}`, net: null }, null],
  [{ fee: `0.${"1".repeat(31)}` }, { reason: "too_many_digits" }],
  [{ net: `0.${"1".repeat(31)}` }, { reason: "too_many_digits" }],
])("a quote with %j: %j", (change, problem) => {
  const expected = problem && { code: "quote_inconsistent", ...problem }
  expect(inconsistencyOf({ ...figures, ...change })).toEqual(expected)
})

test("of any three figures exactly those fit that add up", () => {
  const units = fc.bigInt({ min: 0n, max: 10n ** 24n })
  forAll(units, units, units, (amount, fee, net) => {
    const text = (value: bigint) => formatAmount(value, 18)
    const fits = inconsistencyOf({ amount: text(amount), fee: text(fee), net: text(net) }) === null
    expect(fits).toBe(amount === fee + net)
    expect(inconsistencyOf({ amount: text(fee + net), fee: text(fee), net: text(net) })).toBeNull()
  })
})

test.each([
  ["2026-11-23T09:00:01Z", false],
  ["2026-11-23T09:00:00Z", true],
])("what was calculated at the rate of the day at %s is calculated again: %s", (at, isOver) => {
  const computedAt = new Date(at)
  const problem = todaysRateProblem(computedAt, new Date("2026-11-24T09:00:00Z"))
  expect(problem).toEqual(isOver ? { code: "quote_expired", computedAt } : null)
})
