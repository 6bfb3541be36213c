import { findBillingWarnings, type BillingFacts } from "../../../../domain/finance/billing-warning"
import { KNOWN_PLANS } from "../../../../gateway/contract"
import { billingMessage } from "../finance-words"

const NOW = new Date("2026-03-01T12:00:00Z")
const at = (days: number) => new Date(NOW.getTime() + days * 86_400_000)

const fine: BillingFacts = {
  plan: "Startup",
  isPastDue: false,
  cycleEndsAt: at(20),
  quotaIncluded: 100,
  quotaUsed: 10,
  gasGranted: "10",
  gasUsed: "0.5",
  gasLeft: "9.5",
  gasPrepaid: "0",
  gasBlocked: 0,
  absent: [],
}
const wordsOf = (change: Partial<BillingFacts>) => {
  const facts = { ...fine, ...change }
  const [worst] = findBillingWarnings(facts, NOW)
  return worst && billingMessage(worst.id, facts)
}

test("an unpaid renewal names the end of its grace", () => {
  expect(wordsOf({ isPastDue: true, cycleEndsAt: new Date("2026-03-01T00:00:00Z") })).toContain(
    "on 2026-03-15 at 00:00 UTC"
  )
})

test("the plan says what a further payout costs, where its price list has a figure", () => {
  const fees = KNOWN_PLANS.map((plan) => wordsOf({ plan, quotaUsed: 100 })?.match(/costs (.*)\.$/)?.[1])
  expect(fees).toEqual(["$0.05", "$0.03", "$0.01", "$0.005", "the fee of your plan"])
})
