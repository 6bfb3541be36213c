import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import type { Weather } from "./weather"

const preload = resolve(__dirname, "..", "store", "shifted-clock.cjs")
const TEN_MINUTES_MS = 600_000
let directory: string | undefined
/** By the name of the process. */
const shifts = new Map<string, number>()

/**
 * One process of the store has a clock that is wrong from the start; in a cluster, from the middle on the worker instead.
 *
 * @param server whose clock is wrong first
 */
function wrongClock(shiftMs: number, direction: string, server: string): Weather {
  return {
    tearsOrders: false,
    env(process) {
      const isWrong = process === server || process === "store"
      return clockEnv(process, isWrong ? shiftMs : undefined)
    },
    times: () => 1,
    blow({ processes }) {
      const what = `${shiftMs / 60_000} minutes`.replace("-", "")
      const worker = processes.find(({ name }) => name === "worker")
      if (!worker) {
        // Of two that are wrong from the start, the last one is seen until the other blows.
        const since = shifts.get("store") === shiftMs ? "all the time" : "from now on"
        shiftClock("store", shiftMs)
        return Promise.resolve(`the store's clock was ${what} ${direction} ${since}`)
      }
      shiftClock(server, 0)
      shiftClock(worker.name, shiftMs)
      return Promise.resolve(`the clock of ${server} was ${what} ${direction}; from now on the worker's is`)
    },
  }
}

/** The clock of one process jumps ahead, back behind the right time, and is right again. */
export const clockJumps: Weather = {
  tearsOrders: false,
  env: (process) => clockEnv(process),
  times: (orders) => Math.min(12, Math.ceil(orders / 10)),
  async blow({ processes, random }) {
    const [first, ...others] = processes
    if (!first) return undefined
    const { name } = random.pick([first, ...others])
    const before = shifts.get(name) ?? 0
    const jumps = [before + TEN_MINUTES_MS, before - TEN_MINUTES_MS, before]
    for (const shiftMs of jumps) {
      shiftClock(name, shiftMs)
      await delay(random.between(500, 4_000))
    }
    return `the clock of ${name} jumped 10 minutes ahead, 20 back, and 10 ahead again`
  },
}

export const clockAhead = wrongClock(TEN_MINUTES_MS, "ahead", "server-1")
export const clockBehind = wrongClock(-TEN_MINUTES_MS, "behind", "server-2")

/** @param shiftMs undefined leaves what another weather has set */
function clockEnv(process: string, shiftMs = shifts.get(process) ?? 0): Record<string, string> {
  shiftClock(process, shiftMs)
  return { NODE_OPTIONS: `--require ${preload}`, CHAOS_CLOCK_FILE: clockFile(process) }
}

function shiftClock(process: string, ms: number): void {
  shifts.set(process, ms)
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
