import { setTimeout as delay } from "node:timers/promises"
import type { Say } from "../demo/progress"
import { countViolations, type Verdict } from "./verdict/verdict"

const intervalMs = 5_000
/** Long enough for every job of the store to run once more and do something it must not. */
const afterglowMs = 15_000
/** Number of violations shown while waiting. */
const FEW = 3
/** A late webhook is processed then, and changes nothing. */
const mayComeLate = "nothing_waits"

/**
 * Waits until the store has settled everything by itself, and a little longer.
 *
 * A store that is right and then changes something is wrong, even when it is right again later: that is a
 * violation of its own.
 *
 * @param judge reads both sides
 * @param wait for tests
 * @returns the last verdict: a confirmed one without violations, or what is left when the time is over
 */
export async function untilSettled(options: {
  judge: () => Promise<Verdict>
  timeoutMs: number
  say: Say
  wait?: (ms: number) => Promise<unknown>
}): Promise<Verdict> {
  const { judge, timeoutMs, say, wait = delay } = options
  const deadline = Date.now() + timeoutMs
  const lost: string[] = []
  let shown = ""
  for (;;) {
    let verdict = await judge()
    if (countViolations(verdict) === 0) {
      await wait(afterglowMs)
      verdict = await judge()
      if (countViolations(verdict) === 0) return withLost(verdict, lost)
      say(`quiet; it was right and is no longer: ${describeOpen(verdict)}`)
      lost.push(...violationsOf(verdict))
    }
    const line = describeOpen(verdict)
    if (line !== shown) say(`quiet; not there yet: ${line}`)
    shown = line
    if (Date.now() > deadline) return withLost(verdict, lost)
    await wait(intervalMs)
  }
}

function withLost(verdict: Verdict, lost: readonly string[]): Verdict {
  const title = "what was right in the quiet stays right"
  return { ...verdict, checks: [...verdict.checks, { name: "stays_settled", title, violations: [...lost] }] }
}

function violationsOf({ checks }: Verdict): string[] {
  return checks.flatMap(({ name, violations }) =>
    name === mayComeLate ? [] : violations.map((violation) => `${name}: ${violation}`)
  )
}

function describeOpen({ checks }: Verdict): string {
  const open = checks.filter(({ violations }) => violations.length > 0)
  return open
    .map(({ name, violations }) => {
      const shown = violations.length <= FEW ? ` (${violations.join("; ")})` : ""
      return `${name} ${violations.length}${shown}`
    })
    .join(", ")
}
