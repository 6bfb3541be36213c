import type { Say } from "../demo/progress"
import type { Teardown } from "../demo/teardown"
import type { Environment } from "./environment/environment"
import type { Row } from "./report/row"

/** What a benchmark gets. */
export interface Bench {
  /** The running store; started for the first benchmark that asks, so one that does not needs no database. */
  environment(): Promise<Environment>
  /** Stops what a benchmark started, however the run ends. */
  teardown: Teardown
  /** Says how far it is. */
  say: Say
}

/**
 * One comparison of ours with something else, which fills one row or several.
 *
 * Times of one run are never compared with those of another: both sides are measured in the same process,
 * interleaved, and only their ratio is a result.
 */
export interface Benchmark {
  /** Rows it fills; `--only` chooses by these names. */
  rows: readonly string[]
  /** @throws Error when it could not measure; a missed aim is a result, not an error */
  measure(bench: Bench): Promise<Row[]>
}
