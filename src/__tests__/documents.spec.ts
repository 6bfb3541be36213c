import { existsSync, readFileSync, readdirSync } from "node:fs"
import path from "node:path"
import { ADMIN_PERMISSIONS } from "../domain/admin-permission"
import { repository } from "./source-tree"

/** Every Markdown document of the repository. */
const documents = [
  ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"],
  ...["src", "bench", "chaos", "docs"].flatMap((folder) =>
    readdirSync(path.join(repository, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => path.join(folder, name))
  ),
].filter((file) => existsSync(path.join(repository, file)))
const read = (file: string) => readFileSync(path.join(repository, file), "utf8")

/** The name a heading is linked by: lower case, hyphens for spaces, other marks left out. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-")
  )
}

describe("the documents", () => {
  it.each(documents)("%s links to files and headings that exist", (file) => {
    const links = [...read(file).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)]
    for (const [, target = "", anchor] of links) {
      const linked = target ? path.join(path.dirname(file), target) : file
      expect([linked, existsSync(path.join(repository, linked))]).toEqual([linked, true])
      if (anchor) expect(anchorsOf(read(linked))).toContain(anchor)
    }
  })

  it("ARCHITECTURE.md names files and folders that exist", () => {
    const named = [...read("ARCHITECTURE.md").matchAll(/`((?:src|demo|bench|scripts|docs)\/[\w./-]+)`/g)]
    const missing = named
      .map(([, name = ""]) => name)
      .filter((name) => !existsSync(path.join(repository, name)))
    expect(missing).toEqual([])
    expect(named.length).toBeGreaterThan(40)
  })

  it("events.md lists every event of the module that a store can subscribe to, and no other", () => {
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
})
