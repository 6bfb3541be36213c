import type { Limits } from "./money-search/events"
import { ALL, moneySystem } from "./money-search/money-system"
import { Payments } from "./money-search/payments"
import { search, tell } from "./money-search/search"
import { FEW, sessionSystem } from "./money-search/session-system"
import { OFFERS } from "./money-search/session-world"

/** `npm run search` goes deeper. */
const STATES = 6_000
/** What can happen to a payment is computed once for all of them. */
const payments = new Payments()
const NONE: Limits = { ...ALL, transfers: 2, reversals: 0, kills: 0, reads: 0, refunds: 0, deletions: 0 }

test.each<[string, Limits]>([
  ["whatever happens in whatever order", ALL],
  ["in two sessions of an order that nothing goes wrong with", NONE],
  ["when a worker is killed, for each place where it can be", { ...NONE, sessions: 1, kills: 1 }],
  ["when a transfer is undone", { ...NONE, sessions: 1, reversals: 1 }],
  ["when a slow process writes old readings", { ...NONE, sessions: 1, reads: 1 }],
])("no money is lost, captured twice, or paid back beyond what arrived, %s", (_, limits) => {
  const { counterexample, states } = search(moneySystem(limits, payments), { states: STATES, seconds: 60 })
  // The story is the message of the failure.
  if (counterexample) throw new Error(`\n${tell(counterexample)}`)
  expect(states).toBeGreaterThanOrEqual(STATES)
})

test.each(OFFERS.map(({ amount, currency }, offer) => ({ offer, costs: `${amount} ${currency}` })))(
  "a cart of $costs, whose sessions come and go, is captured in full in its currency, once, or not at all",
  ({ offer }) => {
    const found = search(sessionSystem(FEW, offer), { states: 60_000, seconds: 60 })
    if (found.counterexample) throw new Error(`\n${tell(found.counterexample)}`)
    expect(found.isComplete).toBe(true)
  },
  90_000
)
