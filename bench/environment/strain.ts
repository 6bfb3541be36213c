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
})
/** How hard it was for the store's process. */
export type StoreStrain = z.infer<typeof StoreStrain>

/** Asks the store's process what it measured since it was asked before. */
export async function takeStrain(monitorUrl: string): Promise<StoreStrain> {
  return StoreStrain.parse(await (await fetch(monitorUrl)).json())
}
