import { reasonOf } from "./error-reason"
import type { SyncName, SyncRuns } from "./sync-runs"

/**
 * Does the work of one run, and notes how it ended. Of many processes that try one does it.
 *
 * @param pauseMs shortest time since the last one began
 * @returns what the work returns; null when somebody else is at it, or it is not its turn
 * @throws what the work throws, once that is noted
 */
export async function duringRun<Result extends object | number>(
  runs: Pick<SyncRuns, "begin" | "finish">,
  name: SyncName,
  pauseMs: number,
  work: () => Promise<Result>
): Promise<Result | null> {
  if (!(await runs.begin(name, pauseMs))) return null
  let result: Result
  try {
    result = await work()
  } catch (error) {
    await runs.finish(name, reasonOf(error))
    throw error
  }
  await runs.finish(name, null)
  return result
}
