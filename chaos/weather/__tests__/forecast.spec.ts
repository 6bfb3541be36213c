import { parseChaosOptions } from "../../options"
import { planBlows } from "../forecast"
import { weatherNames } from "../weather"
import { weathers } from "../weathers"

const all = new Map(weatherNames.map((name) => [name, weathers[name]]))

describe("the plan of the weather", () => {
  it("is the same for the same seed, and another for another", () => {
    const plan = (seed: string) => planBlows({ seed, orders: 200, weathers: all })
    expect(plan("a")).toEqual(plan("a"))
    expect(plan("a")).not.toEqual(plan("b"))
  })

  it("lets each weather blow while there are shoppers, as often as it says", () => {
    for (const orders of [1, 20, 2_000]) {
      const blows = planBlows({ seed: "a", orders, weathers: all })
      for (const [name, weather] of all)
        expect(blows.filter((blow) => blow.name === name)).toHaveLength(weather.times(orders))
      expect(Math.max(...blows.map(({ afterOrder }) => afterOrder))).toBeLessThan(orders)
    }
  })
})

describe("--weather", () => {
  const parse = (...args: string[]) => parseChaosOptions(args).weather

  it("is none by default, all that fits, or the named ones", () => {
    expect(parse()).toEqual([])
    expect(parse("--weather", "all", "--cluster")).toEqual([...weatherNames])
    expect(parse("--weather", "all")).toEqual(weatherNames.filter((name) => !weathers[name].needsCluster))
    expect(parse("--weather", "partition,commits-lost")).toEqual(["partition", "commits-lost"])
  })

  it("refuses what it does not know, and what needs a cluster", () => {
    expect(() => parse("--weather", "hail")).toThrow('"hail" is none of none, all, postgres-killed')
    expect(() => parse("--weather", "redis-cut")).toThrow('"redis-cut" needs --cluster')
  })
})
