import { findBillingWarnings } from "../../../../domain/finance/billing-warning"
import { type Billing, KNOWN_PLANS } from "../../../../gateway/contract"
import { BILLING_MESSAGES, explainRange } from "../finance-words"

const wordsOf = (change: Billing) => {
  const billing = { plan: "Startup", payoutQuotaIncluded: 100, ...change }
  const [worst] = findBillingWarnings(billing, [], new Date("2026-03-01T12:00:00Z"))
  return worst && BILLING_MESSAGES[worst.id](billing, [])
}

test("an unpaid renewal names the end of its grace", () => {
  expect(wordsOf({ state: "past_due", cycleEndsAt: "2026-03-01T00:00:00Z" })).toContain(
    "on 2026-03-15 at 00:00 UTC"
  )
})

test("the plan says what a further payout costs, where its price list has a figure", () => {
  const fees = KNOWN_PLANS.map((plan) => wordsOf({ plan, payoutQuotaUsed: 100 })?.match(/costs (.*)\.$/)?.[1])
  expect(fees).toEqual(["$0.05", "$0.03", "$0.01", "$0.005", "the fee of your plan"])
})

test.each([
  ["2026-03-31", "2026-03-31", null],
  ["2026-03-01", "2026-03-31", null],
  ["2026-02-28", "2026-03-31", /^to: .* at most 31 days in one report, found 32$/],
  ["2026-03-31", "2026-03-30", /^to: .* not before from$/],
  ["2026-03-31", "2026-04-01", /^to: .* not in the future/],
  ["yesterday", "2026-03-31", /^from: expected a day/],
  ["2026-03-01", "2026-03-32", /^to: expected a day/],
])("a report over the days from %s to %s: %s", (from, to, problem) => {
  const found = explainRange({ from, to }, "2026-03-31")
  if (problem === null) expect(found).toBeNull()
  else expect(found).toMatch(problem)
})
