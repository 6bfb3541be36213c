import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runChaos } from "../../chaos/chaos"
import { describeResult } from "../../chaos/report"
import { createProgress } from "../../demo/progress"
import { createTeardown } from "../../demo/teardown"
import { weatherThatFits } from "../../chaos/weather/weathers"
import type { StageResult } from "./result"

/** Short forms of `npm run chaos`; in a cluster each process is killed once. */
const runs = {
  chaos: { orders: 40, kills: 1, isCluster: false, atOnce: 10 },
  storm: { orders: 40, kills: 2, isCluster: false, atOnce: 16 },
  cluster: { orders: 20, kills: 3, isCluster: true, atOnce: 12 },
  weather: { orders: 60, kills: 3, isCluster: true, atOnce: 12 },
}
const shared = {
  seed: "npm test",
  plan: "all" as const,
  records: "deposits" as const,
  weather: [],
  quietTimeoutMs: 240_000,
}

/**
 * A store under every failure at once; each check of the verdict counts as one test.
 *
 * @param migratedDatabaseUrl connection string of a migrated database without data; undefined with weather, which needs a Postgres of its own
 */
export async function runChaosStage(
  name: keyof typeof runs,
  migratedDatabaseUrl: string | undefined
): Promise<StageResult> {
  const teardown = createTeardown()
  const logDirectory = mkdtempSync(join(tmpdir(), "onchain-chaos-"))
  try {
    // Another stage may print in parallel.
    const say = createProgress((line) => process.stdout.write(`${name} ${line}`))
    const result = await runChaos({
      ...shared,
      ...runs[name],
      ...(name === "weather" && { weather: weatherThatFits(true) }),
      ...{ say, teardown, logDirectory, migratedDatabaseUrl },
    })
    console.log(`\n${describeResult(result)}`)
    const failed = result.checks.filter(({ violations }) => violations.length > 0).length
    if (failed === 0) rmSync(logDirectory, { recursive: true, force: true })
    const problem = failed === 0 ? undefined : `the output of the processes is in ${logDirectory}`
    return { passed: result.checks.length - failed, failed, problem }
  } finally {
    await teardown.run()
  }
}
