/** Counts of one stage. */
export interface StageResult {
  passed: number
  failed: number
  /** Why the stage failed, where the count alone does not show it. */
  problem?: string
  /** Each failed test with its file and message, to read at the end of a long output. */
  failures?: string[]
}

/**
 * Adds up stages. A stage with a problem and no failed test still counts as one failure.
 *
 * @example sumResults([{ passed: 3, failed: 0 }]) // { passed: 3, failed: 0 }
 */
export function sumResults(results: StageResult[]): { passed: number; failed: number } {
  const failures = results.map(({ failed, problem }) => (failed === 0 && problem ? 1 : failed))
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: failures.reduce((sum, failed) => sum + failed, 0),
  }
}
