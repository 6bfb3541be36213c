import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { z } from "zod"
import type { Mutant } from "../../integration-tests/contract/coverage/mutants"
import { root, runTool } from "./run-command"
import type { Outcome } from "./story-process"

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ message: z.string() })),
})

/**
 * Runs stories of a store, in a process of their own.
 *
 * @param env of the stage `http`
 * @param mutant of a file of the plugin
 */
export async function runPluginStories(
  spec: string,
  titles: readonly string[],
  env: Record<string, string>,
  mutant?: Mutant
): Promise<Outcome> {
  const startedMs = performance.now()
  const directory = mkdtempSync(join(tmpdir(), "onchain-mutant-"))
  const outputFile = join(directory, "report.json")
  try {
    const args = [
      "--selectProjects=http",
      "--json",
      `--outputFile=${outputFile}`,
      "--maxWorkers=1",
      "--forceExit",
    ]
    args.push(
      "--silent",
      `--testNamePattern=${titles.map(patternOf).join("|")}`,
      "--runTestsByPath",
      join(root, spec)
    )
    const preload = `--no-warnings --require=${join(root, "scripts/test/mutated-package.js")}`
    const named = mutant && { PLUGIN_MUTANT: JSON.stringify(mutant), NODE_OPTIONS: preload }
    await runTool("jest", args, { NODE_OPTIONS: "--no-warnings", ...env, ...named })
    return outcomeOf(outputFile, performance.now() - startedMs)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Jest fills the placeholder of a title that stands for several tests. */
function patternOf(title: string): string {
  return ` ${title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("%s", ".*")}$`
}

function outcomeOf(outputFile: string, ms: number): Outcome {
  if (!existsSync(outputFile)) return { kind: "not_loaded", message: "jest ended without a report" }
  const report = Report.parse(JSON.parse(readFileSync(outputFile, "utf8")))
  const message = report.testResults.map((file) => file.message).join("\n")
  if (report.numPassedTests + report.numFailedTests === 0)
    return { kind: "not_loaded", message: `no test ran: ${message}` }
  return report.numFailedTests > 0 ? { kind: "failed", message } : { kind: "passed", ms }
}
