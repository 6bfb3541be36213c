import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { z } from "zod"
import type { StageResult } from "./result"
import { runTool } from "./run-command"

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTotalTests: z.number(),
  numRuntimeErrorTestSuites: z.number(),
})

export interface JestStageOptions {
  project: string
  /** Keeps only test files whose path matches. */
  pattern?: string
  env?: Record<string, string>
  /** Files run at once by suites that boot a store each; left out where jest may choose. */
  workers?: number
}

/**
 * Runs one jest project and counts what it reports.
 *
 * A suite that crashed, ran nothing or skipped a test is a failure even where jest calls it a success.
 */
export async function runJestStage(options: JestStageOptions): Promise<StageResult> {
  const directory = mkdtempSync(join(tmpdir(), "onchain-jest-"))
  const outputFile = join(directory, "report.json")
  try {
    const args = ["--selectProjects", options.project, "--json", `--outputFile=${outputFile}`]
    // A store leaves timers and sockets behind; jest would wait for them forever.
    if (options.workers !== undefined) args.push(`--maxWorkers=${options.workers}`, "--forceExit")
    // Each file loads all of Medusa anew and some of it stays: a worker that has grown is replaced before it gets slow.
    if (options.workers !== undefined && options.workers > 1) args.push("--workerIdleMemoryLimit=1GB")
    if (options.pattern) args.push(`--testPathPattern=${options.pattern}`)
    const env = { NODE_OPTIONS: "--experimental-vm-modules --no-warnings", ...options.env }
    return readReport(outputFile, await runTool("jest", args, env))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function readReport(file: string, exitCode: number | null): StageResult {
  if (!existsSync(file)) return { passed: 0, failed: 1, problem: `jest ended with ${exitCode} and no report` }
  const report = Report.parse(JSON.parse(readFileSync(file, "utf8")))
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
  }
  if (report.numTotalTests === 0) return { ...counts, problem: "no test ran" }
  if (report.numPendingTests > 0)
    return { ...counts, problem: `${report.numPendingTests} tests were skipped` }
  if (exitCode !== 0 && counts.failed === 0) return { ...counts, problem: `jest ended with ${exitCode}` }
  return counts
}
