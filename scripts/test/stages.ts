import { ensureChromium } from "../browser/chromium"
import { installSelf } from "../package/install-self"
import { type Postgres, startPostgres } from "../postgres"
import { runChaosStage } from "./chaos-stage"
import { runCheckStage } from "./check-stage"
import { runJestStage } from "./jest-stage"
import type { StageResult } from "./result"

export type StageName = "check" | "unit" | "contract" | "module" | "http" | "browser" | "chaos" | "cluster"

/** Every stage, in the order they run. */
export const stageNames: StageName[] = [
  "check",
  "unit",
  "contract",
  "module",
  "http",
  "browser",
  "chaos",
  "cluster",
]

/** Runs stages, starting what they need on first use. */
export interface StageRunner {
  run(stage: StageName, pattern: string | undefined): Promise<StageResult>
  close(): Promise<void>
}

export function createStageRunner(): StageRunner {
  let postgres: Promise<Postgres> | undefined
  const databaseEnv = async () => (await (postgres ??= startPostgres())).env

  return {
    async run(stage, pattern) {
      if (stage === "check") return runCheckStage()
      if (stage === "chaos" || stage === "cluster") return runChaosStage(stage)
      if (stage === "unit" || stage === "contract") {
        return runJestStage({ project: stage, pattern })
      }
      if (stage === "http" || stage === "browser") await installSelf()
      if (stage === "browser") {
        ensureChromium()
        return runJestStage({ project: stage, pattern, workers: 1 })
      }
      return runJestStage({
        project: stage,
        pattern,
        env: await databaseEnv(),
        // A store waits more than it works: two at once take little more than one.
        workers: stage === "http" ? 2 : 1,
      })
    },
    async close() {
      await (await postgres)?.stop()
    },
  }
}
