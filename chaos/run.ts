/**
 * `npm run chaos`: a real store under every failure at once, and then the verdict. Options: `--orders N`,
 * `--plan all|attempts|signatures`, `--records deposits|transactions`, `--kills N`, `--weather NAME[,NAME...]`, `--seed S`, `--cluster`, `--at-once N`, `--quiet-minutes N`, `--json FILE`. Any violation ends
 * with 1.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createProgress } from "../demo/progress"
import { createTeardown } from "../demo/teardown"
import { noteMeasured } from "../scripts/documents/guarantees/measured"
import { requireRedis } from "../scripts/programs"
import { type ChaosResult, runChaos } from "./chaos"
import { type ChaosOptions, parseChaosOptions } from "./options"
import { describeResult, resultToJson } from "./report"
import { countViolations } from "./verdict/verdict"

const interruptedCode = 130
const say = createProgress()
const teardown = createTeardown()
const logDirectory = mkdtempSync(join(tmpdir(), "onchain-chaos-"))
let isInterrupted = false

async function main(): Promise<void> {
  const { json, ...options } = parseChaosOptions(process.argv.slice(2))
  if (options.isCluster) requireRedis()
  const result = await runChaos({ ...options, say, teardown, logDirectory })
  const isClean = countViolations(result) === 0
  if (json) writeFileSync(json, resultToJson(result))
  noteRun(options, result)
  await teardown.run()
  process.stdout.write(`\n${describeResult(result)}`)
  if (isClean) rmSync(logDirectory, { recursive: true, force: true })
  else console.error(`\nEverything that was printed is in ${logDirectory}`)
  process.exit(isClean ? 0 : 1)
}

/** For `npm run evidence`, with the command that repeats the run. */
function noteRun({ orders, kills, seed, weather }: ChaosOptions, { checks }: ChaosResult): void {
  const given = process.argv.slice(2).join(" ")
  const command = `npm run chaos -- ${given.replace(/ ?--(?:json|seed) \S+/g, "").trim()} --seed ${seed}`
  const violated = checks.filter(({ violations }) => violations.length > 0).map(({ name }) => name)
  noteMeasured("chaos", command, command, { orders, kills, weather, violated })
}

async function report(error: unknown): Promise<void> {
  console.error(
    `\nThe run failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
  )
  console.error(`Everything that was printed is in ${logDirectory}`)
  await teardown.run().catch(console.error)
  process.exit(1)
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (isInterrupted) return
    isInterrupted = true
    say("stopping")
    teardown.run().then(() => process.exit(interruptedCode), report)
  })
}
main().catch((error: unknown) => {
  if (!isInterrupted) return report(error)
})
