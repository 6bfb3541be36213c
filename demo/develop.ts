import { existsSync, mkdirSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { compile, isServerFile, toBuilt } from "../scripts/package/compile-server"
import { forgetInstalled } from "../scripts/package/install-self"
import type { Demo } from "./environment"
import type { Say } from "./progress"

const root = resolve(__dirname, "..")
const installed = join(root, "node_modules", "medusa-payment-onchain")
/** Files that arrive together are one change, such as a branch that was checked out. */
const settleMs = 150

/**
 * `npm run dev`: compiles changed files of `src` into the installed plugin and restarts the store. The dashboard reads
 * `src/admin` itself and updates open pages. Migrations and the script of the payment page need another start.
 *
 * @param settled what needs the store until then, and would fail by a restart
 */
export function followSources({ restart }: Demo, say: Say, settled: Promise<unknown>): () => void {
  const changed = new Set<string>()
  let isSettled = false
  const whenSettled = settled.catch(() => undefined).then(() => (isSettled = true))
  let work: Promise<void> | undefined

  async function apply(): Promise<void> {
    if (!isSettled) say(`${[...changed].join(", ")}: the store restarts once the queues are filled`)
    await whenSettled
    while (changed.size > 0) {
      await delay(settleMs)
      const startedAt = Date.now()
      const files = [...changed]
      changed.clear()
      forgetInstalled()
      for (const file of files) install(file)
      await restart()
      say(
        `${files.join(", ")}: the store has restarted, ${((Date.now() - startedAt) / 1000).toFixed(1)} s. Sign in to the admin by its link.`
      )
    }
  }

  const watcher = watch(join(root, "src"), { recursive: true }, (_, file) => {
    if (file === null || !isServerFile(file) || /^sandbox\//.test(file)) return
    changed.add(join("src", file))
    work ??= apply()
      .catch((error: unknown) =>
        say(`not applied: ${error instanceof Error ? error.message : String(error)}`)
      )
      .finally(() => (work = undefined))
  })
  return () => watcher.close()
}

function install(file: string): void {
  const target = join(installed, ".medusa", "server", toBuilt(file))
  const source = join(root, file)
  if (!existsSync(source)) return rmSync(target, { force: true })
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, compile(readFileSync(source, "utf8"), file))
}
