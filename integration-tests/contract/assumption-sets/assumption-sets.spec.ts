import { assumptionsSchema } from "../../../src/gateway/assumptions"
import { assumptionSets } from "./assumption-sets"
import { settings, valueAt } from "./settings"

describe("assumption sets", () => {
  it("are four, with the defaults first", () => {
    expect(assumptionSets).toHaveLength(4)
    expect(assumptionSets[0]?.assumptions).toEqual(assumptionsSchema.parse({}))
  })

  it.each(settings)("have two values of $path", ({ path }) => {
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
