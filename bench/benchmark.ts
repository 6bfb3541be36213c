import type { Say } from "../demo/progress"
import type { Environment } from "./environment/environment"
import type { Row } from "./report/row"

/** What a benchmark gets: a running store, and where to say how far it is. */
export interface Bench {
  environment: Environment
  say: Say
}

/**
 * One comparison of ours with the stock path, which fills one row or several.
 *
 * Times of one run are never compared with those of another: both sides are measured in the same store process,
 * interleaved, and only their ratio is a result.
 */
export interface Benchmark {
  /** Rows it fills; `--only` chooses by these names. */
  rows: readonly string[]
  /** @throws Error when it could not measure; a missed aim is a result, not an error */
  measure(bench: Bench): Promise<Row[]>
}
