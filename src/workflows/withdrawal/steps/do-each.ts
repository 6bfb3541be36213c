import { reasonOf } from "../../../modules/onchain/error-reason"

/** Does one part after another, each whatever became of the others. @throws AggregateError when some did not succeed */
export async function doEach(parts: readonly (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = []
  for (const part of parts) await part().catch((error: unknown) => errors.push(error))
  if (errors.length > 0)
    throw new AggregateError(errors, `withdrawals are not finished: ${errors.map(reasonOf).join("; ")}`)
}
