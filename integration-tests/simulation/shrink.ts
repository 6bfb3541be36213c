import type { Outcome, Plan } from "./run-seed"
import { titleOf } from "./stories"

type Run = (seed: string, plan: Plan) => Promise<Outcome>

/** Tries at most so many smaller runs. */
const MOST_TRIES = 40

/**
 * Makes a failing run smaller while it still fails: fewer stories, no kills, then a shorter prefix of its choices, after which
 * everything is calm and in order.
 */
export async function shrink(run: Run, failing: Outcome): Promise<Outcome> {
  let best = failing
  let tries = 0
  const isSmaller = async (plan: Plan): Promise<boolean> => {
    if (++tries > MOST_TRIES) return false
    const outcome = await run(best.seed, plan)
    if (outcome.violations.length === 0) return false
    best = outcome
    return true
  }
  for (const story of failing.plan.stories) {
    const stories = best.plan.stories.filter((one) => one !== story)
    if (stories.length > 0) await isSmaller({ ...best.plan, stories })
  }
  while (best.plan.kills > 0 && (await isSmaller({ ...best.plan, kills: best.plan.kills - 1 })));
  // The length of the prefix is found by halves; its calm end draws only zeros.
  let [works, fails] = [best.drawn.length, 0]
  const { drawn } = best
  while (works - fails > 1 && tries < MOST_TRIES) {
    const half = Math.floor((works + fails) / 2)
    if (await isSmaller({ ...best.plan, prefix: drawn.slice(0, half) })) works = half
    else fails = half
  }
  return best
}

/** A failing run as a story: a line for each boundary, with its process, what it does and to what. */
export function describe({ seed, plan, violations, story, hash }: Outcome): string {
  return [
    `seed ${seed} (${hash}), ${plan.kills} kills allowed`,
    ...plan.stories.map((one) => `  ${titleOf(one)}`),
    ...story,
    "violated:",
    ...violations.map((one) => `  ${one}`),
  ].join("\n")
}
