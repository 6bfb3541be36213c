import { readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"

/** Licences under which a store may use and ship a dependency without further duties than naming its authors. */
const PERMISSIVE = ["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "0BSD"]

const Package = z.object({
  license: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
})
const Lock = z.object({ packages: z.record(z.string(), Package) })
type Packages = z.infer<typeof Lock>["packages"]

/** Reads `package-lock.json`. */
export const readLock = (root: string) =>
  Lock.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"))).packages

/**
 * Licences of what a store installs with the plugin: its dependencies, theirs, and so on. Peers are the store's own.
 *
 * @returns licence by place, such as `node_modules/hono`; null where the package names none
 */
export function runtimeLicences(packages: Packages): Map<string, string | null> {
  const licences = new Map<string, string | null>()
  const visit = (place: string) => {
    const { dependencies = {}, optionalDependencies = {} } = packages[place] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = placeOf(packages, place, name)
      if (licences.has(found)) continue
      licences.set(found, packages[found]?.license ?? null)
      visit(found)
    }
  }
  visit("")
  return licences
}

/** Node's rule: the nearest `node_modules` that has the package. */
function placeOf(packages: Packages, importer: string, name: string): string {
  const place = importer === "" ? `node_modules/${name}` : `${importer}/node_modules/${name}`
  if (place in packages) return place
  if (importer === "") throw new Error(`package-lock.json has no ${name}. Run npm install.`)
  return placeOf(packages, importer.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/, ""), name)
}

/** The packages whose licence is missing or asks for more. */
export const notPermissive = (licences: ReadonlyMap<string, string | null>) =>
  [...licences].flatMap(([place, licence]) =>
    licence !== null && PERMISSIVE.includes(licence) ? [] : [`${place}: ${licence ?? "no licence"}`]
  )
