import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

export type MemoryWatch = { live: () => number; peakResident: () => number; stop: () => void }

/** Watches the memory of this process, in which the store under test runs. */
export function watchMemory(): MemoryWatch {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as () => void
  let peak = 0
  const look = () => (peak = Math.max(peak, process.memoryUsage.rss()))
  collect()
  look()
  const timer = setInterval(look, 5)
  return {
    live() {
      collect()
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    },
    peakResident: () => look(),
    stop: () => clearInterval(timer),
  }
}
