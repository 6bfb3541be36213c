import { readFileSync } from "node:fs"
import path from "node:path"
import { OPTION_WORDS } from "../documents/option-words"
import { listOptions } from "../documents/options-page"

const repository = path.resolve(__dirname, "..", "..")
const read = (file: string) => readFileSync(path.join(repository, file), "utf8")
const paths = listOptions().map(({ path }) => path)

describe("docs/developers/options.md", () => {
  it("has words for every option of the schema, and for no other", () => {
    expect(
      Object.values(OPTION_WORDS)
        .flatMap((words) => Object.keys(words))
        .sort()
    ).toEqual(paths.sort())
  })

  it("has at most 40 options, each a merchant's decision; what nobody decides is a constant", () => {
    expect(paths.length).toBeLessThanOrEqual(40)
  })

  it("marks as required what stops the boot when it is missing", () => {
    const required = listOptions().filter(({ isRequired }) => isRequired)
    expect(required.map(({ path }) => path)).toEqual([
      ...["environment", "baseUrl", "businessId", "apiKey", "webhookSecrets"],
    ])
  })
})

it("the README's table names options that exist, and every required one", () => {
  const table = /^## Options$([\s\S]*?)^## /m.exec(read("README.md"))?.[1] ?? ""
  const named = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([\w.]+)`/g)].map(([, name = ""]) => name)
  )
  const known = (name: string) => paths.some((path) => path === name || path.startsWith(`${name}.`))
  expect(named.filter((name) => !known(name))).toEqual([])
  const missing = listOptions().filter((option) => option.isRequired && !named.includes(option.path))
  expect(missing).toEqual([])
})
