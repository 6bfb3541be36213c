/**
 * Searches the stories of an order's money breadth first: `npm run search [seconds]`, 60 seconds by default for each set of
 * events. Prints how many states it has seen, how fast and how deep, and the shortest story that breaks a rule.
 */
import { noteMeasured } from "./documents/guarantees/measured"
import { ALL, type Limits, moneySystem } from "../src/domain/payment/__tests__/money-search/events"
import { search, type System, tell } from "../src/domain/payment/__tests__/money-search/search"
import { sessionSystem } from "../src/domain/payment/__tests__/money-search/session-system"
import { OFFERS } from "../src/domain/payment/__tests__/money-search/session-world"

const SETS: Record<string, Limits> = {
  "everything, two sessions": ALL,
  "everything, one session": { ...ALL, sessions: 1 },
  "reversals, one session": { ...ALL, sessions: 1, kills: 0, reads: 0, refunds: 0, deletions: false },
  "killed workers, one session": { ...ALL, sessions: 1, transfers: 2, reversals: 0, reads: 0, kills: 2 },
}
/** More do not fit in the memory that Node has by default. */
const MOST_STATES = 600_000

const SESSIONS = { sessions: 4, changes: 2, calls: 2 }

/** @returns whether no story breaks a rule */
function searchSet<State>(name: string, system: System<State>, seconds: number): boolean {
  const found = search(system, { states: MOST_STATES, seconds })
  const { states, depth, isComplete, counterexample } = found
  const rate = Math.round(states / found.seconds)
  const extent = isComplete ? "complete" : "up to the limit"
  noteMeasured("search", name, `npm run search -- ${seconds}`, {
    states,
    statesPerSecond: rate,
    depth,
    isComplete,
  })
  console.log(`${name}: ${states} states, ${rate} states/s, depth ${depth}, ${extent}`)
  if (counterexample) console.log(tell(counterexample))
  return counterexample === null
}

function main(seconds: number): number {
  const results = [
    ...Object.entries(SETS).map(([name, limits]) => searchSet(name, moneySystem(limits), seconds)),
    ...OFFERS.map(({ amount, currency }, offer) =>
      searchSet(`sessions of a cart of ${amount} ${currency}`, sessionSystem(SESSIONS, offer), seconds)
    ),
  ]
  return results.every(Boolean) ? 0 : 1
}

process.exit(main(Number(process.argv[2] ?? 60)))
