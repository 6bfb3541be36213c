import { mkdirSync, writeFileSync } from "node:fs"
import { type Profiler, Session } from "node:inspector/promises"
import { join } from "node:path"

const BUILT = /\.medusa\/server\/(src\/.+)\.js$/
/** Code that compiling and jest add: the body of a module, and the getter of a re-exported name. */
const isOfLoading = ({ functionName }: Profiler.FunctionCoverage) =>
  functionName === "" || functionName === "get" || functionName === "Object.<anonymous>"

/**
 * Lists the plugin's source files with a function that runs in each of two jobs that do the same, in this process:
 * what runs in one of them alone ran beside it. The list is
 * also written to `.cache/paths`, where `scripts/paths.ts` reads it.
 */
export async function executedFiles(
  name: string,
  prepare: () => Promise<() => Promise<void>>
): Promise<string[]> {
  const first = await filesOf(await prepare())
  const second = new Set(await filesOf(await prepare()))
  const files = first.filter((file) => second.has(file))
  mkdirSync(".cache/paths", { recursive: true })
  writeFileSync(join(".cache/paths", `${name}.txt`), files.map((file) => `${file}\n`).join(""))
  return files
}

async function filesOf(job: () => Promise<void>): Promise<string[]> {
  const session = new Session()
  session.connect()
  try {
    await session.post("Profiler.enable")
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
    await job()
    const { result } = await session.post("Profiler.takePreciseCoverage")
    return [...new Set(result.flatMap(toExecuted))].sort()
  } finally {
    await session.post("Profiler.stopPreciseCoverage")
    session.disconnect()
  }
}

function toExecuted({ url, functions }: Profiler.ScriptCoverage): string[] {
  const [, path] = BUILT.exec(url) ?? []
  const hasRun = functions.some((one) => !isOfLoading(one) && one.ranges.some(({ count }) => count > 0))
  return path !== undefined && hasRun ? [`${path}.ts`] : []
}
