/**
 * `npm run simulate -- [--seeds N] [--seed S] [--seconds N] [--plant NAME] [--repeat N]`: runs that repeat. Each seed is a store of three
 * processes on real Postgres; a failing one is shrunk and printed as a story.
 */
import { fork } from "node:child_process"
import { availableParallelism } from "node:os"
import { parseArgs } from "node:util"
import { startPostgres } from "../../scripts/postgres"
import { Database } from "./database"
import { PLANTS } from "./plants"
import { type Outcome, planOf, runSeed } from "./run-seed"
import { describe, shrink } from "./shrink"
import { createTables } from "./tables"

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "100" },
    seed: { type: "string" },
    seconds: { type: "string", default: "3600" },
    plant: { type: "string" },
    /** Of a failing seed: how often it is run again, to show that it repeats. */
    repeat: { type: "string", default: "0" },
    workers: { type: "string", default: String(Math.min(2, availableParallelism())) },
    /** Of the command itself: what a worker runs. */
    worker: { type: "string" },
    server: { type: "string" },
  },
})

const plant = values.plant === undefined ? undefined : PLANTS[values.plant]
if (values.plant !== undefined && !plant)
  throw new Error(`--plant: expected one of ${Object.keys(PLANTS).join(", ")}, found ${values.plant}`)

/** `digest`: of the runs of all seeds, in whatever order and by whichever worker they were run. */
type Report = { seeds: number; turns: number; failures: number; digest: string }

async function main(): Promise<number> {
  if (values.worker !== undefined) return work(Number(values.worker), values.server ?? "")
  const postgres = await startPostgres({ hasSocket: true })
  const begun = performance.now()
  try {
    const workers = values.seed === undefined && !plant ? Number(values.workers) : 1
    const ends = await Promise.all(
      Array.from({ length: workers }, (_, n) => startWorker(n, workers, postgres.url("postgres")))
    )
    const total = ends.reduce((a, b) => ({
      seeds: a.seeds + b.seeds,
      turns: a.turns + b.turns,
      failures: a.failures + b.failures,
      digest: joined(a.digest, b.digest),
    }))
    const seconds = (performance.now() - begun) / 1000
    console.log(
      `${total.seeds} seeds, ${total.turns} boundaries, ${total.failures} failed, ${seconds.toFixed(0)} s, ` +
        `${(total.seeds / seconds).toFixed(1)} seeds/s, digest ${total.digest}`
    )
    if (plant) return total.failures > 0 ? 0 : 1
    return total.failures === 0 ? 0 : 1
  } finally {
    await postgres.stop()
  }
}

const joined = (a: string, b: string) =>
  (BigInt(`0x${a}`) ^ BigInt(`0x${b}`)).toString(16).padStart(a.length, "0")

function startWorker(number: number, of: number, server: string): Promise<Report> {
  const own = process.argv.slice(2)
  const child = fork(
    __filename,
    [...own, "--worker", String(number), "--workers", String(of), "--server", server],
    // Most of what a run makes is gone with it.
    { execArgv: [...process.execArgv, "--max-semi-space-size=64"] }
  )
  return new Promise((resolve, reject) => {
    let report: Report | undefined
    child.on("message", (message) => (report = message as Report))
    child.on("exit", () => (report ? resolve(report) : reject(new Error(`worker ${number} died`))))
  })
}

/** Runs every seed whose number is this worker's. */
async function work(number: number, server: string): Promise<number> {
  const database = await Database.open(await createTables(server, `simulation_${number}`))
  const run = (seed: string, plan = planOf(seed, plant?.only)) => runSeed(database, seed, plan, plant)
  const report: Report = { seeds: 0, turns: 0, failures: 0, digest: "0".repeat(16) }
  const endsAtMs = performance.now() + Number(values.seconds) * 1000
  const [first, step] =
    values.seed === undefined ? [number + 1, Number(values.workers)] : [Number(values.seed), 1]
  const last = values.seed === undefined ? Number(values.seeds) : first
  for (let seed = first; seed <= last && performance.now() < endsAtMs; seed += step) {
    const outcome = await run(String(seed))
    report.seeds++
    report.turns += outcome.turns
    report.digest = joined(report.digest, outcome.hash)
    if (outcome.violations.length === 0) continue
    report.failures++
    const small = await shrink(run, outcome)
    console.log(describe(small))
    console.log(`again: npm run simulate -- --seed ${seed}${values.plant ? ` --plant ${values.plant}` : ""}`)
    await repeat(run, outcome)
    if (plant) break
  }
  await database.close()
  process.send?.(report)
  process.disconnect()
  return 0
}

async function repeat(run: (seed: string) => Promise<Outcome>, outcome: Outcome): Promise<void> {
  const times = Number(values.repeat)
  if (times === 0) return
  let same = 0
  for (let n = 0; n < times; n++) if ((await run(outcome.seed)).hash === outcome.hash) same++
  console.log(`seed ${outcome.seed} was run ${times} times again: ${same} repeated it exactly`)
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error)
    process.exitCode = 1
  }
)
