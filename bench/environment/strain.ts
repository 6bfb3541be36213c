import { z } from "zod"

const StoreStrain = z.object({
  loopDelayP99Ms: z.number(),
  loopDelayMaxMs: z.number(),
  poolSize: z.number(),
  /** Most connections in use at once. */
  poolPeak: z.number(),
  /** Queries that got no connection in time. */
  poolFailures: z.number(),
  longestPoolWaitMs: z.number(),
  /** Queries of the payment page watch, from its first to its last. */
  liveQueriesPerSecond: z.number(),
  /** Heap and buffers in use after a garbage collection. */
  heldBytes: z.number(),
})
/** Load of the store's process. */
export type StoreStrain = z.infer<typeof StoreStrain>

/** Runs a scheduled job in the store's process, one run after another. */
export async function runJobs(monitorUrl: string, name: string, times: number): Promise<void> {
  const answer = await fetch(`${monitorUrl}/jobs/${name}?times=${times}`, { method: "POST" })
  if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`)
}

/** Reads what the store's process measured since the last read. */
export async function takeStrain(monitorUrl: string): Promise<StoreStrain> {
  return StoreStrain.parse(await (await fetch(monitorUrl)).json())
}
