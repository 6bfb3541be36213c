import { readFileSync } from "node:fs"
import { join } from "node:path"
import { weatherNames } from "../../../chaos/weather/weather"
import { repository } from "../code-blocks"
import { type ChaosCounts, EVIDENCE, type Measured, type MutantCounts, readMeasured } from "./measured"
import promises from "./promises.json"

const PAGE = "docs/guarantees.md"

/** What the store promises about money, and what its words rest on. */
export type Promised = {
  promise: string
  invariant: string
  /** Files of tests, and of checks of the chaos run. */
  tests: readonly string[]
  /** Files whose pure functions decide about it. */
  code?: readonly string[]
  /** What `npm run search` breaks it by, if it can: the money of attempts, or sessions that come and go. */
  searched?: string
}

export const PROMISES: Readonly<Record<string, readonly Promised[]>> = promises

/** The page, its tables made anew from the promises and from what commands measured; the rest of it is written by hand. */
export function guaranteesPage(): string {
  const measured = readMeasured(EVIDENCE)
  const tables: Record<string, string> = {
    ...Object.fromEntries(
      Object.entries(PROMISES).map(([section, rows]) => [section, tableOfPromises(rows, measured)])
    ),
    "Mistakes by machine": tableOfMutants(measured),
    "The search": tableOfSearch(measured),
    "The chaos run": tableOfChaos(measured),
    "The weather": tableOfWeather(measured),
  }
  return readFileSync(join(repository, PAGE), "utf8").replace(
    /(<!-- made: (.+?) -->\n)[^]*?(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => {
      const made = tables[name]
      if (made === undefined) throw new Error(`${PAGE} has a place for "${name}", which nothing makes`)
      return `${begin}\n${made}\n\n${end}`
    }
  )
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "`docs/evidence.json` has no figures yet."
  return [titles, titles.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

const number = (count: number) => count.toLocaleString("en-US")
const code = (text: string) => `\`${text}\``

function tableOfPromises(rows: readonly Promised[], measured: Measured): string {
  return table(
    ["Promise", "Invariant", "Guarded by", "Evidence"],
    rows.map((row) => [
      row.promise,
      row.invariant,
      row.tests.map(code).join(", "),
      evidenceOf(row, measured).join("; ") || "its tests",
    ])
  )
}

function evidenceOf({ tests, code: files = [], searched }: Promised, measured: Measured): string[] {
  const counts = files.flatMap((file) => measured.mutants[file] ?? [])
  // One file without figures, and the sum would say too much.
  const isMeasured = files.length > 0 && counts.length === files.length
  const marks = files.flatMap((file) => measured.marks[file] ?? [])
  const total = (of: "marks" | "reached") => marks.reduce((sum, count) => sum + count[of], 0)
  const checks = tests.filter((file) => file.startsWith("chaos/")).flatMap(checksIn)
  const runs = Object.values(measured.chaos)
  const isClean = ({ violated }: ChaosCounts) => !violated.some((name) => checks.includes(name))
  const clean = runs.filter(isClean)
  const blown = weatherNames.filter((name) => runs.some(({ weather }) => weather.includes(name)))
  const survived = blown.filter((name) => runs.every((run) => isClean(run) || !run.weather.includes(name)))
  const sets = Object.entries(measured.search).filter(
    ([name]) => searched === (name.startsWith("sessions") ? "sessions" : "money")
  )
  const states = sets.reduce((sum, [, set]) => sum + set.states, 0)
  return [
    ...(isMeasured ? [`${noticed(sumOf(counts))} mistakes noticed`] : []),
    ...(marks.length > 0 ? [`${total("reached")} of ${total("marks")} marks reached`] : []),
    ...(states > 0 ? [`${number(states)} states`] : []),
    ...(checks.length > 0 && runs.length > 0 ? [`${clean.length} of ${runs.length} chaos runs`] : []),
    ...(checks.length > 0 && blown.length > 0 ? [`${survived.length} of ${blown.length} weathers`] : []),
  ]
}

/** The names of the checks of a file. */
function checksIn(file: string): string[] {
  return [...readFileSync(join(repository, file), "utf8").matchAll(/^ {2}name: "(\w+)"/gm)].map(
    ([, name = ""]) => name
  )
}

const NONE: MutantCounts = { mutants: 0, killed: 0, refused: 0, equivalent: 0, survived: 0 }

function sumOf(counts: readonly MutantCounts[]): MutantCounts {
  const add = (sum: MutantCounts, next: MutantCounts): MutantCounts => ({
    mutants: sum.mutants + next.mutants,
    killed: sum.killed + next.killed,
    refused: sum.refused + next.refused,
    equivalent: sum.equivalent + next.equivalent,
    survived: sum.survived + next.survived,
  })
  return counts.reduce(add, NONE)
}

/** Nobody can notice what the compiler refuses or what changes nothing. */
function noticed({ killed, survived }: MutantCounts): string {
  return `${number(killed)} of ${number(killed + survived)}`
}

function tableOfMutants({ mutants }: Measured): string {
  const entries = Object.entries(mutants).sort(([left], [right]) => left.localeCompare(right))
  const rowOf = (name: string, counts: MutantCounts, when: string) => [
    name,
    ...[counts.mutants, counts.killed, counts.refused, counts.equivalent, counts.survived].map(number),
    when,
  ]
  return table(
    ["File", "Mistakes", "Noticed", "Refused by the compiler", "Explained", "Survived", "Measured"],
    [
      ...entries.map(([file, run]) =>
        rowOf(code(file.slice("src/".length)), run, `${run.date}, ${run.commit}`)
      ),
      rowOf("all", sumOf(entries.map(([, run]) => run)), ""),
    ]
  )
}

function tableOfSearch({ search }: Measured): string {
  return table(
    ["Set", "States", "States a second", "Longest story", "Extent", "Measured"],
    Object.entries(search).map(([name, { states, statesPerSecond, depth, isComplete, date, command }]) => [
      name,
      number(states),
      number(statesPerSecond),
      `${depth} events`,
      isComplete ? "complete" : "up to its limit",
      `${date}, ${code(command)}`,
    ])
  )
}

function tableOfChaos({ chaos }: Measured): string {
  return table(
    ["Command", "Orders", "Kills", "Weather", "Found", "Measured"],
    Object.values(chaos).map((run) => [
      code(run.command),
      number(run.orders),
      number(run.kills),
      run.weather.length > 1 ? `${run.weather.length} weathers` : (run.weather[0] ?? "none"),
      foundBy(run),
      `${run.date}, ${run.commit}`,
    ])
  )
}

function foundBy({ violated }: ChaosCounts): string {
  return violated.length === 0 ? "nothing" : violated.map(code).join(", ")
}

/** The last run of each weather alone, and how many runs had it among others. */
function tableOfWeather({ chaos }: Measured): string {
  const runs = Object.values(chaos)
  return table(
    ["Weather", "Alone", "Found", "Measured", "Among others"],
    weatherNames.map((name) => {
      const alone = runs.filter(({ weather }) => weather.join() === name).at(-1)
      const others = runs.filter(({ weather }) => weather.length > 1 && weather.includes(name))
      const clean = others.filter(({ violated }) => violated.length === 0)
      return [
        code(name),
        ...(alone
          ? [code(alone.command), foundBy(alone), `${alone.date}, ${alone.commit}`]
          : ["no run noted", "", ""]),
        others.length === 0 ? "no run noted" : `${clean.length} of ${others.length} runs found nothing`,
      ]
    })
  )
}
