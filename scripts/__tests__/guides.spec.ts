import { readdirSync, readFileSync } from "node:fs"
import { basename, join, resolve } from "node:path"
import { guidePage, guideSources } from "../package/build-guides"

const root = resolve(__dirname, "..", "..")
const folder = guideSources(root)
const files = readdirSync(folder).map((name) => basename(name, ".md"))
const source = readFileSync(join(root, "src", "admin", "ui", "guide-link.tsx"), "utf8")
const [, union = ""] = /GuidePage =([^/]*)/.exec(source) ?? []
const pages = [...union.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name)
const read = (page: string) => readFileSync(join(folder, `${page}.md`), "utf8")

describe("the guides", () => {
  it("are one per screen, and a list of them", () => {
    expect(files.filter((name) => !["index", ...pages].includes(name))).toEqual([])
    expect(pages.filter((name) => !files.includes(name))).toEqual([])
    expect(files).toContain("index")
    expect(pages.filter((name) => !read("index").includes(`](${name}.md)`))).toEqual([])
  })

  it.each(files)("%s links only to guides", (page) => {
    const links = [...read(page).matchAll(/\]\(([^)]+)\)/g)].map(([, href = ""]) => href)
    expect(links.filter((href) => !/^(?:https:\/\/|[\w-]+\.md)/.test(href))).toEqual([])
    const guides = links.filter((href) => href.endsWith(".md")).map((href) => basename(href, ".md"))
    expect(guides.filter((name) => name !== "index" && !pages.includes(name))).toEqual([])
  })

  it.each(files)("%s becomes a page without scripts", (page) => {
    const html = guidePage(page, read(page))
    expect(html).toContain("<h1>")
    expect(html).not.toMatch(/<script|<img|<iframe|\son\w+=|javascript:|\.md"/i)
  })
})

describe("a page of a guide", () => {
  it("has the heading as its title, and needs one", () => {
    expect(guidePage("payments", "# A <b> & c\n\nText.")).toContain("<title>A &lt;b> &amp; c</title>")
    expect(() => guidePage("payments", "Text.")).toThrow(/payments\.md: expected a heading/)
  })

  it("breaks words at spaces, and stacks a table in a narrow window, each cell with the name of its column", () => {
    const html = guidePage(
      "payments",
      "# Title\n\n| You see | Do this |\n| - | - |\n| Due | [pay](refunds.md) |"
    )
    expect(html).toContain('<th scope="col">You see</th><th scope="col">Do this</th>')
    expect(html).toContain(
      '<td data-label="You see">Due</td><td data-label="Do this"><a href="refunds">pay</a></td>'
    )
    expect(html).toContain("td:not(:first-child)::before { content: attr(data-label)")
    expect(html).not.toMatch(/overflow-wrap: anywhere|word-break/)
  })

  it.each([
    ["a guide", "[x](billing.md#fees)", '<a href="billing#fees">x</a>'],
    ["a site", "[x](https://example.com/a)", '<a href="https://example.com/a" rel="noreferrer">x</a>'],
    ["another document", "[x](../production.md)", "<p>x</p>"],
    ["a script", "[x](javascript:alert(1))", "<p>x</p>"],
    ["markup", "a <script>alert(1)</script> b", "&lt;script>"],
  ])("shows %s", (_name, markdown, html) => {
    expect(guidePage("payments", `# Title\n\n${markdown}`)).toContain(html)
  })
})
