/**
 * `npm run demo`: a shop on this machine that takes on-chain payments, without a service to install. `--once`
 * makes one purchase, prints the result as a last line of JSON, and ends.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { followSources } from "./develop"
import { startDemo } from "./environment"
import { instructions, queueLinks } from "./instructions"
import { createProgress } from "./progress"
import { fillQueues } from "./queues"
import { purchase } from "./shopper/purchase"
import { admin } from "./store/accounts"
import { createTeardown } from "./teardown"

const interruptedCode = 130
const usage = `npm run demo            start the shop and keep it running
npm run dev             the same, and follow changes of src
npm run demo -- --once  make one purchase and end; the last line is the result as JSON
`
const say = createProgress()
const teardown = createTeardown()
let logDirectory = ""
let isInterrupted = false

async function end(code: number): Promise<void> {
  await teardown.run()
  if (logDirectory) rmSync(logDirectory, { recursive: true, force: true })
  process.exit(code)
}

function interrupt(): void {
  if (isInterrupted) return
  isInterrupted = true
  process.stdout.write("\n")
  say("stopping")
  end(interruptedCode).catch(report)
}

async function fail(error: unknown): Promise<void> {
  // An interrupt makes the current wait fail, and its error explains nothing.
  if (!isInterrupted) await report(error)
}

async function report(error: unknown): Promise<void> {
  console.error(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`)
  console.error(`Everything that was printed is in ${logDirectory}`)
  await teardown.run().catch(console.error)
  process.exit(1)
}

async function main({ once: isOnce = false, dev: isDevelopment = false }): Promise<void> {
  logDirectory = mkdtempSync(join(tmpdir(), "onchain-demo-"))
  say("starting")
  const speed = { hasAdmin: !isOnce, blockTimeMs: isOnce ? 700 : 1_500 }
  const demo = await startDemo({ say, teardown, logDirectory, ...speed })
  if (!isOnce) {
    process.stdout.write(instructions(demo, logDirectory))
    const filled = fillQueues(demo, say)
    if (isDevelopment) teardown.add(followSources(demo, say, filled))
    const samples = await filled.catch((error: Error) => {
      // The shop is in use by now, and works without samples.
      if (!isInterrupted) say(`not every queue was filled: ${error.message}\n          The shop stays open.`)
    })
    return void (samples && process.stdout.write(queueLinks(demo, samples)))
  }
  const result = await purchase({ ...demo, admin }, say)
  await teardown.run()
  process.stdout.write(`${JSON.stringify(result)}\n`)
  await end(0)
}

const flag = { type: "boolean" } as const
const { values } = parseArgs({ options: { once: flag, dev: flag, help: flag } })
if (values.help) {
  process.stdout.write(usage)
} else {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, interrupt)
  main(values).catch(fail)
}
