import { readFileSync, realpathSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, parse } from "node:path"
import { z } from "zod"

const Manifest = z.object({ name: z.string().optional(), version: z.string().optional() })

/** Packages whose state the dashboard shares with the plugin: a second copy of one breaks every page. */
const SHARED = ["react", "react-router-dom", "@tanstack/react-query", "@medusajs/ui", "react-i18next"]

/** Which copies the plugin and the dashboard of a store load, as `name@version`; the same list means the same copies. */
export function sharedCopies(directory: string): { plugin: string[]; dashboard: string[] } {
  const copiesOf = (owner: string) => {
    const { resolve } = createRequire(realpathSync(join(directory, "node_modules", owner, "package.json")))
    return SHARED.map((name) => copyOf(name, resolve(name)))
  }
  return { plugin: copiesOf("medusa-payment-onchain"), dashboard: copiesOf("@medusajs/dashboard") }
}

/** Folder and version of the package that a file belongs to. */
function copyOf(name: string, file: string): string {
  for (let folder = dirname(file); folder !== parse(folder).root; folder = dirname(folder)) {
    const manifest = readManifest(folder)
    if (manifest?.name === name) return `${name}@${manifest.version} in ${realpathSync(folder)}`
  }
  throw new Error(`${file} belongs to no package ${name}`)
}

function readManifest(folder: string): z.infer<typeof Manifest> | null {
  try {
    return Manifest.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")))
  } catch {
    // Most folders of a package have no package.json.
    return null
  }
}
