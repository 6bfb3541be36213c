import { existsSync, readFileSync, rmSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import ts from "typescript"
import { builtFiles, publicTypes } from "./shipped-files"

/**
 * Deletes the declarations that no public entry leads to. No store can import them, and they are most of the package's files.
 *
 * @param root directory of the repository, with the built `.medusa/server`
 */
export function pruneTypes(root: string): void {
  const reachable = new Set<string>()
  const visit = (file: string) => {
    if (reachable.has(file)) return
    reachable.add(file)
    for (const { fileName } of ts.preProcessFile(readFileSync(file, "utf8")).importedFiles)
      if (fileName.startsWith(".")) visit(declarationOf(file, fileName))
  }
  publicTypes(root).forEach(visit)
  for (const file of builtFiles(root)) if (/\.d\.m?ts$/.test(file) && !reachable.has(file)) rmSync(file)
}

function declarationOf(importer: string, name: string): string {
  const target = resolve(dirname(importer), name)
  const places = [target.replace(/\.(m?)js$/, ".d.$1ts"), `${target}.d.ts`, resolve(target, "index.d.ts")]
  const found = places.find((file) => existsSync(file) && statSync(file).isFile())
  if (found === undefined) throw new Error(`${importer} imports ${name}, which has no declaration.`)
  return found
}
