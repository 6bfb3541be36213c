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

/** Format, lint, types and import rules, all at once; each tool counts as one. */
export async function runCheckStage(): Promise<StageResult> {
  const checked = await Promise.all(tools.map(async ({ name, args }) => (await runTool(name, args)) === 0))
  for (const [n, { title }] of tools.entries()) console.log(`${checked[n] ? "ok" : "FAILED"}: ${title}`)
  const passed = checked.filter(Boolean).length
  return { passed, failed: tools.length - passed }
}
