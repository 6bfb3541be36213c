import { existsSync } from "node:fs"
import { installSelf } from "../package/install-self"
import { type Postgres, startPostgres } from "../postgres"
import type { Change } from "./changed"
import { runChaosStage } from "./chaos-stage"
import { runCheckStage } from "./check-stage"
import { runCoverageStage } from "./coverage-stage"
import { runJestStage } from "./jest-stage"
import { runPackageStage } from "./package-stage"
import { runMutantsStage } from "./mutants-stage"
import type { StageResult } from "./result"
import { createStoreTemplate, prepareStoreTemplate } from "./store-template"

/** Every stage, in the order in which named stages run. */
export const stageNames = [
  "check",
  "unit",
  "contract",
  "module",
  "http",
  "smoke",
  "package",
  "chaos",
  "rules",
  "doctor",
  "corners",
  "plans",
  "races",
  "process",
  "browser",
  "storm",
  "weather",
  "cluster",
  "starter",
  "stores",
  "seldom",
  "paths",
  "coverage",
  "mutants",
] as const

export type StageName = (typeof stageNames)[number]

/**
 * Lanes of stages that run side by side: one waits for pages, shoppers and killed stores while the other
 * works. No test measures time.
 */
export type Lanes = readonly (readonly StageName[])[]

/**
 * What `npm test`, `npm run test:long` and `npm run test:release` run. The short one is for everyday work; the
 * long one kills processes, repeats races and walks through every screen; CI runs both. The release stages repeat what
 * others prove with more orders, rows, settings or mistakes; the last two need Medusa's starters, which are not in this
 * repository, and the npm registry.
 */
export const gates = {
  short: [["check", "http", "unit"], ["smoke", "package", "module", "contract"], ["chaos"]],
  long: [["corners"], ["browser", "rules"], ["cluster", "process", "races"]],
  release: [
    ["seldom", "storm", "weather", "doctor", "plans", "paths", "coverage", "mutants", "starter", "stores"],
  ],
} satisfies Record<string, Lanes>

export type GateName = keyof typeof gates

/** A stage that the other one repeats with more orders: when both gates run, only the other does. */
export const includedIn: Partial<Record<StageName, StageName>> = { chaos: "cluster" }

/** Medusa's starters are not part of this repository. @throws Error when it is missing, before minutes are spent */
function requireStarter(): void {
  const { STARTER_DIR } = process.env
  if (STARTER_DIR && existsSync(STARTER_DIR)) return
  throw new Error(
    `STARTER_DIR is ${STARTER_DIR ? `${STARTER_DIR}, which is not there` : "missing"}: name ` +
      `Medusa's starter (medusajs/dtc-starter or b2b-starter-medusa): the unpacked folder, the archive, or the folder of archives`
  )
}

/** Runs stages, starting what they need on first use. */
export interface StageRunner {
  run(stage: StageName, pattern: string | undefined): Promise<StageResult>
  close(): Promise<void>
}

/** @param related of a stage whose other tests are left out */
export function createStageRunner(related: Change["related"] = {}): StageRunner {
  let postgres: Promise<Postgres> | undefined
  let template: Promise<string> | undefined
  let prepared: ReturnType<typeof prepareStoreTemplate> | undefined
  const server = () => (postgres ??= startPostgres())
  /** What a store in a test needs: the built plugin, and a migrated database to copy. */
  const prepareStores = async () => {
    await installSelf()
    const { env } = await server()
    return { ...env, STORE_TEMPLATE: await (template ??= server().then(createStoreTemplate)) }
  }
  const copyOfTemplate = async (name: string) => {
    const { STORE_TEMPLATE } = await prepareStores()
    return (await server()).createDatabase(name, STORE_TEMPLATE)
  }

  /** For stories of shoppers: a store with filled carts beside it. */
  const prepareSuites = async () => {
    const env = await prepareStores()
    prepared ??= server().then((postgres) => prepareStoreTemplate(postgres, env.STORE_TEMPLATE))
    const { name, contents } = await prepared
    return { ...env, PREPARED_TEMPLATE: name, PREPARED_STORE: contents }
  }

  /** A blank store migrates its own database. @param pattern of the names of pairs */
  const prepareBlankStores = async (pattern = "") => {
    await installSelf()
    return { ...(await server()).env, STORE_PAIRS: pattern }
  }

  return {
    async run(stage, pattern) {
      if (stage === "starter") requireStarter()
      switch (stage) {
        case "check":
          return runCheckStage()
        case "chaos":
        case "storm":
        case "cluster":
          return runChaosStage(stage, await copyOfTemplate(stage))
        case "weather":
          return runChaosStage(stage, undefined)
        case "unit":
        case "contract":
        case "rules":
        case "doctor":
          return runJestStage({ project: stage, pattern, related: related[stage], workers: 2 })
        case "coverage":
          return runCoverageStage(pattern, prepareSuites)
        case "mutants":
          return runMutantsStage(pattern)
        case "package":
          await installSelf()
          return runPackageStage(pattern)
        case "module":
        case "plans":
          return runJestStage({
            project: stage,
            pattern,
            related: related[stage],
            workers: 2,
            env: (await server()).env,
            leavesOpen: true,
          })
        case "http":
        case "corners":
        case "races":
        case "seldom":
        case "paths":
          return runJestStage({
            project: stage,
            pattern,
            related: related[stage],
            // A store waits more than it works: three at once keep two cores busy, and two do beside the other long suites.
            workers: stage === "http" ? 3 : 2,
            env: await prepareSuites(),
            leavesOpen: true,
          })
        case "process":
          return runJestStage({
            project: stage,
            pattern,
            workers: 2,
            env: await prepareStores(),
            leavesOpen: true,
          })
        case "stores":
          return runJestStage({
            project: stage,
            workers: 1,
            env: await prepareBlankStores(pattern),
            leavesOpen: true,
          })
        case "starter":
        case "smoke":
        case "browser":
          return runJestStage({
            project: stage,
            pattern,
            // A page waits more than it works.
            workers: stage === "browser" ? 2 : 1,
            env: await prepareStores(),
            leavesOpen: true,
          })
      }
    },
    async close() {
      await (await postgres)?.stop()
    },
  }
}
