/**
 * Lists the source files that run on the main ways of money: `tsx scripts/paths.ts`. From a webhook to the captured order, and
 * from a withdrawal's request until it is sent. Measured with V8's coverage in a real store, by the story that limits them.
 */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"

const { status } = spawnSync("npx", ["tsx", "scripts/test.ts", "paths"], { stdio: "inherit" })
for (const way of ["capture", "withdrawal"]) {
  const text = readFileSync(`.cache/paths/${way}.txt`, "utf8")
  console.log(`\n${way}: ${text.split("\n").length - 1} files\n${text}`)
}
process.exit(status ?? 1)
