import { type ChildProcess, fork } from "node:child_process"
import { join } from "node:path"
import type { Mutant } from "../../integration-tests/contract/coverage/mutants"
import { root } from "./run-command"

/** A story of the contract under one set of assumptions. */
export type StoryTask = { file: string; title: string; set?: string | undefined; mutant?: Mutant }

export type Outcome =
  | { kind: "passed"; ms: number }
  | { kind: "failed"; message: string }
  /** It says nothing about a mutant. */
  | { kind: "not_loaded"; message: string }

/** Far more than the slowest story takes on a busy machine. */
const PATIENCE_MS = 120_000

/** A process that runs stories one by one. */
export interface StoryProcess<Task = StoryTask, Result = Outcome> {
  /** @returns null where the process had to be ended */
  run(task: Task, patienceMs?: number): Promise<Result | null>
  stop(): void
}

/** A mutant may never end: the process is replaced then. */
function createStoryProcess<Task extends object, Result>(worker: string): StoryProcess<Task, Result> {
  let child: ChildProcess | undefined
  const stop = () => {
    child?.kill("SIGKILL")
    child = undefined
  }
  return {
    stop,
    async run(task, patienceMs = PATIENCE_MS) {
      const running = (child ??= fork(join(root, "scripts/test", worker), { cwd: root, execArgv: [] }))
      let timer: NodeJS.Timeout | undefined
      const result = await new Promise<Result | null>((resolve) => {
        running.once("message", (message) => resolve(message as Result))
        running.once("exit", () => resolve(null))
        timer = setTimeout(() => resolve(null), patienceMs)
        running.send(task)
      })
      clearTimeout(timer)
      running.removeAllListeners()
      if (result === null) stop()
      return result
    },
  }
}

/** Two cores have two processes. */
const PROCESSES = 2

/** Runs jobs in a few processes. @param worker a file of this folder */
export async function inParallel<Job, Task extends object, Result>(
  worker: string,
  jobs: readonly Job[],
  run: (job: Job, process: StoryProcess<Task, Result>) => Promise<void>
): Promise<void> {
  const rest = [...jobs]
  const drain = async () => {
    const process = createStoryProcess<Task, Result>(worker)
    for (let job = rest.shift(); job !== undefined; job = rest.shift()) await run(job, process)
    process.stop()
  }
  await Promise.all(Array.from({ length: PROCESSES }, drain))
}
