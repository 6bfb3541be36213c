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
const SOMETIMES_BY_IMPORT = ["doctor", "plans"] as const

/** Suites whose tests import nothing of the plugin: after a change of tests alone jest finds those too. */
const STORE_SUITES = ["http", "corners", "seldom"] as const

const TESTS = /(?:^|\/)__tests__\/|^integration-tests\//

function reachesStore(file: string): boolean {
  return /^integration-tests\/http\//.test(file) || (isPluginCode(file) && !isScreen(file))
}

/**
 * Stages whose tests reach the code from outside, through the built plugin, and those of a release, which repeat others: with the
 * files that they reach.
 */
const BY_AREA: [StageName, (file: string) => boolean][] = [
  ...STORE_SUITES.map((name): [StageName, typeof reachesStore] => [name, reachesStore]),
  ["smoke", (file) => /^integration-tests\/browser\//.test(file) || (isPluginCode(file) && isScreen(file))],
  ["package", (file) => /^(?:scripts\/package\/|integration-tests\/package\/|package\.json$)/.test(file)],
  ["chaos", isChaos],
  ["storm", isChaos],
  ["weather", isChaos],
  [
    "doctor",
    isIn("src/gateway/(?:doctor|assumptions)/", "integration-tests/contract/(?:doctor|wrong-settings)/"),
  ],
  ["plans", isIn("src/modules/", "integration-tests/module/")],
  [
    "paths",
    (file) => (isPluginCode(file) && !isScreen(file)) || /^integration-tests\/http\/paths/.test(file),
  ],
  ["coverage", isIn("integration-tests/contract/coverage/")],
  ["starter", (file) => Boolean(process.env.STARTER_DIR) && reachesStarter(file)],
  ["stores", isIn("integration-tests/stores/", "scripts/test/store-pairs")],
]

const reachesStarter = isIn("src/cli/storefront/", "integration-tests/storefront/")

function isChaos(file: string): boolean {
  return /^chaos\//.test(file) && !TESTS.test(file)
}

function isIn(...places: string[]): (file: string) => boolean {
  const place = new RegExp(`^(?:${places.join("|")})`)
  return (file) => place.test(file) && !/\/__tests__\//.test(file)
}

const isPluginCode = (file: string) => /^src\/.*\.(?:ts|tsx|mts|css|json)$/.test(file) && !TESTS.test(file)
const isScreen = (file: string) => /^src\/(?:admin|checkout)\//.test(file)

/** @param files relative to the repository */
export function stagesOf(files: readonly string[]): StageName[] {
  if (files.length === 0) return []
  return [
    "check",
    ...BY_IMPORT,
    ...BY_AREA.filter(([, reaches]) => files.some(reaches)).map(([name]) => name),
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
  const byImport = [...BY_IMPORT, ...SOMETIMES_BY_IMPORT, ...(files.some(isPluginCode) ? [] : STORE_SUITES)]
  return { stages: stagesOf(files), related: Object.fromEntries(byImport.map((stage) => [stage, present])) }
}
