import type { LimitProblem } from "../../../domain/payout/withdrawal-quote"
import { limitProblemInWords, toChoice } from "../payout-words"

const exceeded = { code: "limit_exceeded", token: "USDC" } as const

test.each<[LimitProblem, string]>([
  [
    { ...exceeded, reason: "per_withdrawal", limit: "5", amount: "5.000001" },
    "At most 5 USDC at a time; this is 5.000001.",
  ],
  [
    { ...exceeded, reason: "per_day", limit: "10", networkId: null, sent: "7.5", amount: "2.500001" },
    "At most 10 USDC in 24 hours; 7.5 were sent, and this is 2.500001.",
  ],
  [
    { ...exceeded, reason: "per_day", limit: "1.5", networkId: "base-mainnet", sent: "1", amount: "1" },
    "At most 1.5 USDC on base-mainnet in 24 hours; 1 were sent, and this is 1.",
  ],
])("%j: %s", (problem, words) => {
  expect(limitProblemInWords(problem)).toBe(words)
})

test("an action is possible when nothing stands against it", () => {
  const inWords = (code: string) => `It is ${code}.`
  expect(toChoice(null, inWords)).toEqual({ is_possible: true, reason: null })
  expect(toChoice("archived", inWords)).toEqual({ is_possible: false, reason: "It is archived." })
})
