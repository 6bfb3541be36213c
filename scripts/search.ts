/**
 * Searches the stories of an order's money breadth first: `npm run search -- [seconds] [seed]`, 60 seconds by default for each set
 * of events, and then follows random stories. Prints how many states it has seen, how fast and how deep, the shortest story that
 * breaks a rule, and the marks it never reached.
 */
import { noteMeasured } from "./documents/guarantees/measured"
import type { Limits } from "../src/domain/payment/__tests__/money-search/events"
import { ALL, moneySystem } from "../src/domain/payment/__tests__/money-search/money-system"
import { search, type System, tell, wander } from "../src/domain/payment/__tests__/money-search/search"
import { sessionSystem } from "../src/domain/payment/__tests__/money-search/session-system"
import { OFFERS } from "../src/domain/payment/__tests__/money-search/session-world"

const CALM: Limits = { ...ALL, reversals: 0, kills: 0, reads: 0, refunds: 0, deletions: 0 }

const ONE: Limits = { ...CALM, transfers: 1 }

/** Those of one transfer end within seconds; the others are too large to end. */
const SETS: Record<string, Limits> = {
  "one transfer, two sessions": ONE,
  "one transfer and killed workers, one session": { ...ONE, sessions: 1, kills: 1 },
  "one transfer and old readings, one session": { ...ONE, sessions: 1, reads: 1 },
  "one transfer, reversals, refunds and deletions, one session": {
    ...ONE,
    ...{ sessions: 1, reversals: 1, refunds: 1, deletions: 1 },
  },
  "everything, two sessions": ALL,
  "everything, one session": { ...ALL, sessions: 1 },
  "reversals, one session": { ...CALM, sessions: 1, reversals: 1 },
  "killed workers, one session": { ...CALM, sessions: 1, transfers: 2, kills: 2, refunds: 1, deletions: 1 },
}
/** More payments do not fit in the memory that Node has by default. */
const MOST_STATES = 4_000_000

const SESSIONS = { sessions: 4, changes: 2, calls: 2 }

/** @returns whether no story breaks a rule */
function searchSet(name: string, system: System, seconds: number): boolean {
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

/** More of everything than a search can try in every order. */
const WILD: Limits = { ...ALL, reversals: 2, kills: 2, reads: 2, refunds: 2 }

/** @returns whether no random story breaks a rule */
function wanderFar(seed: number, seconds: number): boolean {
  const { stories, counterexample } = wander(moneySystem(WILD), { seed, seconds })
  console.log(`random stories of up to 40 events, seed ${seed}: ${stories}`)
  if (counterexample) console.log(tell(counterexample))
  return counterexample === null
}

function main(seconds: number, seed: number): number {
  const results = [
    ...Object.entries(SETS).map(([name, limits]) => searchSet(name, moneySystem(limits), seconds)),
    ...OFFERS.map(({ amount, currency }, offer) =>
      searchSet(`sessions of a cart of ${amount} ${currency}`, sessionSystem(SESSIONS, offer), seconds)
    ),
    wanderFar(seed, seconds),
  ]
  return results.every(Boolean) ? 0 : 1
}

const [, , seconds = "60", seed = String(Date.now() % 1_000_000)] = process.argv
process.exit(main(Number(seconds), Number(seed)))
