import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { endpointNames, KNOWN_ERROR_CODES } from "../../../src/gateway/contract"
import { collectClaims } from "../story/story"
import { itemIds } from "./items"
import { coverageDocument, type FiledClaim } from "./table"

const repository = path.resolve(__dirname, "../../..")
const storiesFolder = path.resolve(__dirname, "../stories")
const documentFile = path.join(repository, "docs/developers/service-coverage.md")

const claims: FiledClaim[] = readdirSync(storiesFolder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".spec.ts"))
  .sort()
  .flatMap((name) => {
    const file = path.join(storiesFolder, name)
    const found = collectClaims(() => void jest.requireActual<object>(file))
    return found.map((claim) => ({ ...claim, file: path.relative(repository, file) }))
  })

const claimed = claims.flatMap(({ items }) => items)

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

  it("has an item for every endpoint and every error code of the contract", () => {
    const needed = [
      ...endpointNames.map((name) => `endpoint:${name}`),
      ...KNOWN_ERROR_CODES.map((code) => `error:${code}`),
    ]
    expect(needed.filter((id) => !itemIds.includes(id))).toEqual([])
  })

  it("docs/developers/service-coverage.md is up to date", () => {
    const written = coverageDocument(claims)
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(documentFile, written)
    expect(existsSync(documentFile) ? readFileSync(documentFile, "utf8") : "").toBe(written)
  })
})
