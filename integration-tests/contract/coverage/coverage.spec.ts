import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { endpointNames, KNOWN_ERROR_CODES } from "../../../src/gateway/contract"
import { readClaims } from "./claims"
import { documentFile, itemIds, repository } from "./items"
import { mutants } from "./mutants"
import { pluginStories } from "./plugin-stories"
import { coverageDocument } from "./table"

const claims = [...readClaims((file) => void jest.requireActual<object>(file)), ...pluginStories]
const claimed = claims.flatMap(({ items }) => items)
const textOf = (file: string) => readFileSync(path.join(repository, file), "utf8")

describe("coverage of the service document", () => {
  it("every item is exercised by a test", () => {
    expect(itemIds.filter((id) => !claimed.includes(id))).toEqual([])
  })

  it("no test claims an unknown item", () => {
    expect(claimed.filter((id) => !itemIds.includes(id))).toEqual([])
  })

  it("item names are unique, and so are the test titles of a file", () => {
    const titles = claims.map(({ file, title }) => `${file}: ${title}`)
    expect(itemIds.length).toBe(new Set(itemIds).size)
    expect(titles.length).toBe(new Set(titles).size)
  })

  it("every item has a mutant, and every mutant an item", () => {
    expect(Object.keys(mutants).sort()).toEqual([...itemIds].sort())
    expect(itemIds.filter((id) => mutants[id]?.length === 0)).toEqual([])
  })

  it("every mutant replaces a text that occurs once in its file", () => {
    const misplaced = Object.values(mutants)
      .flat()
      .filter(({ file, find, replace }) => textOf(file).split(find).length !== 2 || find === replace)
    expect(misplaced).toEqual([])
  })

  it("every story of a store is in its file, which its file of tests runs", () => {
    for (const { file, spec, title } of pluginStories) {
      expect(textOf(file)).toContain(`"${title}"`)
      const imported = path.posix.relative(path.posix.dirname(spec), file).replace(/\.ts$/, "")
      expect(textOf(spec)).toContain(`from "./${imported}"`)
    }
  })

  it("has an item for every endpoint and every error code of the contract", () => {
    const needed = [
      ...endpointNames.map((name) => `endpoint:${name}`),
      ...KNOWN_ERROR_CODES.map((code) => `error:${code}`),
    ]
    expect(needed.filter((id) => !itemIds.includes(id))).toEqual([])
  })

  it("docs/developers/service-coverage.md is up to date", () => {
    const before = readFileSync(documentFile, "utf8")
    const written = coverageDocument(before, claims)
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(documentFile, written)
    else expect(before).toBe(written)
  })

  it("README.md names its figures", () => {
    const readme = textOf("README.md")
    const written = readme.replace(
      /\d+ documented items, \d+ tests/,
      `${itemIds.length} documented items, ${claims.length} tests`
    )
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(path.join(repository, "README.md"), written)
    else expect(readme).toBe(written)
  })
})
