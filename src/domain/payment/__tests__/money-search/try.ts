import { findBadEnd, findBreach } from "./checks"
import { stepsFrom } from "./events"
import { search, tell } from "./search"
import { keyOf, START } from "./world"
const limits = {
  sessions: 2,
  transfers: 2,
  reversals: 0,
  kills: 0,
  reads: 0,
  refunds: 0,
  deletions: false,
  ...JSON.parse(process.argv[2] ?? "{}"),
}
const good = new Set<string>()
const found = search(
  {
    start: START,
    keyOf,
    stepsFrom: (w) => stepsFrom(w, limits),
    findProblem: (w) => findBreach(w) ?? findBadEnd(w, good),
  },
  { states: Number(process.argv[3] ?? 100000), seconds: Number(process.argv[4] ?? 20) }
)
console.log({ ...found, counterexample: undefined, rate: Math.round(found.states / found.seconds) })
if (found.counterexample) console.log(tell(found.counterexample))
