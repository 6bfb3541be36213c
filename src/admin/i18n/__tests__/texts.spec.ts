import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { findWords } from "../../ui/texts"
import en from "../en.json"
import type { Words } from "../load-locale"

const admin = resolve(__dirname, "..", "..")
const sources = readdirSync(admin, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes("__tests__"))
  .map((name) => readFileSync(join(admin, name), "utf8"))
  .join("\n")

const found = (pattern: RegExp) => [...sources.matchAll(pattern)].map(([, text = ""]) => text)
/** Lists, drawers and actions find their words under one key. */
const named = (pattern: RegExp, parts: string[]) =>
  found(pattern).flatMap((name) => parts.map((part) => `${name}.${part}`))

const keys = found(/\bt\(\s*"([\w.]+)"/g)
/** Of menu entries, filters, columns, sections and facts. */
const labels = found(
  /(?:label: |\b(?:several|one|text|exact)\("\w+", |\bnote\(|<DrawerSection\s+title=|identified\(|\[\s*(?="[\w.]+",\s*[^"\s]))"([a-z]\w*\.\w+)"/g
)
const groups = [
  ...named(/: ListSpec<[^=]+> = \{\s*name: "(\w+)"/g, [
    ...["title", "subtitle", "searchHint", "open", "none", "noneHint", "noneMatch", "loadFailed"],
  ]),
  ...named(/<DetailPending name="(\w+)"/g, ["title", "loadFailed", "notFound"]),
]
/** With a code in the place of each value. */
const templates = found(/`(\w+\.[\w.]*\$\{[^`]*)`/g)
/** What a step asks. */
const questions = found(/\bquestionOf\(\s*[`"]([^`"]+)[`"]/g).flatMap((words) =>
  ["title", "text", "button"].map((part) => `${words}.${part}`)
)
/** Each code has a text or a name. */
const codes = found(/(?:\bnameOf\(\s*|<HistorySection[^>]* name=|<StateBadge of=)"([\w.]+)"/g)

function leavesOf(words: Words, path = ""): string[] {
  return Object.entries(words).flatMap(([name, part]) =>
    typeof part === "string"
      ? [`${path}${name}`.replace(/_(?:one|other)$/, "")]
      : leavesOf(part, `${path}${name}.`)
  )
}

describe("texts of the dashboard", () => {
  it("are found in the sources", () => {
    expect(keys.length).toBeGreaterThan(50)
    expect(templates.length).toBeGreaterThan(5)
    expect(groups.length).toBeGreaterThan(60)
    expect(labels.length).toBeGreaterThan(150)
  })

  it.each(
    [...new Set([...keys, ...labels, ...groups, ...questions.filter((key) => !key.includes("$"))])].filter(
      (key) => !key.startsWith("menu.")
    )
  )("%s has English words", (key) => {
    expect(findWords(key) ?? findWords(`${key}_one`)).toEqual(expect.any(String))
  })

  it.each(
    [...new Set([...templates.map((text) => text.replace(/\.?\w*\$\{.*$/s, "")), ...codes])].filter(
      (prefix) => prefix !== "menu"
    )
  )("%s.* has English words", (prefix) => {
    expect(findWords(prefix)).toEqual(expect.any(Object))
  })

  it("are all shown somewhere", () => {
    const isUsed = [
      ...[...templates, ...questions].map((text) =>
        text.replace(/\./g, "\\.").replace(/\$\{[^}]*\}/g, "\\w+")
      ),
      ...codes.map((key) => `${key}\\.\\w+(?:\\.name)?`),
      ...found(/\b(?:several|one)\("\w+", "[\w.]+", "([\w.*]+)"(?:, \[[^\]]*\])?\)/g).map((key) =>
        key.replace("*", "\\w+")
      ),
    ].map((pattern) => new RegExp(`^${pattern}$`))
    const unused = leavesOf(en).filter(
      (key) =>
        !sources.includes(`"${key}"`) && !groups.includes(key) && !isUsed.some((pattern) => pattern.test(key))
    )
    expect([...new Set(unused)]).toEqual([])
  })
})
