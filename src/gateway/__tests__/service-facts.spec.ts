import { readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import { assumptionsSchema } from "../assumptions"

const document = readFileSync(path.resolve(__dirname, "../../../docs/developers/service-facts.md"), "utf8")

type Schema = z.core.JSONSchema._JSONSchema

/** Every setting by its full name, with its default as JSON. */
function listSettings(schema: Schema, name = ""): [name: string, byDefault: string][] {
  if (typeof schema === "boolean") throw new Error(`${name}: a setting of any kind cannot be documented`)
  if (!schema.properties) return [[name, JSON.stringify(schema.default)]]
  return Object.entries(schema.properties).flatMap(([key, part]) =>
    listSettings(part, name ? `${name}.${key}` : key)
  )
}

/** Name and default of each row of the worksheet, without the marks of code. */
function listRows(): [name: string, byDefault: string][] {
  const [worksheet = ""] = document.split("<!-- prettier-ignore -->\n")[1]?.split("\n\n") ?? []
  const rows = worksheet.split("\n").slice(2)
  return rows.map((row) => {
    const [, name = "", , byDefault = ""] = row.split(/ ?(?<!\\)\| ?/)
    return [name.slice(1, -1), byDefault.slice(1, -1)]
  })
}

const settings = listSettings(z.toJSONSchema(assumptionsSchema, { io: "input" }))

describe("docs/developers/service-facts.md", () => {
  it.each(settings)("has a row for %s with its default", (name, byDefault) => {
    expect(listRows()).toContainEqual([name, byDefault])
  })

  it("has no row for a setting that does not exist", () => {
    expect(listRows().map(([name]) => name)).toEqual(settings.map(([name]) => name))
  })
})
