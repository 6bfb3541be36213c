import { readFileSync } from "node:fs"
import { builtinModules } from "node:module"
import { relative } from "node:path"
import ts from "typescript"
import { builtFiles } from "../../scripts/package/shipped-files"

/** Code of browsers, which a store's dashboard or storefront bundles. */
const isBrowsers = (file: string) =>
  /src\/(?:admin|checkout\/(?:onchain-checkout|onchain-addresses|react)\.)/.test(file)
const isBuiltin = (name: string) => name.startsWith("node:") || builtinModules.includes(name)
const packageOf = (specifier: string) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")

export type Import = { file: string; specifier: string; name: string; isBrowsers: boolean }

/**
 * Every import of another package in the built plugin, code and declarations.
 *
 * @param root directory of the installed package
 */
export function importsOf(root: string): Import[] {
  return builtFiles(root)
    .filter((file) => /\.m?[jt]s$/.test(file))
    .flatMap((file) =>
      ts
        .preProcessFile(readFileSync(file, "utf8"), true, /\.m?js$/.test(file))
        .importedFiles.map(({ fileName }) => fileName)
        .filter((specifier) => !specifier.startsWith(".") && !isBuiltin(specifier))
        .map((specifier) => ({
          file: relative(root, file),
          specifier,
          name: packageOf(specifier),
          isBrowsers: isBrowsers(file),
        }))
    )
}
