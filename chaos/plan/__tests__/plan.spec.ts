import { fateNames, fatesOf } from "../fate"
import { otherRail, planOrders, planRails } from "../plan"
import { createRandom } from "../random"

describe("planOrders", () => {
  it("plans the same for the same seed, and something else for another", () => {
    expect(planOrders({ seed: "a", count: 50 })).toEqual(planOrders({ seed: "a", count: 50 }))
    expect(planOrders({ seed: "a", count: 50 })).not.toEqual(planOrders({ seed: "b", count: 50 }))
  })

  it("gives every fate to at least one order where there are enough", () => {
    const fates = planOrders({ seed: "a", count: 100 }).map(({ fate }) => fate)
    expect(new Set(fates)).toEqual(new Set(fateNames))
  })

  it("creates only shoppers with several attempts in the attempts plan", () => {
    const fates = planOrders({ seed: "a", count: 60, plan: "attempts" }).map(({ fate }) => fate)
    expect(new Set(fates)).toEqual(new Set(fatesOf.attempts))
  })

  it("switches to another network or token that the payer can use", () => {
    const random = createRandom("switch")
    for (const rail of planRails) {
      expect(otherRail("guest", rail, random)).not.toEqual(rail)
      expect(planRails).toContainEqual(otherRail("customer", rail, random))
    }
  })

  it("schedules long waits early", () => {
    const waiters = ["pays_after_cancellation", "pays_around_the_timeout"]
    const second = planOrders({ seed: "a", count: 200 }).slice(100)
    expect(second.filter(({ fate }) => waiters.includes(fate))).toEqual([])
  })

  it("plans as many orders as requested", () => {
    for (const count of [1, 7, 40]) expect(planOrders({ seed: "a", count })).toHaveLength(count)
  })
})

describe("createRandom", () => {
  it("stays within its bounds and reaches both ends", () => {
    const random = createRandom("bounds")
    const drawn = Array.from({ length: 1_000 }, () => random.between(2, 5))
    expect(new Set(drawn)).toEqual(new Set([2, 3, 4, 5]))
  })

  it("shuffles without losing anything", () => {
    const items = Array.from({ length: 30 }, (_, index) => index)
    const mixed = createRandom("shuffle").shuffle(items)
    expect(mixed).not.toEqual(items)
    expect([...mixed].sort((a, b) => a - b)).toEqual(items)
  })
})
