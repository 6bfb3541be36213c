import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import type { Weather } from "./weather"

const preload = resolve(__dirname, "..", "store", "shifted-clock.cjs")
const TEN_MINUTES_MS = 600_000
let directory: string | undefined

/** One process of the store has a clock that is wrong from the start; in a cluster, from the middle on another one instead. */
export function wrongClock(shiftMs: number, direction: string): Weather {
  return {
    tearsOrders: false,
    env(process) {
      shiftClock(process, isFirst(process) ? shiftMs : 0)
      return clockEnv(process)
    },
    times: () => 1,
    blow({ processes }) {
      const what = `${shiftMs / 60_000} minutes`.replace("-", "")
      const worker = processes.find(({ name }) => name === "worker")
      if (!worker) return Promise.resolve(`the store's clock was ${what} ${direction} all the time`)
      for (const { name } of processes) shiftClock(name, name === worker.name ? shiftMs : 0)
      return Promise.resolve(`server-1's clock was ${what} ${direction}; from now on the worker's is`)
    },
  }
}

/** The clock of one process jumps ahead, back behind the right time, and is right again. */
export const clockJumps: Weather = {
  tearsOrders: false,
  env(process) {
    shiftClock(process, 0)
    return clockEnv(process)
  },
  times: (orders) => Math.min(12, Math.ceil(orders / 10)),
  async blow({ processes, random }) {
    const [first, ...others] = processes
    if (!first) return undefined
    const { name } = random.pick([first, ...others])
    const jumps = [TEN_MINUTES_MS, -TEN_MINUTES_MS, 0]
    for (const shiftMs of jumps) {
      shiftClock(name, shiftMs)
      await delay(random.between(500, 4_000))
    }
    return `the clock of ${name} jumped 10 minutes ahead, 20 back, and 10 ahead again`
  },
}

export const clockAhead = wrongClock(TEN_MINUTES_MS, "ahead")
export const clockBehind = wrongClock(-TEN_MINUTES_MS, "behind")

const isFirst = (process: string) => process === "store" || process === "server-1"

function clockEnv(process: string): Record<string, string> {
  return { NODE_OPTIONS: `--require ${preload}`, CHAOS_CLOCK_FILE: clockFile(process) }
}

function shiftClock(process: string, ms: number): void {
  writeFileSync(clockFile(process), String(ms))
}

function clockFile(name: string): string {
  if (directory === undefined) {
    const made = mkdtempSync(join(tmpdir(), "onchain-clocks-"))
    process.once("exit", () => rmSync(made, { recursive: true, force: true }))
    directory = made
  }
  return join(directory, name)
}
