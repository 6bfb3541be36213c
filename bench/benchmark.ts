import type { Say } from "../demo/progress"
import type { Teardown } from "../demo/teardown"
import type { Environment } from "./environment/environment"
import type { Row } from "./report/row"

/** What a benchmark receives. */
export interface Bench {
  /** The running store; started for the first benchmark that needs it, so the others need no database. */
  environment(): Promise<Environment>
  /** Stops what a benchmark started, however the run ends. */
  teardown: Teardown
  /** Reports progress. */
  say: Say
}

/**
 * One comparison of our code with a peer; it fills one or more rows.
 *
 * Times of one run are never compared with those of another: both sides are measured in the same process,
 * interleaved, and only their ratio is a result.
 */
export interface Benchmark {
  /** Rows it fills; `--only` chooses by these names. */
  rows: readonly string[]
  /** @throws Error when it could not measure; a missed target is a result, not an error */
  measure(bench: Bench): Promise<Row[]>
}
