import { type ChildProcess, fork } from "node:child_process"
import { join } from "node:path"
import { readClaims } from "../../integration-tests/contract/coverage/claims"
import { itemIds } from "../../integration-tests/contract/coverage/items"
import { mutants } from "../../integration-tests/contract/coverage/mutants"
import type { Mutant } from "../../integration-tests/contract/coverage/mutants/mutant"
import type { StageResult } from "./result"
import { root } from "./run-command"

type Story = { file: string; title: string }
type Task = Story & { set?: string; mutant?: Mutant }
type Outcome =
  { kind: "passed"; ms: number } | { kind: "failed"; message: string } | { kind: "not_loaded"; message: string }

const WORKERS = 2
/** A mutant may never end. Far more than the slowest story takes on a busy machine. */
const PATIENCE_MS = 90_000

/** Runs stories in a process that is replaced when a mutant does not end. */
function createWorker() {
  let child: ChildProcess | undefined
  const start = () =>
    (child ??= fork(join(root, "scripts/test/story-worker.js"), { cwd: root, execArgv: ["--no-warnings"] }))
  const stop = () => {
    child?.kill("SIGKILL")
    child = undefined
  }
  async function run(task: Task): Promise<Outcome> {
    const worker = start()
    let timer: NodeJS.Timeout | undefined
    const answer = new Promise<Outcome>((resolve) => {
      worker.once("message", (outcome) => resolve(outcome as Outcome))
      worker.once("exit", (code) => resolve({ kind: "failed", message: `the process ended with ${code}` }))
      timer = setTimeout(() => resolve({ kind: "failed", message: "it did not end" }), PATIENCE_MS)
      worker.send(task)
    })
    const outcome = await answer
    clearTimeout(timer)
    worker.removeAllListeners()
    if (outcome.kind === "failed" && !outcome.message.includes("expect")) stop()
    return outcome
  }
  return { run, stop }
}

type Worker = ReturnType<typeof createWorker>

/** Runs jobs in a few processes. */
async function inParallel<T>(jobs: readonly T[], run: (job: T, worker: Worker) => Promise<void>): Promise<void> {
  const rest = [...jobs]
  const drain = async () => {
    const worker = createWorker()
    for (let job = rest.shift(); job !== undefined; job = rest.shift()) await run(job, worker)
    worker.stop()
  }
  await Promise.all(Array.from({ length: WORKERS }, drain))
}

const nameOf = ({ file, title, set }: Task) => `${file}: ${title}${set === undefined ? "" : ` (${set})`}`

/**
 * Breaks the statement of each row of docs/developers/service-coverage.md, and expects that a story the row names fails. Each row
 * counts as one test.
 *
 * @param pattern of the rows' names
 */
export async function runCoverageStage(pattern = ""): Promise<StageResult> {
  const claims = readClaims((file) => void require(file))
  const rows = itemIds
    .filter((id) => new RegExp(pattern).test(id))
    .map((id) => ({
      id,
      stories: claims.filter(({ items }) => items.includes(id)),
      mutants: [mutants[id] ?? []].flat(),
    }))
  const failures: string[] = []
  const durations = new Map<string, number>()
  const sound = rows.flatMap(({ stories, mutants }) =>
    mutants.flatMap(({ set }) => stories.map(({ file, title }) => ({ file, title, set })))
  )
  const checked = [...new Map(sound.map((task) => [nameOf(task), task])).values()]
  await inParallel(checked, async (task, worker) => {
    const outcome = await worker.run(task)
    if (outcome.kind === "passed") durations.set(nameOf(task), outcome.ms)
    else if (outcome.kind === "failed") failures.push(`${nameOf(task)}\n  fails without a mutant: ${outcome.message}`)
  })

  let passed = 0
  await inParallel(rows, async ({ id, stories, mutants }, worker) => {
    const problems: string[] = mutants.length === 0 ? ["has no mutant yet"] : []
    for (const mutant of mutants) {
      const problem = await survival(mutant, stories, durations, worker)
      if (problem !== undefined) problems.push(problem)
    }
    console.log(`${problems.length === 0 ? "killed  " : "SURVIVED"} ${id}`)
    if (problems.length === 0) passed += 1
    else failures.push(`${id}\n  ${problems.join("\n  ")}`)
  })
  return { passed, failed: failures.length, failures }
}

/** Why a mutant does not count as killed; undefined when a story of its row fails. */
async function survival(
  mutant: Mutant,
  stories: readonly Story[],
  durations: ReadonlyMap<string, number>,
  worker: Worker
): Promise<string | undefined> {
  const { file, find, replace, set } = mutant
  const tasks = stories
    .map(({ file, title }) => ({ file, title, set }))
    .filter((task) => durations.has(nameOf(task)))
    .sort((left, right) => (durations.get(nameOf(left)) ?? 0) - (durations.get(nameOf(right)) ?? 0))
  for (const task of tasks) {
    const outcome = await worker.run({ ...task, mutant })
    if (outcome.kind === "failed") return undefined
    if (outcome.kind === "not_loaded") return outcome.message
  }
  return `${file}: ${JSON.stringify(find)} as ${JSON.stringify(replace)} breaks none of ${tasks.map(nameOf).join("; ")}`
}
