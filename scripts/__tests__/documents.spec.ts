import { existsSync, readFileSync, readdirSync } from "node:fs"
import path from "node:path"
import { ADMIN_PERMISSIONS } from "../../src/domain/admin-permission"
import { listDocuments, proseOf, repository } from "../documents/code-blocks"
import { GENERATED } from "../documents/generated"
import { PROMISES } from "../documents/guarantees/page"

const read = (file: string) => readFileSync(path.join(repository, file), "utf8")
const exists = (file: string) => existsSync(path.join(repository, file))
const documents = listDocuments()
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> }

/** The name a heading is linked by: lower case, hyphens for spaces, other marks left out. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-")
  )
}

/** Links that lead to no file, or to no heading of it. */
function brokenLinks(file: string): string[] {
  const links = proseOf(file).matchAll(/(?:\]\(|^\[[^\]]+\]: )(?!https?:)([^)#\s]*)(?:#([^)\s]+))?/gm)
  return [...links].flatMap(([link, target = "", anchor]) => {
    const linked = target ? path.join(path.dirname(file), target) : file
    const isFound = exists(linked) && (!anchor || anchorsOf(read(linked)).includes(anchor))
    return isFound ? [] : [link]
  })
}

const FOLDERS = "src|docs|scripts|chaos|bench|demo|integration-tests"
/** A path of the repository in backticks, up to a placeholder such as `<noun>` or `*`. */
const PATH = new RegExp(`\`((?:${FOLDERS})/[\\w./\\-[\\]]*)([^\`]*)\``, "g")

/** Folders that the reader's own project has. */
const OF_THE_READER = ["src/lib/onchain", "src/modules/onchain", "src/app/"]

/** Paths in backticks that are not there. The changelog speaks of earlier ones. */
function missingPaths(file: string): string[] {
  const isReaders = (name: string) =>
    file === "docs/developers/storefront.md" && OF_THE_READER.some((folder) => name.startsWith(folder))
  return [...proseOf(file).matchAll(PATH)].flatMap(([, name = "", rest = ""]) => {
    const known = rest === "" ? name : name.slice(0, name.lastIndexOf("/"))
    return isReaders(name) || exists(known) ? [] : [name + rest]
  })
}

describe("the documents", () => {
  it.each(Object.entries(GENERATED))("%s is what `npm run docs` writes", async (file, generate) => {
    expect(read(file)).toBe(await generate())
  })

  it("hold at most 25 decisions, all in force, and at most 30 other pages", () => {
    const pages = documents.filter((file) => file.startsWith("docs/"))
    const decisions = pages.filter((file) => file.startsWith("docs/adr/"))
    expect(pages.length - decisions.length).toBeLessThanOrEqual(30)
    expect(decisions.length).toBeLessThanOrEqual(25)
    expect(decisions.filter((file) => !/^Status: accepted$/m.test(read(file)))).toEqual([])
  })

  it.each(documents)("%s links to files and headings that exist", (file) => {
    expect(brokenLinks(file)).toEqual([])
  })

  it.each(documents)("%s names commands of this package that exist", (file) => {
    const named = [...read(file).matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = ""]) => name)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  it.each(documents.filter((file) => file !== "CHANGELOG.md"))(
    "%s names files and folders that exist",
    (file) => {
      expect(missingPaths(file)).toEqual([])
    }
  )

  it("comments and messages of the code name documents that exist", () => {
    const sources = readdirSync(path.join(repository, "src"), { recursive: true, encoding: "utf8" })
    const named = sources
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) => [...read(path.join("src", name)).matchAll(/docs\/[\w/-]+\.(?:md|json)/g)])
      .map(([name]) => name)
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((name) => !exists(name))).toEqual([])
  })

  it("README.md has at most 900 words beside its code", () => {
    const words = proseOf("README.md")
      .replace(/\]\([^)]*\)/g, "]")
      .split(/\s+/)
      .filter((word) => /\w/.test(word))
    expect(words.length).toBeLessThanOrEqual(900)
  })

  it("ARCHITECTURE.md has less than 15,000 bytes, and names the folders of the house", () => {
    const text = read("ARCHITECTURE.md")
    expect(Buffer.byteLength(text)).toBeLessThan(15_000)
    expect([...text.matchAll(PATH)].length).toBeGreaterThan(40)
  })

  it("events.md lists every event that a store can subscribe to, and no other", () => {
    const names = [...read("src/modules/onchain/events.ts").matchAll(/= "(onchain\.\w+)"/g)].map(
      ([, name]) => name
    )
    const listed = [...read("docs/developers/events.md").matchAll(/^\| `(onchain\.\w+)`/gm)].map(
      ([, name]) => name
    )
    const own = ["onchain.webhook_received"] // wakes our own subscriber
    expect([...listed, ...own].sort()).toEqual(names.sort())
  })

  it("admin-api.md lists every permission of a role, and no other", () => {
    const rows = [...read("docs/developers/admin-api.md").matchAll(/^\| `(onchain_\w+)` +\| (.+?) +\|$/gm)]
    const listed = rows.flatMap(([, resource = "", cell = ""]) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, operation = ""]) => `${resource}:${operation}`)
    )
    const permissions = Object.values(ADMIN_PERMISSIONS).map(
      ({ resource, operation }) => `${resource}:${operation}`
    )
    expect(listed.sort()).toEqual(permissions.sort())
  })

  it.each(["docs/developers/refunds.md", "docs/developers/errors.md"])(
    "%s quotes messages of the code",
    (file) => {
      const quoted = [...read(file).matchAll(/^\| (?:\d{3} +\| +)?`([A-Z][a-z][^`…"]{10,})/gm)].map(
        ([, text = ""]) => text
      )
      const words = readdirSync(path.join(repository, "src"), { recursive: true, encoding: "utf8" })
        .filter((name) => /\.ts$|sentences\.json$/.test(name) && !name.includes("__tests__"))
        .map((name) => read(path.join("src", name)))
        .join("\n")
      expect(quoted.length).toBeGreaterThan(4)
      expect(quoted.filter((text) => !words.includes(text.trimEnd()))).toEqual([])
    }
  )

  it("guarantees.md names tests that exist, and code that decides, for every promise", () => {
    const promises = Object.values(PROMISES).flat()
    expect(promises.length).toBeGreaterThan(30)
    expect(promises.filter(({ tests }) => tests.length === 0)).toEqual([])
    const named = promises.flatMap(({ tests, code = [] }) => [...tests, ...code])
    expect(named.filter((file) => !exists(file))).toEqual([])
  })
})
