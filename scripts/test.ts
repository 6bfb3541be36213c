/**
 * Runs the tests: `tsx scripts/test.ts [stage...] [pattern]`. Without a stage, all of them but `cluster`; what is no stage
 * name is a pattern for the paths of test files. The last line says `N passed, N failed`. It changes nothing on the machine: a
 * missing program stops it before the first stage, with the command that installs it.
 */
import { requirePrograms } from "./programs"
import { type StageResult, sumResults } from "./test/result"
import { type StageName, createStageRunner, gateLanes, programsOf, stageNames } from "./test/stages"

const isStage = (text: string): text is StageName => stageNames.some((name) => name === text)

async function main(args: string[]): Promise<number> {
  const chosen = stageNames.filter((name) => args.includes(name))
  const [pattern] = args.filter((arg) => !isStage(arg))
  const lanes = chosen.length > 0 ? [chosen] : gateLanes
  requirePrograms(programsOf(lanes.flat()))
  const runner = createStageRunner()
  const results: StageResult[] = []
  const runInTurn = async (stages: StageName[]) => {
    for (const stage of stages) {
      console.log(`\n=== ${stage} ===`)
      const result = await runner.run(stage, pattern).catch(crashed)
      if (result.problem) console.error(`FAILED: ${stage}: ${result.problem}`)
      results.push(result)
    }
  }
  try {
    await Promise.all(lanes.map(runInTurn))
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
