import type { StageResult } from "./result"
import { runTool } from "./run-command"

/** Medusa writes these in its own style. */
const generated = "!src/modules/*/migrations/**"

/** Removed with `node_modules`, so that a fresh machine checks everything. */
const cache = "node_modules/.cache/check"
const cached = (name: string) => [
  "--cache",
  "--cache-strategy",
  "content",
  "--cache-location",
  `${cache}/${name}`,
]

const tools = [
  {
    title: "format",
    name: "prettier",
    args: ["--check", "--log-level", "warn", ...cached("prettier"), ".", generated],
  },
  { title: "types and lint", name: "tsx", args: ["scripts/test/check-types-and-lint.ts"] },
  {
    title: "import rules",
    name: "depcruise",
    args: ["--cache", `${cache}/dependency-cruiser`, "--cache-strategy", "content", "src"],
  },
  { title: "repeated code", name: "jscpd", args: ["--silent"] },
  { title: "unused code", name: "knip", args: ["--no-progress", "--no-config-hints"] },
]

/** Format, lint, types, import rules, repeated and unused code, in parallel; each tool counts as one test. */
export async function runCheckStage(): Promise<StageResult> {
  const checked = await Promise.all(tools.map(async ({ name, args }) => (await runTool(name, args)) === 0))
  for (const [n, { title }] of tools.entries()) console.log(`${checked[n] ? "ok" : "FAILED"}: ${title}`)
  const passed = checked.filter(Boolean).length
  return { passed, failed: tools.length - passed }
}
