import { createRequire } from "node:module"
import { readClaims } from "../../integration-tests/contract/coverage/claims"
import { itemIds } from "../../integration-tests/contract/coverage/items"
import { type Mutant, mutants } from "../../integration-tests/contract/coverage/mutants"
import { pluginStories, type PluginStory } from "../../integration-tests/contract/coverage/plugin-stories"
import { runPluginStories } from "./plugin-stories"
import type { StageResult } from "./result"
import { inParallel, type Outcome, type StoryProcess, type StoryTask } from "./story-process"

const WORKER = "story-worker.js"
const NOT_ENDED = { kind: "failed", message: "it did not end" } as const

/** A story under one set of assumptions, or stories of one store. */
type Runnable = {
  name: string
  run: (process: StoryProcess, mutant?: Mutant) => Promise<Outcome>
  /** What has to pass without a mutant. @default the same */
  whole?: Runnable
}
type Row = {
  id: string
  stories: (set: string | undefined) => readonly Runnable[]
  mutants: readonly Mutant[]
}

/**
 * Breaks the statement of each row of docs/developers/service-coverage.md, and expects that a story the row names fails then, which
 * it does not without the mutant. Each row counts as one test.
 *
 * @param pattern of the rows' names
 * @param prepareStores the environment of stories of a store
 */
export async function runCoverageStage(
  pattern: string | undefined,
  prepareStores: () => Promise<Record<string, string>>
): Promise<StageResult> {
  const rows = rowsOf(new RegExp(pattern ?? ""), prepareStores)
  const sound = new Map<string, number>()
  const failures: string[] = []
  const named = rows.flatMap(({ stories, mutants }) => mutants.flatMap(({ set }) => stories(set)))
  const whole = named.map((story) => story.whole ?? story)
  const distinct = [...new Map(whole.map((story) => [story.name, story])).values()]
  await inParallel(WORKER, distinct, async ({ name, run }, process: StoryProcess) => {
    const outcome = await run(process)
    if (outcome.kind === "passed") sound.set(name, outcome.ms)
    if (outcome.kind === "failed") failures.push(`${name}\n  fails without a mutant: ${outcome.message}`)
  })
  const withMutant = remembered()
  let passed = 0
  await inParallel(WORKER, rows, async ({ id, stories, mutants }, process: StoryProcess) => {
    const problems = mutants.length === 0 ? ["has no mutant yet"] : []
    for (const mutant of mutants) {
      const tried = stories(mutant.set)
        .filter((story) => sound.has(wholeOf(story)))
        .sort((left, right) => (sound.get(wholeOf(left)) ?? 0) - (sound.get(wholeOf(right)) ?? 0))
      const problem = await survival(mutant, tried, (story) => withMutant(story, mutant, process))
      if (problem !== undefined) problems.push(problem)
    }
    console.log(`${problems.length === 0 ? "killed  " : "SURVIVED"} ${id}`)
    if (problems.length === 0) passed += 1
    else failures.push(`${id}\n  ${problems.join("\n  ")}`)
  })
  return { passed, failed: failures.length, failures }
}

const wholeOf = ({ name, whole }: Runnable) => whole?.name ?? name

function rowsOf(pattern: RegExp, prepareStores: () => Promise<Record<string, string>>): Row[] {
  const claims = readClaims(createRequire(__filename))
  const ids = itemIds.filter((id) => pattern.test(id))
  const ofPlugin = (id: string) => pluginStories.filter(({ items }) => items.includes(id))
  const ofStores = bySpec(ids.flatMap(ofPlugin), prepareStores)
  return ids.map((id) => ({
    id,
    mutants: mutants[id] ?? [],
    stories: (set) => [
      ...claims.filter(({ items }) => items.includes(id)).map((claim) => inProcess({ ...claim, set })),
      ...bySpec(ofPlugin(id), prepareStores).map((story) => ({
        ...story,
        whole: ofStores.find(({ spec }) => spec === story.spec) ?? story,
      })),
    ],
  }))
}

function inProcess({ file, title, set }: StoryTask): Runnable {
  return {
    name: `${file}: ${title}${set === undefined ? "" : ` (${set})`}`,
    run: async (process, mutant) =>
      (await process.run({ file, title, set, ...(mutant && { mutant }) })) ?? NOT_ENDED,
  }
}

/** One start of a store serves all the stories of a file. */
function bySpec(
  stories: readonly PluginStory[],
  prepareStores: () => Promise<Record<string, string>>
): (Runnable & { spec: string })[] {
  return [...new Set(stories.map(({ spec }) => spec))].map((spec) => {
    const titles = [...new Set(stories.filter((story) => story.spec === spec).map(({ title }) => title))]
    return {
      spec,
      name: `${spec}: ${titles.join(", ")}`,
      run: async (_, mutant) => runPluginStories(spec, titles, await prepareStores(), mutant),
    }
  })
}

/** Rows may share a mutant and a story. */
function remembered() {
  const known = new Map<string, Promise<Outcome>>()
  return ({ name, run }: Runnable, mutant: Mutant, process: StoryProcess): Promise<Outcome> => {
    const key = JSON.stringify([name, mutant])
    const outcome = known.get(key) ?? run(process, mutant)
    known.set(key, outcome)
    return outcome
  }
}

/** Why a mutant does not count as killed; undefined when one of the stories fails. */
async function survival(
  { file, find, replace }: Mutant,
  stories: readonly Runnable[],
  run: (story: Runnable) => Promise<Outcome>
): Promise<string | undefined> {
  for (const story of stories) {
    const outcome = await run(story)
    if (outcome.kind === "failed") return undefined
    if (outcome.kind === "not_loaded") return outcome.message
  }
  const change = `${JSON.stringify(find)} as ${JSON.stringify(replace)}`
  return `${file}: ${change} breaks none of ${stories.map(({ name }) => name).join("; ")}`
}
