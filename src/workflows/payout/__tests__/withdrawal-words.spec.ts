import { inconsistencyOf, type QuotedFigures } from "../../../domain/payout/withdrawal-quote"
import { withdrawalProblemInWords } from "../payout-words"

const figures = { amount: "1.5", fee: "0.05", net: "1.45" }

test.each<[Partial<QuotedFigures>, string]>([
  [{ fee: "99" }, "the fee of 99 is more than the amount of 1.5"],
  [{ net: "1.46" }, "1.46 would arrive, and the amount of 1.5 without the fee of 0.05 is 1.45"],
  [{ fee: null, net: "2" }, "2 would arrive, which is more than the amount of 1.5"],
  [{ fee: null, negative: ["fee", "net"] }, "fee and net below zero"],
  [{ fee: `0.${"1".repeat(31)}` }, "a figure has more digits than any token"],
])("a quote with %j: %s", (change, words) => {
  const problem = inconsistencyOf({ ...figures, ...change })
  expect(problem && withdrawalProblemInWords(problem)).toBe(
    `The provider's quote is inconsistent: ${words}. It cannot be confirmed. Request another quote. If that one is inconsistent too, report it to the provider.`
  )
})

test("a quote for other terms than requested names them", () => {
  const difference = ["amount", "destination"] as const
  const problem = { code: "quote_inconsistent", reason: "other_terms", difference } as const
  expect(withdrawalProblemInWords(problem)).toContain("it is for another amount, destination than requested")
})
