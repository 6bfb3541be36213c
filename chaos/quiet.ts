import { setTimeout as delay } from "node:timers/promises"
import type { Say } from "../demo/progress"
import { countViolations, type Verdict } from "./verdict/verdict"

const intervalMs = 5_000
/** Long enough for every job of the store to run once more and do something it should not. */
const afterglowMs = 15_000

/**
 * Waits until the store has settled everything by itself, and a little longer.
 *
 * @param judge reads both sides
 * @returns the last verdict: the first one without a fault, confirmed, or what is left when the time is over
 */
export async function untilSettled(options: {
  judge: () => Promise<Verdict>
  timeoutMs: number
  say: Say
}): Promise<Verdict> {
  const { judge, timeoutMs, say } = options
  const deadline = Date.now() + timeoutMs
  let shown = ""
  for (;;) {
    const verdict = await judge()
    const violations = countViolations(verdict)
    if (violations === 0) {
      await delay(afterglowMs)
      const confirmed = await judge()
      if (countViolations(confirmed) === 0) return confirmed
    }
    const open = verdict.checks.filter((check) => check.violations.length > 0)
    const line = open.map(({ name, violations: { length } }) => `${name} ${length}`).join(", ")
    if (line !== shown) say(`quiet; not there yet: ${line}`)
    shown = line
    if (Date.now() > deadline) return verdict
    await delay(intervalMs)
  }
}
