import { existsSync, readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import { listStoreRoutes } from "./store-routes"
import { repository } from "./source-tree"

const read = (file: string) => readFileSync(path.join(repository, file), "utf8")
const [, ...threats] = read("docs/operations/security.md").split(/^## /m)
const titleOf = (threat: string) => threat.split("\n", 1)[0] ?? ""
const testsOf = (threat: string) =>
  [...threat.matchAll(/^- `([^`]+\.ts)`: "(.+)"$/gm)].map(([, file = "", title = ""]) => ({
    file,
    title,
  }))

const Package = z.object({
  dependencies: z.record(z.string(), z.string()).optional(),
  scripts: z.record(z.string(), z.string()).optional(),
})
const packageOf = (directory: string) => Package.parse(JSON.parse(read(path.join(directory, "package.json"))))
const installed = Object.keys(packageOf(".").dependencies ?? {})

describe("docs/operations/security.md", () => {
  it.each(threats.map((threat) => [titleOf(threat), threat]))(
    "%s: says what is tried, what stops it, what is left, and names tests that exist",
    (_, threat) => {
      for (const part of ["**An attacker**", "**What stops it.**", "**What is left.**", "**Tests.**"])
        expect(threat).toContain(part)
      const tests = testsOf(threat)
      expect(tests.length).toBeGreaterThan(0)
      expect(tests).toHaveLength(threat.match(/^- /gm)?.length ?? 0)
      const missing = tests.filter(
        ({ file, title }) => !existsSync(path.join(repository, file)) || !has(file, title)
      )
      expect(missing).toEqual([])
    }
  )

  it("covers every threat of its own table of contents", () => {
    const listed = [...read("docs/operations/security.md").matchAll(/^- \[(.+)\]\(#/gm)].map(
      ([, title]) => title
    )
    expect(threats.map(titleOf)).toEqual(listed)
    expect(listed.length).toBeGreaterThan(10)
  })

  it("names files that exist", () => {
    const named = threats.flatMap((threat) =>
      [...threat.matchAll(/`(src\/[\w./-]+)`/g)].map(([, name = ""]) => name)
    )
    expect(named.filter((name) => !existsSync(path.join(repository, name)))).toEqual([])
  })

  it("says of every store route that takes an id of an order what a stranger can do with it", () => {
    const text = threats.find((threat) => titleOf(threat) === "A stranger with an order id") ?? ""
    const cells = [...text.matchAll(/^\| (`[^|]+`) +\|/gm)].flatMap(
      ([, cell = ""]) => cell.match(/[^`]+(?=`)/g) ?? []
    )
    const listed = cells.filter((cell) => cell.trim() !== "")
    const routes = listStoreRoutes().map(({ method, path: url }) => `${method} ${url}`)
    expect(routes.length).toBeGreaterThan(20)
    expect(listed.sort()).toEqual(routes.sort())
  })

  it("names every package that is installed with the plugin", () => {
    const text = threats.find((threat) => titleOf(threat) === "Dependency risk") ?? ""
    expect(installed.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })

  it("of the packages that are installed with the plugin none runs a script when it is", () => {
    const running = withDependencies(installed).filter((name) => {
      const { scripts = {} } = packageOf(path.join("node_modules", name))
      return ["preinstall", "install", "postinstall"].some((script) => script in scripts)
    })
    expect(running).toEqual([])
  })
})

/** The title as it is written in the file, in whichever quotes. */
function has(file: string, title: string): boolean {
  const text = read(file)
  return ['"', "'", "`"].some((quote) => text.includes(quote + title + quote))
}

function withDependencies(names: readonly string[]): string[] {
  const all = new Set(names)
  for (const name of all)
    for (const next of Object.keys(packageOf(path.join("node_modules", name)).dependencies ?? {}))
      all.add(next)
  return [...all]
}
