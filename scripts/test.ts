/**
 * Runs the tests: `tsx scripts/test.ts [stage...] [pattern]`. Without a stage, all of them but `cluster`, the chaos run beside
 * the first ones; what is no stage name is a pattern for the paths of test files. The last line says `N passed, N failed`.
 */
import { createProgress } from "../demo/progress"
import { type StageResult, sumResults } from "./test/result"
import {
  type StageName,
  createStageRunner,
  stageNames,
  stagesAfterChaos,
  stagesBesideChaos,
} from "./test/stages"

const isStage = (text: string): text is StageName => stageNames.some((name) => name === text)

async function main(args: string[]): Promise<number> {
  const chosen = stageNames.filter((name) => args.includes(name))
  const [pattern] = args.filter((arg) => !isStage(arg))
  const runner = createStageRunner()
  const results: StageResult[] = []
  const add = (result: StageResult) => {
    if (result.problem) console.error(`FAILED: ${result.problem}`)
    results.push(result)
  }
  const runOne = async (stage: StageName) => {
    console.log(`\n=== ${stage} ===`)
    add(await runner.run(stage, pattern).catch(crashed))
  }
  try {
    if (chosen.length > 0) for (const stage of chosen) await runOne(stage)
    else {
      const lines: string[] = []
      const chaos = runner
        .run(
          "chaos",
          undefined,
          createProgress((line) => lines.push(line))
        )
        .catch(crashed)
      for (const stage of stagesBesideChaos) await runOne(stage)
      const result = await chaos
      console.log(`\n=== chaos, begun with the first stage ===\n${lines.join("")}`)
      add(result)
      for (const stage of stagesAfterChaos) await runOne(stage)
    }
  } finally {
    await runner.close()
  }
  for (const failure of results.flatMap(({ failures }) => failures ?? [])) console.log(`\nFAILED: ${failure}`)
  const { passed, failed } = sumResults(results)
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

function crashed(error: unknown): StageResult {
  return { passed: 0, failed: 1, problem: error instanceof Error ? error.message : String(error) }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error)
    console.log("\n0 passed, 1 failed")
    process.exit(1)
  }
)
