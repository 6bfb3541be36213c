import { reasonOf } from "../modules/onchain/work/error-reason"

/**
 * Runs the parts of a job in parallel. One that fails does not stop the others.
 *
 * @throws AggregateError with the reason of each failed part, once all have ended
 */
export async function runEach(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  const ends = await Promise.allSettled(parts.map((part) => part()))
  const errors: unknown[] = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []))
  if (errors.length > 0) throw new AggregateError(errors, errors.map(reasonOf).join("; "))
}
