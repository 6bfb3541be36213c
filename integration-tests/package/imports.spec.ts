import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { join, resolve } from "node:path"
import { readManifest } from "../../scripts/package/shipped-files"
import { importsOf } from "./imports"

const installed = resolve(__dirname, "..", "..", "node_modules", "medusa-payment-onchain")
const { dependencies, peerDependencies, peerDependenciesMeta, exports, name: self } = readManifest(installed)
const imports = importsOf(installed)
const describeImport = ({ file, specifier }: { file: string; specifier: string }) => `${file}: ${specifier}`

/** pnpm gives a package what it declares, and nothing else. */
const declared = [self, ...Object.keys({ ...dependencies, ...peerDependencies })]
const optional = Object.keys(peerDependenciesMeta)

describe("imports of the packed plugin", () => {
  it("are found", () => {
    const names = new Set(imports.map(({ name }) => name))
    expect([...names]).toEqual(
      expect.arrayContaining(["hono", "@medusajs/framework", "@medusajs/ui", "react"])
    )
  })

  it("are all of declared packages, as a strict package manager demands", () => {
    expect(imports.filter(({ name }) => !declared.includes(name)).map(describeImport)).toEqual([])
  })

  it("are of optional peers only in code of browsers, so that a server starts without them", () => {
    const strayed = imports.filter(({ name, isBrowsers }) => optional.includes(name) && !isBrowsers)
    expect(strayed.map(describeImport)).toEqual([])
  })

  it("use everything that is declared", () => {
    const used = new Set(imports.map(({ name }) => name))
    expect(declared.filter((name) => name !== self && !used.has(name))).toEqual([])
  })

  it("lead to files", () => {
    const { resolve: find } = createRequire(join(installed, "package.json"))
    const specifiers = new Set(imports.filter(({ name }) => name !== self).map(({ specifier }) => specifier))
    const missing = [...specifiers].filter((specifier) => !isFound(() => find(specifier)))
    expect(missing).toEqual([])
  })
})

describe("entries of the packed plugin", () => {
  const requireFrom = createRequire(join(installed, "..", "..", "package.json"))

  it.each(Object.keys(exports))("%s leads to a file", (entry) => {
    expect(existsSync(requireFrom.resolve(join(self, entry)))).toBe(true)
  })

  it.each(["events", "gateway", "sandbox", "types", "workflows", "providers/onchain"])(
    "%s loads",
    (entry) => {
      expect(requireFrom(`${self}/${entry}`)).toBeDefined()
    }
  )

  it.each(["modules/onchain/service", "types/http", "api/middlewares", ".medusa/server/src/cli/index.js"])(
    "%s is not public",
    (inner) => {
      expect(() => requireFrom.resolve(`${self}/${inner}`)).toThrow('is not defined by "exports"')
    }
  )
})

/** A package that has no entry for `require` is there all the same. */
function isFound(find: () => string): boolean {
  try {
    return existsSync(find())
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ERR_PACKAGE_PATH_NOT_EXPORTED"
  }
}
