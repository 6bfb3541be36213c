import { existsSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { loadTypeScript, missing, Source, type TypeScript } from "./source"

/** Differences between Medusa's starters that affect our files. */
export type Shape = {
  /** The storefront's folder, which contains `src`. */
  root: string
  /** Import aliases of `src/lib` and `src/modules`, such as `@lib` or `@/lib`. */
  lib: string
  modules: string
  /** Path of the order page below the country, for a template literal with `orderId`. */
  orderPage: string
  /** The import of its Button. */
  buttonImport: string
  providerId: string
}

/** DTC starter, B2B starter, and the storefront itself. */
const PLACES = [".", "apps/storefront", "storefront"]
const BUTTON = "src/modules/checkout/components/payment-button/index.tsx"
const ORDER_PAGES = {
  "order/[id]/confirmed": "order/${orderId}/confirmed",
  "order/confirmed/[id]": "order/confirmed/${orderId}",
}

/**
 * Recognizes a storefront based on Medusa's starters.
 *
 * @param directory the storefront, or the repository around it
 * @returns also the TypeScript that reads the storefront
 * @throws RefusedError with the file and what is missing
 */
export function findShape(directory: string, providerId: string): { shape: Shape; ts: TypeScript } {
  const place = PLACES.find((each) => existsSync(join(directory, each, BUTTON)))
  if (place === undefined)
    throw missing(BUTTON, `the file itself, in ${PLACES.map((each) => join(directory, each)).join(", ")}`)
  const root = join(directory, place)
  const ts = loadTypeScript(root)
  const alias = aliasesOf(ts, root)
  const modules = alias("modules")
  const source = new Source(ts, BUTTON, readFileSync(join(root, BUTTON), "utf8"))
  const buttonImport = buttonImportOf(source, modules)
  return {
    ts,
    shape: { root, lib: alias("lib"), modules, orderPage: orderPageOf(root), buttonImport, providerId },
  }
}

/** @returns what imports of a folder in `src` begin with, by the storefront's tsconfig.json */
function aliasesOf(ts: TypeScript, root: string): (folder: string) => string {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile) as { config?: object }
  const host = { ...ts.sys, readDirectory: () => [] }
  const { options } = ts.parseJsonConfigFileContent(config ?? {}, host, root)
  const base = options.baseUrl ?? options["pathsBasePath"]
  const prefixes = Object.entries(options.paths ?? {}).flatMap(([pattern, targets]) =>
    targets.map((target) => ({
      prefix: pattern.replace(/\/\*$/, ""),
      folder: join(typeof base === "string" ? base : root, target.replace(/\/\*$/, "")),
    }))
  )
  return (folder) => {
    const path = join(root, "src", folder)
    const exact = prefixes.find((each) => each.folder === path)
    const around = prefixes.find((each) => each.folder === dirname(path))
    const found = exact?.prefix ?? (around && `${around.prefix}/${folder}`)
    if (found === undefined) throw missing("tsconfig.json", `a path alias of src/${folder}`)
    return found
  }
}

/** A relative import begins with the alias in our files, which are in another folder. */
function buttonImportOf(source: Source, modules: string): string {
  const { ts, tree } = source
  for (const { importClause, moduleSpecifier } of tree.statements.filter(ts.isImportDeclaration)) {
    const names = importClause?.namedBindings
    const isDefault = source.isNamed(importClause?.name, "Button")
    const named =
      names && ts.isNamedImports(names) && names.elements.find(({ name }) => name.text === "Button")
    if (!(isDefault || named) || !ts.isStringLiteral(moduleSpecifier)) continue
    const { text } = moduleSpecifier
    const from = text.startsWith(".")
      ? join(modules, relative("src/modules", join(dirname(BUTTON), text))).replaceAll("\\", "/")
      : text
    return `import ${named ? `{ ${named.getText()} }` : "Button"} from "${from}"`
  }
  throw missing(BUTTON, "an import of Button")
}

function orderPageOf(root: string): string {
  const pages = Object.entries(ORDER_PAGES)
  const page = pages.find(([path]) =>
    existsSync(join(root, "src/app/[countryCode]/(main)", path, "page.tsx"))
  )
  if (page) return page[1]
  const names = pages.map(([path]) => `${path}/page.tsx`).join(" or ")
  throw missing("src/app/[countryCode]/(main)", names)
}
