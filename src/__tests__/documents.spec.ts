import { existsSync, readFileSync, readdirSync } from "node:fs"
import path from "node:path"
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
})
