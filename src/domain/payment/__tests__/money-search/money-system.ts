import { findBadEnd, findBreach } from "./checks"
import { stepsFrom } from "./events"
import type { Limits } from "./gateway"
import type { System } from "./search"
import { keyOf, START, type World } from "./world"

/** One of everything, for two sessions with two attempts each. */
export const ALL: Limits = {
  sessions: 2,
  transfers: 3,
  reversals: 1,
  kills: 1,
  reads: 1,
  refunds: 1,
  deletions: true,
}

/** Stories of an order's money: what holds in every state, and that every state has a good end. */
export function moneySystem(limits: Limits): System<World> {
  const good = new Set<string>()
  return {
    start: START,
    keyOf,
    stepsFrom: (world) => stepsFrom(world, limits),
    findProblem: (world) => findBreach(world) ?? findBadEnd(world, good),
  }
}
