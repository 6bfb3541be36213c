import { createProgress, type Say } from "../../../demo/progress"

/** Times of the steps of one pair. */
export interface Times {
  say: Say
  /** Runs a step, and prints its name and time at its end. */
  step<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /** Prints all steps in one line. */
  print(): void
}

/** @param pair name in front of each line */
export function createTimes(pair: string): Times {
  const steps: string[] = []
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
    print: () => say(steps.join(" · ")),
  }
}
