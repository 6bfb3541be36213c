import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { findText } from "../../__tests__/english"

const admin = resolve(__dirname, "..", "..")
const sources = readdirSync(admin, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes("__tests__"))
  .map((name) => readFileSync(join(admin, name), "utf8"))
  .join("\n")

const keys = [...sources.matchAll(/\bt\(\s*"([\w.]+)"/g)].map(([, key = ""]) => key)
const prefixes = [...sources.matchAll(/\bt\(\s*`([\w.]+)\.\$\{/g)].map(([, prefix = ""]) => prefix)
/** The words of menu entries, filters and columns. */
const labels = [...sources.matchAll(/(?:label: |\b(?:several|one|text)\("\w+", )"([\w.]+\.\w+)"/g)].map(
  ([, key = ""]) => key
)
/** Lists, drawers and actions find their words under one key. */
const named = (pattern: RegExp, parts: string[]) =>
  [...sources.matchAll(pattern)].flatMap(([, name = ""]) => parts.map((part) => `${name}.${part}`))
const groups = [
  ...named(/: ListSpec<[^=]+> = \{\s*name: "(\w+)"/g, [
    "title",
    "subtitle",
    "searchHint",
    "none",
    "noneHint",
    "noneMatch",
    "loadFailed",
  ]),
  ...named(/<DetailPending name="(\w+)"/g, ["title", "loadFailed", "notFound"]),
  ...named(/words="([\w.]+)"/g, ["title", "text", "button"]),
]

describe("texts of the dashboard", () => {
  it("are found in the sources", () => {
    expect(keys.length).toBeGreaterThan(50)
    expect(prefixes.length).toBeGreaterThan(5)
    expect(groups.length).toBeGreaterThan(60)
    expect(labels.filter((key) => key.startsWith("menu.")).length).toBeGreaterThan(4)
  })

  it.each([...new Set([...keys, ...labels, ...groups])])("%s has English words", (key) => {
    expect(findText(key) ?? findText(`${key}_one`)).toEqual(expect.any(String))
  })

  it.each([...new Set(prefixes)])("%s.* has English words", (prefix) => {
    expect(findText(prefix)).toEqual(expect.any(Object))
  })
})
