import { createProgress, type Say } from "../../../demo/progress"
import type { StorePair } from "../../../scripts/test/store-pairs"

/** Times of the steps of one pair. */
export interface Times {
  say: Say
  /** Runs a step, and prints its name and time at its end. */
  step<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /** Prints a row for the table of tested versions in docs/operations/production.md. */
  print(): void
}

export function createTimes({ name: pair, medusa, manager, node }: StorePair): Times {
  const steps: string[] = []
  const pairStartedMs = performance.now()
  const say = createProgress((line) => process.stdout.write(`${pair} ${line}`))
  return {
    say,
    async step(name, work) {
      const startedMs = performance.now()
      say(`${name} ...`)
      const result = await work()
      const seconds = Math.round((performance.now() - startedMs) / 1_000)
      steps.push(`${name} ${seconds} s`)
      say(`${name} took ${seconds} s`)
      return result
    },
    print() {
      say(steps.join(" · "))
      const minutes = ((performance.now() - pairStartedMs) / 60_000).toFixed(1)
      process.stdout.write(`| ${medusa} | ${node} | ${manager} | ${minutes} |\n`)
    },
  }
}
