import type { StageResult } from "./result"
import { runTool } from "./run-command"

/** Medusa writes these; their form is its own. */
const generated = "!src/modules/*/migrations/**"

const tools = [
  { title: "format", name: "prettier", args: ["--check", "--log-level", "warn", ".", generated] },
  { title: "lint", name: "eslint", args: ["."] },
  { title: "types", name: "tsc", args: ["--noEmit", "-p", "tsconfig.check.json"] },
  { title: "import rules", name: "depcruise", args: ["src"] },
]

/** Format, lint, types and import rules; each tool counts as one. */
export async function runCheckStage(): Promise<StageResult> {
  const result: StageResult = { passed: 0, failed: 0 }
  for (const { title, name, args } of tools) {
    const isClean = (await runTool(name, args)) === 0
    console.log(`${isClean ? "ok" : "FAILED"}: ${title}`)
    if (isClean) result.passed += 1
    else result.failed += 1
  }
  return result
}
