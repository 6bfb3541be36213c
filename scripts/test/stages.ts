import { installSelf } from "../package/install-self"
import { type Postgres, startPostgres } from "../postgres"
import type { ProgramName } from "../programs"
import { runChaosStage } from "./chaos-stage"
import { runCheckStage } from "./check-stage"
import { runJestStage } from "./jest-stage"
import type { StageResult } from "./result"
import { migrateStoreTemplate } from "./store-template"

export type StageName = "check" | "unit" | "contract" | "module" | "http" | "browser" | "chaos" | "cluster"

/** Every stage, in the order they run when they are named. */
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

/**
 * What runs when no stage is named. The lanes go on beside each other: the chaos run waits for its shoppers and its killed store,
 * and the browser for its pages, while the other lane works. No test measures time. The cluster, with its servers and Redis, would make
 * a gate of half an hour longer.
 */
export const gateLanes: StageName[][] = [
  ["check", "unit", "contract", "module", "http"],
  ["chaos", "browser"],
]

/** What stages need that npm does not bring; everything else, Postgres included, comes with `npm ci`. */
export function programsOf(stages: readonly StageName[]): ProgramName[] {
  const needs: [StageName, ProgramName][] = [
    ["browser", "chromium"],
    ["cluster", "redis"],
  ]
  return needs.filter(([stage]) => stages.includes(stage)).map(([, program]) => program)
}

/** Runs stages, starting what they need on first use. */
export interface StageRunner {
  run(stage: StageName, pattern: string | undefined): Promise<StageResult>
  close(): Promise<void>
}

export function createStageRunner(): StageRunner {
  let postgres: Promise<Postgres> | undefined
  const server = () => (postgres ??= startPostgres())

  return {
    async run(stage, pattern) {
      if (stage === "check") return runCheckStage()
      if (stage === "chaos" || stage === "cluster") return runChaosStage(stage)
      if (stage === "unit" || stage === "contract") {
        return runJestStage({ project: stage, pattern })
      }
      if (stage === "module")
        return runJestStage({ project: stage, pattern, env: (await server()).env, workers: 2 })
      await installSelf()
      if (stage === "browser") return runJestStage({ project: stage, pattern, workers: 1 })
      const { env } = await server()
      const STORE_TEMPLATE = await migrateStoreTemplate(await server())
      // A store waits more than it works: three at once keep two cores busy.
      return runJestStage({ project: stage, pattern, env: { ...env, STORE_TEMPLATE }, workers: 3 })
    },
    async close() {
      await (await postgres)?.stop()
    },
  }
}
