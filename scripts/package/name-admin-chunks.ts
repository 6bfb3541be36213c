import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/**
 * Keeps the modules of the built admin, and names its parts `.js`. The Tailwind of a store looks for class names in files with this
 * ending only, so that screens in other parts would have no styles of their own. Nothing loads the copy that is built for `require`.
 *
 * @param root directory of the repository, with the built `.medusa/server`
 */
export function nameAdminChunks(root: string): void {
  const admin = join(root, ".medusa", "server", "src", "admin")
  const folder = join(admin, "_chunks")
  const parts = readdirSync(folder)
  const isModule = (name: string) => /^(?:import|export)\b/m.test(readFileSync(join(folder, name), "utf8"))
  const modules = new Map(parts.filter(isModule).map((name) => [name, `${name.replace(/\.m?js$/, "")}.js`]))
  const rename = (text: string) =>
    text.replace(
      /(["'])(\.{1,2}\/(?:_chunks\/)?)([\w.-]+)\1/g,
      (whole, quote: string, path, name: string) => {
        const named = modules.get(name)
        return named === undefined ? whole : `${quote}${path}${named}${quote}`
      }
    )
  rmSync(join(admin, "index.js"))
  for (const name of parts.filter((one) => !modules.has(one))) rmSync(join(folder, name))
  for (const file of [join(admin, "index.mjs"), ...[...modules.keys()].map((name) => join(folder, name))])
    writeFileSync(file, rename(readFileSync(file, "utf8")))
  for (const [name, named] of modules) renameSync(join(folder, name), join(folder, named))
  // Node and bundlers read these files as modules, although the package is not one.
  writeFileSync(join(folder, "package.json"), `{ "type": "module" }\n`)
}
