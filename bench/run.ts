/**
 * `npm run bench`: our code against the stock payment path in one store, and against common libraries.
 * `--json FILE` also writes the rows to a file, `--results FILE` writes them as a page, `--only NAME[,NAME...]`
 * measures these rows alone. `--growth` measures how cost grows with the number of payments (growth/run-growth.ts). A missed target is a result.
 * A failed measurement costs its own rows only: the others are shown, and the run ends with an error.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { createProgress } from "../demo/progress"
import { createTeardown } from "../demo/teardown"
import { benchmarks } from "./benchmarks"
import { type Environment, startEnvironment } from "./environment/environment"
import { createResults } from "./report/results"
import { runGrowth } from "./growth/run-growth"
import type { Row } from "./report/row"
import { createTable } from "./report/table"

const interruptedCode = 130
const say = createProgress()
const teardown = createTeardown()
let logDirectory = ""
let isInterrupted = false

/** A failure begins with the rows that it costs. */
type Measured = { rows: Row[]; failures: string[] }
const nameOf = (failure: string) => failure.slice(0, failure.indexOf(":"))

async function measure(only: string | undefined): Promise<Measured> {
  const wanted = only?.split(",")
  const isWanted = (name: string) => wanted === undefined || wanted.includes(name)
  const names = benchmarks.flatMap(({ rows }) => rows)
  const unknown = wanted?.filter((name) => !names.includes(name)) ?? []
  if (unknown.length > 0) throw new Error(`No row is named ${unknown.join(", ")}. Rows: ${names.join(", ")}`)
  const chosen = benchmarks.filter((benchmark) => benchmark.rows.some(isWanted))
  logDirectory = mkdtempSync(join(tmpdir(), "onchain-bench-"))
  let started: Promise<Environment> | undefined
  const environment = () => (started ??= startEnvironment({ say, teardown, logDirectory }))
  const rows: Row[] = []
  const failures: string[] = []
  for (const benchmark of chosen) {
    try {
      rows.push(...(await benchmark.measure({ environment, teardown, say })))
    } catch (error) {
      if (isInterrupted) throw error
      failures.push(
        `${benchmark.rows.join(", ")}: ${error instanceof Error ? (error.stack ?? error.message) : error}`
      )
      say(`failed: ${benchmark.rows.join(", ")}`)
    }
  }
  return { rows: rows.filter((row) => isWanted(row.name)), failures }
}

async function main(): Promise<void> {
  const text = { type: "string" } as const
  const growth = { growth: { type: "boolean" }, sizes: text } as const
  const { values } = parseArgs({ options: { json: text, only: text, results: text, ...growth } })
  if (values.growth) {
    const { sizes, only, json } = values
    await runGrowth({ sizes, only, json }, say, teardown)
    await teardown.run()
    return
  }
  const { rows, failures } = await measure(values.only)
  await teardown.run()
  process.stdout.write(`\n${createTable(rows)}`)
  if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`)
  if (values.results) writeFileSync(values.results, createResults(rows, failures.map(nameOf)))
  if (failures.length === 0) rmSync(logDirectory, { recursive: true, force: true })
  else console.error(`\nNot measured:\n${failures.join("\n")}\nLogs: ${logDirectory}`)
  process.exit(failures.length === 0 ? 0 : 1)
}

async function report(error: unknown): Promise<void> {
  console.error(`\nThe benchmark failed: ${error instanceof Error ? (error.stack ?? error.message) : error}`)
  if (logDirectory) console.error(`Everything that was printed is in ${logDirectory}`)
  await teardown.run().catch(console.error)
  process.exit(1)
}

async function stopEverything(): Promise<void> {
  await teardown.run()
  if (logDirectory) rmSync(logDirectory, { recursive: true, force: true })
  process.exit(interruptedCode)
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (isInterrupted) return
    isInterrupted = true
    say("stopping")
    stopEverything().catch(report)
  })
}
main().catch((error: unknown) => {
  // An interrupt makes the current measurement fail, and its error explains nothing.
  if (!isInterrupted) return report(error)
})
