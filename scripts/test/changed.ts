import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { root } from "./run-command"
import type { StageName } from "./stages"

/** The stages that a change can fail, and of some only the tests that reach one of its files. */
export interface Change {
  stages: StageName[]
  related: Partial<Record<StageName, readonly string[]>>
}

/** Suites whose tests import what they test: jest finds those that reach a file. */
const BY_IMPORT = ["unit", "contract", "module"] as const

const TESTS = /(?:^|\/)__tests__\/|^integration-tests\//

function reachesStore(file: string): boolean {
  return /^integration-tests\/http\//.test(file) || (isPluginCode(file) && !isScreen(file))
}

/** Stages whose tests reach the code from outside, through the built plugin, and the files that they reach. */
const FROM_OUTSIDE: [StageName, (file: string) => boolean][] = [
  ["http", reachesStore],
  ["corners", reachesStore],
  ["smoke", (file) => /^integration-tests\/browser\//.test(file) || (isPluginCode(file) && isScreen(file))],
  ["package", (file) => /^(?:scripts\/package\/|integration-tests\/package\/|package\.json$)/.test(file)],
  ["chaos", (file) => /^chaos\//.test(file) && !TESTS.test(file)],
]

const isPluginCode = (file: string) => /^src\/.*\.(?:ts|tsx|mts|css|json)$/.test(file) && !TESTS.test(file)
const isScreen = (file: string) => /^src\/(?:admin|checkout)\//.test(file)

/** @param files relative to the repository */
export function stagesOf(files: readonly string[]): StageName[] {
  if (files.length === 0) return []
  return [
    "check",
    ...BY_IMPORT,
    ...FROM_OUTSIDE.filter(([, reaches]) => files.some(reaches)).map(([name]) => name),
  ]
}

/**
 * What differs from a commit in this working tree.
 *
 * @param commit @default the last one
 * @throws Error when git does not know it
 */
export function changeSince(commit = "HEAD"): Change {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean)
  const changed = git("diff", "--name-only", commit, "--")
  const added = git("ls-files", "--others", "--exclude-standard")
  const files = [...new Set([...changed, ...added])]
  const present = files.filter((file) => existsSync(join(root, file)))
  const byImport = files.some(isPluginCode) ? BY_IMPORT : ([...BY_IMPORT, "http", "corners"] as const)
  return { stages: stagesOf(files), related: Object.fromEntries(byImport.map((stage) => [stage, present])) }
}
