import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { repository } from "../code-blocks"

/** When and how a figure was measured. */
export type Run = { date: string; commit: string; command: string }

/** How the mutants of a file ended. */
export type MutantCounts = Record<"mutants" | "killed" | "refused" | "equivalent" | "survived", number>
/** One set of a search, which may be complete. */
export type SearchCounts = { states: number; statesPerSecond: number; depth: number; isComplete: boolean }
/** A run of chaos: the weathers that blew, and the names of the checks that found something. */
export type ChaosCounts = {
  orders: number
  kills: number
  weather: readonly string[]
  violated: readonly string[]
}

/** The marks of a file, and how many of them the runs of some kinds reached. */
export type MarkCounts = { marks: number; reached: number; by: readonly string[] }

/** Figures that commands measured, by the file, the set or the command. */
export type Measured = {
  marks: Record<string, MarkCounts>
  mutants: Record<string, Run & MutantCounts>
  search: Record<string, Run & SearchCounts>
  chaos: Record<string, Run & ChaosCounts>
}
type Figures = { mutants: MutantCounts; search: SearchCounts; chaos: ChaosCounts }

/** What runs on this machine measured; `npm run evidence` takes it over. */
export const MEASURED_HERE = ".cache/measured.json"
/** The figures of the page. */
export const EVIDENCE = "docs/evidence.json"

export function readMeasured(file: string): Measured {
  const path = join(repository, file)
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Partial<Measured>) : {}
  return { marks: {}, mutants: {}, search: {}, chaos: {}, ...known }
}

/** Notes what a command measured, in place of its last figures of that name. */
export function noteMeasured<Kind extends keyof Figures>(
  kind: Kind,
  name: string,
  command: string,
  figures: Figures[Kind]
): void {
  const measured = readMeasured(MEASURED_HERE)
  const git = (...args: string[]) => execFileSync("git", args, { cwd: repository, encoding: "utf8" }).trim()
  const isChanged = git("status", "--porcelain", "--untracked-files=no") !== ""
  const commit = `${git("rev-parse", "--short=8", "HEAD")}${isChanged ? " and changes" : ""}`
  const run: Run = { date: new Date().toISOString().slice(0, 10), commit, command }
  const path = join(repository, MEASURED_HERE)
  mkdirSync(dirname(path), { recursive: true })
  const named = { ...measured[kind], [name]: { ...run, ...figures } }
  writeFileSync(path, JSON.stringify({ ...measured, [kind]: named }, null, 2))
}
