import { z } from "zod"
import { assumptionsSchema, type Assumptions } from "../../../src/gateway/assumptions"
import { assumptionSets } from "./assumption-sets"

type Schema = z.core.JSONSchema._JSONSchema

/** The path of every setting of the schema. */
function settingsOf(schema: Schema, path: string[] = []): string[][] {
  const properties = typeof schema === "boolean" ? undefined : schema.properties
  if (!properties) return [path]
  return Object.entries(properties).flatMap(([key, part]) => settingsOf(part, [...path, key]))
}

/** Its value in a set. */
function valueAt(assumptions: Assumptions, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => Object.entries(value ?? {}).find(([name]) => name === key)?.[1],
    assumptions
  )
}

const settings = settingsOf(z.toJSONSchema(assumptionsSchema, { io: "input" }))

describe("assumption sets", () => {
  it("are four, with the defaults first", () => {
    expect(assumptionSets).toHaveLength(4)
    expect(assumptionSets[0]?.assumptions).toEqual(assumptionsSchema.parse({}))
  })

  it.each(settings.map((path) => [path.join("."), path] as const))("have two values of %s", (_, path) => {
    const [defaults, other] = assumptionSets.map(({ assumptions }) =>
      JSON.stringify(valueAt(assumptions, path))
    )
    expect(defaults).toBeDefined()
    expect(other).toBeDefined()
    expect(other).not.toBe(defaults)
  })

  it("know every setting of the schema", () => {
    expect(settings.length).toBeGreaterThan(130)
  })

  it.each(assumptionSets.map((set) => [set.name, set] as const))(
    "%s: no two statuses of one resource share a name",
    (_, { assumptions }) => {
      for (const named of Object.values(assumptions.statuses)) {
        const names = Object.values(named)
        expect(new Set(names).size).toBe(names.length)
      }
    }
  )
})
