import type { Database } from "./database"
import { findViolations } from "./invariants"
import type { Plant } from "./plants"
import { drawStories, type Story, tell } from "./stories"
import { within } from "./virtual"
import { World } from "./world"

/** What a seed runs: drawn from it, or less of it while a failure is shrunk. */
export type Plan = {
  stories: readonly Story[]
  kills: number
  /** Choices to repeat; after them all is calm and in order. */
  prefix?: readonly number[]
}

export type Outcome = {
  seed: string
  plan: Plan
  violations: readonly string[]
  /** Of every boundary and what it answered. */
  hash: string
  turns: number
  story: readonly string[]
  drawn: readonly number[]
}

const MOST_KILLS = 2
const ROUNDS_MS = [61_000, 31 * 60_000, 3 * 3_600_000, 26 * 3_600_000, 26 * 3_600_000] as const

export const planOf = (seed: string, only?: Story["kind"]): Plan => ({
  stories: drawStories(seed, only),
  kills: MOST_KILLS,
})

/** Runs a seed: its stories in a storm, then the jobs in calm, then the checks. */
export function runSeed(database: Database, seed: string, plan: Plan, plant?: Plant): Promise<Outcome> {
  const world = new World(database, { seed, prefix: plan.prefix }, plant)
  const { scheduler } = world
  const goOn = async (isOver: () => boolean) => {
    try {
      await scheduler.run(() => {
        world.carryWebhooks()
        return isOver() && world.isIdle
      })
      return true
    } catch (error) {
      world.report(error instanceof Error ? (error.stack ?? error.message) : String(error))
      return false
    }
  }
  return database.reset().then(() =>
    within(seed, world.surroundings(), async () => {
      world.start(["server 1", "server 2", "worker"])
      scheduler.killsLeft = plan.kills
      let open = plan.stories.length
      for (const story of plan.stories)
        void tell(world, story)
          .catch((error: unknown) => world.report(`the story cannot be told: ${String(error)}`))
          .finally(() => open--)
      let isWell = await goOn(() => open === 0)
      scheduler.isStormy = false
      // What was cut off is finished by the next rounds of work; what is still wrong then is a hole.
      let violations: string[] = []
      for (const ms of ROUNDS_MS) {
        if (!isWell) break
        await scheduler.advance(ms)
        void world.doWork()
        isWell = await goOn(() => true)
        violations = isWell ? await findViolations(world) : []
        if (violations.length === 0) break
      }
      violations.unshift(...world.problems)
      const { hash, turns, story, drawn } = scheduler
      await world.end()
      return { seed, plan, violations, hash, turns, story, drawn }
    })
  )
}
