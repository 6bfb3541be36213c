import { ALL, moneySystem } from "./money-search/money-system"
import type { Limits } from "./money-search/gateway"
import { search, tell } from "./money-search/search"
import { FEW, sessionSystem } from "./money-search/session-system"
import { OFFERS } from "./money-search/session-world"

/** `npm run search` goes deeper. */
const STATES = 6_000
const NONE: Limits = { ...ALL, transfers: 2, reversals: 0, kills: 0, reads: 0, refunds: 0, deletions: false }

/** The story is the message of the failure. */
function expectNoStory(limits: Limits): void {
  const { counterexample, states } = search(moneySystem(limits), { states: STATES, seconds: 60 })
  if (counterexample) throw new Error(`\n${tell(counterexample)}`)
  expect(states).toBeGreaterThanOrEqual(STATES)
}

test.each(OFFERS.map(({ amount, currency }, offer) => ({ offer, costs: `${amount} ${currency}` })))(
  "a cart of $costs, whose sessions come and go, is captured in full in its currency, once, or not at all",
  ({ offer }) => {
    const found = search(sessionSystem(FEW, offer), { states: 60_000, seconds: 60 })
    if (found.counterexample) throw new Error(`\n${tell(found.counterexample)}`)
    expect(found.isComplete).toBe(true)
  },
  90_000
)

test("no money is lost, captured twice, or paid back beyond what arrived, whatever happens in whatever order", () =>
  expectNoStory(ALL))

test("the same for two sessions of an order that nothing goes wrong with", () => expectNoStory(NONE))

test("the same for a session whose worker is killed, for each place where it can be", () =>
  expectNoStory({ ...NONE, sessions: 1, kills: 1 }))

test("the same for a session whose transfer is undone", () =>
  expectNoStory({ ...NONE, sessions: 1, reversals: 1 }))

test("the same for a session that a slow process writes old readings of", () =>
  expectNoStory({ ...NONE, sessions: 1, reads: 1 }))

test("a broken rule is told as the shortest story", () => {
  const counting = {
    start: 0,
    keyOf: String,
    stepsFrom: (state: number) => [
      { text: `${state} + 1`, world: state + 1 },
      { text: `${state} * 2`, world: state * 2 },
    ],
    findProblem: (state: number) => (state === 10 ? "it is ten" : null),
  }
  const { counterexample } = search(counting, { states: 1_000, seconds: 10 })
  expect(counterexample && tell(counterexample).split("\n")).toEqual([
    "1. 0 + 1",
    "2. 1 + 1",
    "3. 2 * 2",
    "4. 4 + 1",
    "5. 5 * 2",
    "=> it is ten",
  ])
})

test("a system that ends is searched to its end", () => {
  const ring = {
    start: 0,
    keyOf: String,
    stepsFrom: (state: number) => [{ text: "on", world: (state + 1) % 7 }],
    findProblem: () => null,
  }
  expect(search(ring, { states: 100, seconds: 10 })).toMatchObject({
    states: 7,
    transitions: 7,
    depth: 6,
    isComplete: true,
  })
})
