import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import path from "node:path"
import { readManifest } from "../../scripts/package/shipped-files"
import { importsOf } from "./imports"

const root = path.resolve(__dirname, "..", "..")
const installed = path.join(root, "node_modules", "medusa-payment-onchain")
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
    const specifiers = [
      ...new Set(imports.filter(({ name }) => name !== self).map(({ specifier }) => specifier)),
    ]
    const codes = Object.entries(resolveFrom(installed, specifiers))
    // A package without an entry for `require` is there all the same.
    const isThere = (found: string) => path.isAbsolute(found) || found === "ERR_PACKAGE_PATH_NOT_EXPORTED"
    expect(codes.filter(([, found]) => !isThere(found))).toEqual([])
  })
})

describe("entries of the packed plugin", () => {
  const entries = Object.keys(exports)
  const PRIVATE = [
    "modules/onchain/service",
    "types/http",
    "api/middlewares",
    ".medusa/server/src/cli/index.js",
  ]

  it("lead to files, and nothing else is public", () => {
    const named = [...entries, ...PRIVATE].map((entry) => path.posix.join(self, entry))
    const found = Object.values(resolveFrom(root, named))
    expect(found.slice(0, entries.length).filter((file) => !existsSync(file))).toEqual([])
    expect(found.slice(entries.length)).toEqual(PRIVATE.map(() => "ERR_PACKAGE_PATH_NOT_EXPORTED"))
  })

  it.each(["events", "gateway", "sandbox", "types", "workflows", "modules/onchain", "providers/onchain"])(
    "%s loads in Node",
    (entry) => {
      expect(inNode(root, `console.log(typeof require("${self}/${entry}"))`).trim()).toBe("object")
    }
  )

  it("have files that all load, whichever is used first", () => {
    const code = `const { readdirSync } = require("node:fs"), { join } = require("node:path")
      const files = readdirSync(process.cwd(), { recursive: true }).filter((file) => /^(?!admin|cli).*\\.js$/.test(file))
      for (const file of files) require(join(process.cwd(), file))
      console.log(files.length > 200)`
    expect(inNode(path.join(installed, ".medusa", "server", "src"), code).trim()).toBe("true")
  })

  it("`checkout` loads on a server", () => {
    expect(inNode(root, `import("${self}/checkout").then((all) => console.log(typeof all))`).trim()).toBe(
      "object"
    )
  })
})

/** Node's own resolution, which jest replaces. @returns path or error code by specifier */
function resolveFrom(directory: string, specifiers: string[]): Record<string, string> {
  const code = `const find = (name) => { try { return require.resolve(name) } catch (error) { return error.code } }
    console.log(JSON.stringify(${JSON.stringify(specifiers)}.map((name) => [name, find(name)])))`
  return Object.fromEntries(JSON.parse(inNode(directory, code)) as [string, string][])
}

const inNode = (directory: string, code: string) =>
  execFileSync(process.execPath, ["-e", code], { cwd: directory, encoding: "utf8" })
