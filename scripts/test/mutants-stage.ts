import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type MutantCounts, noteMeasured } from "../documents/guarantees/measured"
import { createCompiler } from "./mutants/compiler"
import { type CodeMutant, generateMutants } from "./mutants/generate"
import type { StageResult } from "./result"
import { root } from "./run-command"
import { inParallel, type StoryProcess } from "./story-process"

const WORKER = "mutants/spec-worker.js"

/** Files that decide, by pure functions, and the arithmetic that all of them rest on. */
const DECIDING = ["src/domain/*.ts", "src/gateway/amount.ts", "src/gateway/asset.ts"]
/** Tests beside these files, and others that name them: what notices a mistake only by chance does not count. */
const SPECS = ":(glob)src/**/__tests__/**/*.spec.ts"
const NAMES_THEM = /"(?:\.\.\/)+(?:domain\/[\w/-]+|amount|asset)"/
/** It takes seconds for each mutant: a mistake has to be noticed by a test that names it. */
const SEARCHES = /money-search\.spec/

/** A busy machine is slow, a mutant that never ends is slower. */
const PATIENCE_MS = 10_000

/** Mutants that change nothing anybody can see, with the reason. */
const EQUIVALENT = join(__dirname, "mutants/equivalent.txt")

type Task = { file: string; texts: Record<string, string>; chosen?: number[] }
type SpecRun = {
  ms: number
  failure?: string
  loading: number[]
  tests: { ms: number; blocks: number[] }[]
}
type SpecProcess = StoryProcess<Task, SpecRun>
/** A file of tests as it ran without a mutant. */
type Spec = SpecRun & { file: string }

/**
 * Makes every mistake of a list (`mutants/generate.ts`) in the files that decide, one at a time, and expects that a unit test fails,
 * that the compiler refuses the mistake, or that `equivalent.txt` says why nobody can notice it. Each mutant counts as one test.
 *
 * @param pattern of the files' paths
 */
export async function runMutantsStage(pattern: string | undefined): Promise<StageResult> {
  const files = listFiles(...DECIDING).filter((file) => !/__tests__/.test(file) && file.match(pattern ?? ""))
  const { texts, probed, mutants } = generateAll(files)
  const specs = await runSpecs(probed)
  const reasons = readReasons()
  const isRefused = createCompiler()
  const left = new Map(files.map((file) => [file, mutants.filter((mutant) => mutant.file === file).length]))
  const counts = new Map<string, MutantCounts>()
  const failures: string[] = []
  const fail = (failure: string) => {
    failures.push(failure)
    console.log(failure)
  }
  await inParallel(WORKER, mutants, async (mutant, process: SpecProcess) => {
    const { file, start, end, replace, change } = mutant
    const original = texts.get(file) ?? ""
    const text = original.slice(0, start) + replace + original.slice(end)
    const isKilled = await isNoticed({ ...mutant, text }, specs, process)
    const refusal = () => (isRefused(file, text) ? "refused" : "survived")
    const outcome = isKilled ? "killed" : reasons.get(file)?.has(change) ? "equivalent" : refusal()
    if (outcome === "survived") fail(`SURVIVED ${file} | ${change}`)
    const count = counts.get(file) ?? { mutants: 0, killed: 0, refused: 0, equivalent: 0, survived: 0 }
    counts.set(file, count)
    count.mutants += 1
    count[outcome] += 1
    left.set(file, (left.get(file) ?? 0) - 1)
    if (left.get(file) === 0) noteMeasured("mutants", file, "npm run mutants", count)
  })
  for (const file of files)
    for (const change of reasons.get(file)?.keys() ?? [])
      if (!mutants.some((mutant) => mutant.file === file && mutant.change === change))
        fail(`NO MUTANT, but in equivalent.txt: ${file} | ${change}`)
  console.table(Object.fromEntries(counts))
  return { passed: mutants.length - failures.length, failed: failures.length, failures }
}

const listFiles = (...patterns: string[]) =>
  execFileSync("git", ["ls-files", ...patterns], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter(Boolean)

function generateAll(files: readonly string[]) {
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]))
  const probed: Record<string, string> = {}
  const mutants: CodeMutant[] = []
  let blocks = 0
  for (const [file, text] of texts) {
    const generated = generateMutants(file, text, blocks)
    blocks = generated.blocks
    probed[file] = generated.probed
    mutants.push(...generated.mutants)
  }
  return { texts, probed, mutants }
}

function isOfThem(spec: string): boolean {
  if (SEARCHES.test(spec)) return false
  return spec.startsWith("src/domain/") || NAMES_THEM.test(readFileSync(join(root, spec), "utf8"))
}

/** Runs each file of tests once, to know which blocks each test enters. */
async function runSpecs(probed: Record<string, string>): Promise<Spec[]> {
  const specs: Spec[] = []
  const files = listFiles(SPECS).filter(isOfThem)
  await inParallel(WORKER, files, async (file, process: SpecProcess) => {
    const run = await process.run({ file, texts: probed })
    if (run && run.failure === undefined) specs.push({ file, ...run })
    else console.log(`NOT USED ${file}: ${run?.failure ?? "it did not end"}`)
  })
  return specs
}

/** Whether a test that enters the block fails, the fastest files first. */
async function isNoticed(
  { file, text, block }: CodeMutant & { text: string },
  specs: readonly Spec[],
  process: SpecProcess
): Promise<boolean> {
  const tried = specs
    .map(({ file, loading, tests }) => {
      const all = tests.map((test, index) => ({ ...test, index }))
      const chosen = loading.includes(block) ? all : all.filter(({ blocks }) => blocks.includes(block))
      return {
        file,
        chosen: chosen.map(({ index }) => index),
        ms: chosen.reduce((sum, { ms }) => sum + ms, 0),
      }
    })
    .filter(({ chosen }) => chosen.length > 0)
    .sort((left, right) => left.ms - right.ms)
  for (const { file: spec, chosen, ms } of tried) {
    const run = await process.run({ file: spec, texts: { [file]: text }, chosen }, PATIENCE_MS + 10 * ms)
    if (run === null || run.failure !== undefined) return true
  }
  return false
}

/** Why nobody can notice a mutant, by file and change. Lines of the file: `# file`, then `reason | change`. */
function readReasons(): Map<string, Map<string, string>> {
  const reasons = new Map<string, Map<string, string>>()
  let ofFile = new Map<string, string>()
  for (const line of readFileSync(EQUIVALENT, "utf8").split("\n").filter(Boolean)) {
    if (line.startsWith("# ")) reasons.set(line.slice(2), (ofFile = new Map()))
    else {
      const [reason = "", ...change] = line.split(" | ")
      ofFile.set(change.join(" | "), reason)
    }
  }
  return reasons
}
