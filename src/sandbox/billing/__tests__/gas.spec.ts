import * as fc from "fast-check"
import { openBusiness } from "../../__tests__/business"
import type { BillingWorld } from "../billing-account"
import { executeContract, TOP_UP_PACKS_USD, topUp } from "../purchases"
import { includedGasRemaining, resumeBlocked, runSponsored } from "../gas-credit"
import { toUsdUnits } from "../usd-value"

const onPlan = (plan: "Free" | "Startup", fairUseGasUsd: string | null = null): BillingWorld =>
  openBusiness({ business: { plan, fairUseGasUsd } }).world()

/** An operation with a price, which records that it ran. */
function operation(world: BillingWorld, reference: string, usd: string, done: string[]) {
  const gas = [{ use: "automatic_sweep", usdUnits: toUsdUnits(usd) } as const]
  runSponsored(world, { reference, gas, run: () => void done.push(reference) })
}

describe("gas", () => {
  it("is spent in full or not at all", () => {
    const world = onPlan("Startup")
    topUp(world, "5")
    expect(executeContract(world, "15.00000001").status).toBe("gas_blocked")
    expect([includedGasRemaining(world), world.billing.prepaidGas]).toEqual([1_000_000_000n, 500_000_000n])
    expect(executeContract(world, "15").status).toBe("executed")
    expect([includedGasRemaining(world), world.billing.prepaidGas]).toEqual([0n, 0n])
  })
})

describe("operations blocked on gas", () => {
  it("do not stop a cheaper new one", () => {
    const world = onPlan("Free", "1")
    const done: string[] = []
    operation(world, "dear", "2", done)
    operation(world, "cheap", "0.5", done)
    expect(done).toEqual(["cheap"])
  })

  it("spend no more than was available, whatever they cost and whenever credit arrives", () => {
    const price = fc.integer({ min: 1, max: 900 }).map((cents) => `${cents / 100}`)
    const step = fc.oneof(
      price.map((usd) => ({ usd })),
      fc.constantFrom(...TOP_UP_PACKS_USD).map((pack) => ({ pack }))
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const world = onPlan("Startup")
        const started: string[] = []
        const done: string[] = []
        let bought = 0n
        for (const [index, one] of steps.entries()) {
          if ("pack" in one) {
            topUp(world, one.pack)
            bought += toUsdUnits(one.pack)
          } else {
            started.push(String(index))
            operation(world, String(index), one.usd, done)
          }
        }
        const { billing } = world
        const spent = billing.usage.reduce((sum, { usdUnits }) => sum + usdUnits, 0n)
        expect(billing.cycle.includedGasUsed + bought - billing.prepaidGas).toBe(spent)
        expect(billing.prepaidGas).toBeGreaterThanOrEqual(0n)
        expect(includedGasRemaining(world)).toBeGreaterThanOrEqual(0n)
        expect([...done, ...billing.blocked.map(({ reference }) => reference)].sort()).toEqual(started.sort())
        resumeBlocked(world)
        expect(done).toHaveLength(started.length - billing.blocked.length)
      })
    )
  })
})
