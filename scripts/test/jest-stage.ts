import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { stripVTControlCharacters } from "node:util"
import { z } from "zod"
import type { StageResult } from "./result"
import { runTool } from "./run-command"

const TestFile = z.object({
  name: z.string(),
  message: z.string(),
  assertionResults: z.array(
    z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) })
  ),
})

const Report = z.object({
  testResults: z.array(TestFile),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTotalTests: z.number(),
  numRuntimeErrorTestSuites: z.number(),
})

/** One failure in the final list: the expectation and its location. */
const MESSAGE_LINES = 14

export interface JestStageOptions {
  project: string
  /** Keeps only test files whose path matches. */
  pattern?: string
  /** Keeps only the tests that reach one of these files by imports; there may be none. */
  related?: readonly string[]
  env?: Record<string, string>
  /** Files run at once. */
  workers: number
  /** Whether the tests leave timers and sockets behind, for which jest would wait forever. */
  leavesOpen?: boolean
}

/**
 * Runs one jest project and counts its results.
 *
 * A suite that crashed, ran nothing or skipped a test is a failure even where jest calls it a success.
 */
export async function runJestStage(options: JestStageOptions): Promise<StageResult> {
  const directory = mkdtempSync(join(tmpdir(), "onchain-jest-"))
  const outputFile = join(directory, "report.json")
  try {
    const args = [`--selectProjects=${options.project}`, "--json", `--outputFile=${outputFile}`]
    args.push("--reporters=./scripts/test/reporter.js", "--reporters=summary")
    args.push("--testSequencer=./scripts/test/longest-first.js")
    args.push(`--maxWorkers=${options.workers}`)
    if (options.leavesOpen) args.push("--forceExit")
    if (options.workers === 1) args.push("--verbose")
    // Each store leaks a little memory: a worker that has grown is replaced before it gets slow.
    if (options.workers > 1) args.push("--workerIdleMemoryLimit=2GB")
    if (options.related) args.push("--passWithNoTests", "--findRelatedTests", ...options.related)
    if (options.pattern) args.push(`--testPathPattern=${options.pattern}`)
    // Warnings of packages about their own dependencies.
    const others = process.env.NODE_OPTIONS ?? ""
    const env = { NODE_OPTIONS: `--no-warnings ${others}`.trim(), ...options.env }
    const exitCode = await runTool("jest", args, env)
    return readReport(outputFile, exitCode, options.related !== undefined)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function readReport(file: string, exitCode: number | null, mayBeEmpty: boolean): StageResult {
  if (!existsSync(file)) return { passed: 0, failed: 1, problem: `jest ended with ${exitCode} and no report` }
  const report = Report.parse(JSON.parse(readFileSync(file, "utf8")))
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    failures: report.testResults.flatMap(describeFailures),
  }
  if (report.numTotalTests === 0 && !mayBeEmpty) return { ...counts, problem: "no test ran" }
  if (report.numPendingTests > 0)
    return { ...counts, problem: `${report.numPendingTests} tests were skipped` }
  if (exitCode !== 0 && counts.failed === 0) return { ...counts, problem: `jest ended with ${exitCode}` }
  return counts
}

/** Failures of one file; a file that could not run has one failure. */
function describeFailures({ name, message, assertionResults }: z.infer<typeof TestFile>): string[] {
  const failed = assertionResults.filter(({ status }) => status === "failed")
  if (assertionResults.length === 0 && message !== "")
    return [describe(name, "the file could not be run", message)]
  return failed.map(({ fullName, failureMessages }) => describe(name, fullName, failureMessages.join("\n")))
}

function describe(file: string, test: string, message: string): string {
  const indented = stripVTControlCharacters(message).split("\n").slice(0, MESSAGE_LINES).join("\n    ")
  return `${relative(process.cwd(), file)}\n  ${test}\n    ${indented}`
}
