import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/**
 * Gives the parts of the built admin an ending. Medusa's build writes them without one, and the Tailwind of a store looks for class
 * names only in files that have one, so that screens in such a part would have no styles of their own.
 *
 * @param root directory of the repository, with the built `.medusa/server`
 */
export function nameAdminChunks(root: string): void {
  const admin = join(root, ".medusa", "server", "src", "admin")
  const folder = join(admin, "_chunks")
  const names = new Map(
    readdirSync(folder)
      .filter((name) => !name.includes("."))
      .map((name) => [name, `${name}${isModule(readFileSync(join(folder, name), "utf8")) ? ".mjs" : ".js"}`])
  )
  const rename = (text: string) =>
    text.replace(
      /(["'])(\.{1,2}\/(?:_chunks\/)?)([\w-]+)\1/g,
      (whole, quote: string, path: string, name: string) => {
        const named = names.get(name)
        return named === undefined ? whole : `${quote}${path}${named}${quote}`
      }
    )
  for (const file of ["index.js", "index.mjs"].map((name) => join(admin, name)))
    writeFileSync(file, rename(readFileSync(file, "utf8")))
  for (const [name, named] of names) {
    const file = join(folder, name)
    writeFileSync(file, rename(readFileSync(file, "utf8")))
    renameSync(file, join(folder, named))
  }
}

/** Modules import; what is built for `require` exports by assignment. */
const isModule = (code: string) => !/^(?:"use strict";|exports\.|Object\.defineProperty\(exports)/m.test(code)
