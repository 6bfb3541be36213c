import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import type { MarkCounts } from "../documents/guarantees/measured"
import { type Mark, readMarkTable } from "./table"

const folder = resolve(__dirname, "../../.cache/marks")
const collector = resolve(__dirname, "collect.js")

/** What the processes of a run wrote. `passed`: marks whose function ran. `misread`: what was not found in the code as it ran. */
type Found = { reached: string[]; misread: string[]; passed: string[] }

/** A mark, and the kinds of runs that reached it. */
type ReachedMark = Mark & { by: string[] }

/** Forgets the last run of a kind. @returns the environment in which every process of the run watches its marks */
export function prepareRun(kind: string): Record<string, string> {
  const found = join(folder, kind)
  rmSync(found, { recursive: true, force: true })
  mkdirSync(found, { recursive: true })
  const table = join(folder, "table.json")
  writeFileSync(table, JSON.stringify(readMarkTable().files))
  const others = process.env.NODE_OPTIONS ?? ""
  return {
    MARKS_TABLE: table,
    MARKS_FOUND: found,
    NODE_OPTIONS: `${others} --require ${JSON.stringify(collector)}`.trim(),
  }
}

/** Every mark, with the kinds of runs on this machine that reached it. For the pages of evidence. */
export function readReached(): ReachedMark[] {
  const kinds = existsSync(folder) ? readdirSync(folder).filter((name) => !name.endsWith(".json")) : []
  const runs = kinds.sort().map((kind) => ({ kind, reached: new Set(readRun(kind).reached) }))
  return readMarkTable().marks.map((mark) => ({
    ...mark,
    by: runs.filter(({ reached }) => reached.has(mark.id)).map(({ kind }) => kind),
  }))
}

/** The marks of each file that the runs on this machine reached; empty before the first run. */
export function countReached(): Record<string, MarkCounts> {
  const counts: Record<string, { marks: number; reached: number; by: string[] }> = {}
  for (const { file, by } of readReached()) {
    const count = (counts[file] ??= { marks: 0, reached: 0, by: [] })
    count.marks += 1
    if (by.length > 0) count.reached += 1
    count.by = [...new Set([...count.by, ...by])].sort()
  }
  return Object.values(counts).some(({ reached }) => reached > 0) ? counts : {}
}

function readRun(kind: string): Found {
  const all: Found = { reached: [], misread: [], passed: [] }
  for (const name of readdirSync(join(folder, kind))) {
    const found: Found = JSON.parse(readFileSync(join(folder, kind, name), "utf8"))
    all.reached.push(...found.reached)
    all.misread.push(...found.misread)
    all.passed.push(...found.passed)
  }
  return all
}

/** The marks that a run passed by: their function ran, and they were not reached. @returns isSound: all were found in the code */
export function describeRun(kind: string): { text: string; isSound: boolean } {
  const found = readRun(kind)
  const [reached, passed] = [new Set(found.reached), new Set(found.passed)]
  const missed = [...passed].filter((id) => !reached.has(id)).sort()
  const misread = [...new Set(found.misread)]
  const head = `marks: ${reached.size} reached, and ${missed.length} not, of the ${passed.size} whose function ran`
  const text = [head, ...missed.map((id) => `  never: ${id}`), ...misread].join("\n")
  return { text, isSound: misread.length === 0 }
}

/** A line for each mark, then the marks that no kind of run reached. */
export function describeTable(marks: readonly ReachedMark[]): string {
  const kinds = [...new Set(marks.flatMap(({ by }) => by))].sort()
  const count = (kind: Mark["kind"], by: string) =>
    marks.filter((mark) => mark.kind === kind && mark.by.includes(by)).length
  const sums = kinds.map((by) => `${by}: ${count("rule", by)} rules, ${count("refusal", by)} refusals`)
  const rows = marks.map(({ id, by }) => `${by.length === 0 ? "NEVER" : by.join(" ")} | ${id}`)
  const all = `${marks.filter(({ by }) => by.length > 0).length} of ${marks.length} marks are reached`
  return [...rows, ...sums, all].join("\n")
}
