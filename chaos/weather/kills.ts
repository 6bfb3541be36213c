import { setTimeout as delay } from "node:timers/promises"
import type { Say } from "../../demo/progress"
import type { NamedProcess } from "../environment/supervised-process"
import { createRandom } from "../plan/random"

const longestWaitMs = 4_000

/** Kills processes while orders come in. */
export interface Kills {
  /** Call as each order begins. */
  orderBegins(index: number): void
  /** Resolves when every due kill is done and every process runs again. */
  settled(): Promise<void>
  /** How often each process was killed. */
  readonly counts: Record<string, number>
  /** When, in epoch milliseconds. */
  readonly moments: readonly number[]
}

/**
 * Spreads kills over the orders, each a random moment after a random order of its interval. Processes take
 * turns; one is killed again only after it is back.
 *
 * @param orders how many orders there will be
 */
export function planKills(options: {
  seed: string
  count: number
  orders: number
  processes: readonly NamedProcess[]
  say: Say
}): Kills {
  const { seed, count, orders, processes, say } = options
  const counts: Record<string, number> = {}
  const moments: number[] = []
  const waitBefore = new Map<number, { process: NamedProcess; waitMs: number }[]>()
  for (let number = 0; number < count; number++) {
    const process = processes[number % processes.length]
    if (!process) break
    const random = createRandom(`${seed}/kill/${number}`)
    const index = Math.min(orders - 1, Math.floor(((number + random.fraction()) * orders) / count))
    const kill = { process, waitMs: random.between(0, longestWaitMs) }
    waitBefore.set(index, [...(waitBefore.get(index) ?? []), kill])
  }
  const queues = new Map<string, Promise<void>>()
  const kill = async (process: NamedProcess, waitMs: number) => {
    await delay(waitMs)
    await process.crash()
    moments.push(Date.now())
    counts[process.name] = (counts[process.name] ?? 0) + 1
    say(`killed ${process.name}`)
    await process.restart()
    say(`${process.name} runs again`)
  }
  return {
    counts,
    moments,
    orderBegins(index) {
      for (const { process, waitMs } of waitBefore.get(index) ?? []) {
        const before = queues.get(process.name) ?? Promise.resolve()
        const after = before.then(() => kill(process, waitMs))
        // The caller that awaits all of them sees the failure.
        after.catch(() => undefined)
        queues.set(process.name, after)
      }
    },
    async settled() {
      await Promise.all(queues.values())
    },
  }
}
