import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"

/** Written by the installation of the plugin: fingerprint of everything it is made from. */
const plugin = join(resolve(__dirname, "..", ".."), "node_modules", "medusa-payment-onchain", ".source-hash")
const stampOf = (directory: string) => join(directory, ".medusa", "server", ".plugin-hash")

/** Whether the store in a directory was built with the plugin that is installed now. */
export function isBuilt(directory: string): boolean {
  const stamp = stampOf(directory)
  return (
    existsSync(stamp) && existsSync(plugin) && readFileSync(stamp, "utf8") === readFileSync(plugin, "utf8")
  )
}

/** Notes that the store was built with the plugin that is installed now. */
export function noteBuild(directory: string): void {
  writeFileSync(stampOf(directory), readFileSync(plugin, "utf8"))
}
