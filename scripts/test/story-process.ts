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
export interface StoryProcess {
  run(task: StoryTask): Promise<Outcome>
  stop(): void
}

/** A mutant may never end: the process is replaced then. */
export function createStoryProcess(): StoryProcess {
  let child: ChildProcess | undefined
  const stop = () => {
    child?.kill("SIGKILL")
    child = undefined
  }
  return {
    stop,
    async run(task) {
      const running = (child ??= fork(join(root, "scripts/test/story-worker.js"), { cwd: root }))
      let timer: NodeJS.Timeout | undefined
      const outcome = await new Promise<Outcome | null>((resolve) => {
        running.once("message", (message) => resolve(message as Outcome))
        running.once("exit", () => resolve(null))
        timer = setTimeout(() => resolve(null), PATIENCE_MS)
        running.send(task)
      })
      clearTimeout(timer)
      running.removeAllListeners()
      if (outcome !== null) return outcome
      stop()
      return { kind: "failed", message: "it did not end" }
    },
  }
}
