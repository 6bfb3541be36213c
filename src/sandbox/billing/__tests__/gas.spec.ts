import * as fc from "fast-check"
import { openBusiness } from "../../payouts/__tests__/business"
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
  it("uses the included credit first, then the prepaid one", () => {
    const world = onPlan("Startup")
    topUp(world, "5")
    executeContract(world, "9")
    expect([includedGasRemaining(world), world.billing.prepaidGas]).toEqual([100_000_000n, 500_000_000n])
    executeContract(world, "3")
    expect([includedGasRemaining(world), world.billing.prepaidGas]).toEqual([0n, 300_000_000n])
  })

  it("is spent in full or not at all", () => {
    const world = onPlan("Startup")
    topUp(world, "5")
    expect(executeContract(world, "15.00000001").status).toBe("gas_blocked")
    expect([includedGasRemaining(world), world.billing.prepaidGas]).toEqual([1_000_000_000n, 500_000_000n])
    expect(executeContract(world, "15").status).toBe("executed")
    expect([includedGasRemaining(world), world.billing.prepaidGas]).toEqual([0n, 0n])
  })

  it("never runs out under fair use, and is still recorded", () => {
    const world = onPlan("Free")
    const { id: reference } = executeContract(world, "1000000")
    expect(includedGasRemaining(world)).toBeNull()
    expect(world.billing.usage).toMatchObject([{ use: "contract_execution", reference }])
    expect(world.billing.cycle.includedGasUsed).toBe(toUsdUnits("1000000"))
  })

  it("can be limited where the plan has fair use", () => {
    const world = onPlan("Free", "1")
    const execution = executeContract(world, "2")
    expect(execution.status).toBe("gas_blocked")
    topUp(world, "5")
    expect(execution.status).toBe("executed")
  })
})

describe("the gas of a contract execution", () => {
  it.each(["0", "-1", "x", "0.000000001"])("is not $%s", (usd) => {
    const world = onPlan("Free")
    expect(() => executeContract(world, usd)).toThrow("The request is not valid. usd:")
    expect(world.billing.usage).toEqual([])
  })
})

describe("gas in the dashboard", () => {
  it("can be spent, waits when it is not covered, and is listed", async () => {
    const { dashboard } = openBusiness({ business: { fairUseGasUsd: "1" } })
    const spend = async (usd: string) => (await dashboard("/billing/contract-executions", { usd })).body
    const executed = await spend("0.75")
    expect(executed).toMatchObject({ status: "executed" })
    expect(await spend("0.5")).toMatchObject({ status: "gas_blocked" })
    expect(JSON.parse((await dashboard("/billing/gas-usage")).text)).toEqual([
      { use: "contract_execution", usd: "0.75", reference: executed["id"], at: "2026-01-01T00:00:00.000Z" },
    ])
  })
})

describe("operations blocked on gas", () => {
  it("are resumed oldest first, and none after the first that is not covered", () => {
    const world = onPlan("Free", "0")
    const done: string[] = []
    operation(world, "a", "2", done)
    operation(world, "b", "4", done)
    operation(world, "c", "1", done)
    topUp(world, "5")
    expect(done).toEqual(["a"])
    expect(world.billing.blocked.map(({ reference }) => reference)).toEqual(["b", "c"])
    topUp(world, "5")
    expect(done).toEqual(["a", "b", "c"])
    expect(world.billing.prepaidGas).toBe(toUsdUnits("3"))
  })

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

describe("a top-up", () => {
  it.each(TOP_UP_PACKS_USD)("of $%s is a pack", (usd) => {
    const world = onPlan("Free")
    topUp(world, usd)
    expect(world.billing.prepaidGas).toBe(toUsdUnits(usd))
  })

  it.each(["0", "7", "5.00", "-5", "1000", ""])("of $%s is not a pack", (usd) => {
    const world = onPlan("Free")
    expect(() => topUp(world, usd)).toThrow("usd: is none of 5, 10, 25, 50, 100")
    expect(world.billing.prepaidGas).toBe(0n)
  })
})
