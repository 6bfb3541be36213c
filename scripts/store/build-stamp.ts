import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"

/** Written when the plugin is installed: fingerprint of its sources. */
const plugin = join(resolve(__dirname, "..", ".."), "node_modules", "medusa-payment-onchain", ".source-hash")
const stampOf = (directory: string) => join(directory, ".medusa", "server", ".plugin-hash")

/** Whether the store in a directory was built with the installed plugin. */
export function isBuilt(directory: string): boolean {
  const stamp = stampOf(directory)
  return (
    existsSync(stamp) && existsSync(plugin) && readFileSync(stamp, "utf8") === readFileSync(plugin, "utf8")
  )
}

/** Records that the store was built with the installed plugin. */
export function noteBuild(directory: string): void {
  writeFileSync(stampOf(directory), readFileSync(plugin, "utf8"))
}
