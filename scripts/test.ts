/**
 * Runs the tests: `tsx scripts/test.ts [short|long] [stage...] [pattern]`. Without named stages the named
 * gate runs, by default the short one; any other word is a pattern for the paths of test files.
 * `changed [COMMIT]` runs what the changes since a commit can reach, by default since the last one. The last
 * line says `N passed, N failed`. It changes nothing on the machine: without Redis, a run that needs it stops
 * before the first stage, with the command that installs it.
 */
import { requireRedis } from "./programs"
import { type Change, changeSince } from "./test/changed"
import { type StageResult, sumResults } from "./test/result"
import {
  createStageRunner,
  type GateName,
  gates,
  includedIn,
  type Lanes,
  type StageName,
  stageNames,
} from "./test/stages"

const isStage = (text: string): text is StageName => stageNames.some((name) => name === text)
const isGate = (text: string): text is GateName => text in gates

/** Gates in turn. */
function chooseLanes(args: string[]): readonly Lanes[] {
  const chosen = stageNames.filter((name) => args.includes(name))
  if (chosen.length > 0) return [[chosen]]
  const named = args.filter(isGate)
  const turns: readonly Lanes[] = (named.length > 0 ? named : (["short"] as const)).map((gate) => gates[gate])
  const all = turns.flat(2)
  const isNeeded = (stage: StageName) => !all.some((other) => includedIn[stage] === other)
  return turns.map((lanes) => lanes.map((stages) => stages.filter(isNeeded)))
}

async function main(args: string[]): Promise<number> {
  // Each start of Medusa would spawn a process that reports it.
  process.env.MEDUSA_DISABLE_TELEMETRY = "true"
  if (args[0] !== "changed")
    return run(
      chooseLanes(args),
      args.find((arg) => !isStage(arg) && !isGate(arg))
    )
  const { stages, related } = changeSince(args[1])
  console.log(stages.length > 0 ? `The change can reach: ${stages.join(", ")}` : "Nothing has changed.")
  return run([[stages]], undefined, related)
}

async function run(
  turns: readonly Lanes[],
  pattern: string | undefined,
  related?: Change["related"]
): Promise<number> {
  // Before minutes are spent on the stages before it.
  if (turns.flat(2).includes("cluster")) requireRedis()
  const runner = createStageRunner(related)
  const results: StageResult[] = []
  const runInTurn = async (stages: readonly StageName[]) => {
    for (const stage of stages) {
      console.log(`\n=== ${stage} ===`)
      const startedMs = performance.now()
      const result = await runner.run(stage, pattern).catch(crashed)
      const seconds = Math.round((performance.now() - startedMs) / 1_000)
      console.log(`--- ${stage}: ${result.passed} passed, ${result.failed} failed, ${seconds} s`)
      if (result.problem) console.error(`FAILED: ${stage}: ${result.problem}`)
      results.push(result)
    }
  }
  try {
    for (const lanes of turns) await Promise.all(lanes.map(runInTurn))
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
