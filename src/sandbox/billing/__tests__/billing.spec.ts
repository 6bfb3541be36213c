import * as fc from "fast-check"
import { KNOWN_PLANS } from "../../../gateway/contract"
import { openBusiness } from "../../__tests__/business"
import { tokens } from "../../catalog/catalog"
import type { SandboxOptions } from "../../options"
import type { BillingWorld } from "../billing-account"
import { CYCLE_MS, GRACE_MS } from "../billing-cycle"
import { invoiceFee, plans } from "../plans"
import { includedGasRemaining, resumeBlocked, runSponsored } from "../gas-credit"
import { changePlan, executeContract, payBillingInvoice, TOP_UP_PACKS_USD, topUp } from "../purchases"
import { baseUnitsWorth, fromUsdUnits, toUsdUnits, valueInUsdUnits } from "../gas-price"

const DAY_MS = 86_400_000

function onPlan(plan: NonNullable<SandboxOptions["business"]>["plan"] = "Startup") {
  const business = openBusiness({ business: { plan } })
  const { world, control } = business
  const startMs = control.now()
  const bills = () => world().billing.invoices
  const pay = (txHash = "0x1") => {
    const { id = "" } = bills().find(({ status }) => status === "open") ?? {}
    return payBillingInvoice(world(), id, { amountUsd: "19", txHash })
  }
  /** Advances to an instant, counted from the start. */
  const reach = (ms: number) => control.advance(startMs + ms - control.now())
  return { ...business, bills, pay, reach, startMs }
}

describe("the billing cycle", () => {
  it("continues when the bill is paid within the grace period, dated from the end of the last cycle", async () => {
    const { pay, reach, billing, startMs } = onPlan()
    await reach(CYCLE_MS + GRACE_MS - 1)
    pay()
    const renewed = {
      ...{ plan: "Startup", state: "active", includedGasUsedUsd: "0" },
      cycleEndsAt: new Date(startMs + 2 * CYCLE_MS).toISOString(),
    }
    expect(await billing()).toMatchObject(renewed)
    await reach(CYCLE_MS + GRACE_MS)
    expect(await billing()).toMatchObject(renewed)
  })

  it("bills every cycle once", async () => {
    const { reach, bills, pay } = onPlan()
    for (let cycle = 1; cycle <= 3; cycle++) {
      await reach(cycle * CYCLE_MS - 1)
      pay(`0x${cycle}`)
    }
    await reach(4 * CYCLE_MS)
    expect(bills().map(({ status }) => status)).toEqual(["paid", "paid", "paid", "open"])
  })
})

describe("changing the plan", () => {
  it("takes effect at once, with a new cycle", async () => {
    const { world, reach, billing, startMs } = onPlan("Free")
    await reach(DAY_MS)
    changePlan(world(), "Growth")
    expect(await billing()).toMatchObject({
      ...{ plan: "Growth", invoiceFeePercent: "0.55", minimumFeeUsd: "0.05", payoutQuotaIncluded: 1000 },
      ...{ includedGasGrantedUsd: "35", cycleEndsAt: new Date(startMs + DAY_MS + CYCLE_MS).toISOString() },
    })
  })

  it("cancels the open bill and its cycle", async () => {
    const { world, reach, bills, billing } = onPlan()
    await reach(CYCLE_MS - 1)
    changePlan(world(), "Scale")
    expect(bills()).toMatchObject([{ status: "cancelled" }])
    await reach(CYCLE_MS + GRACE_MS)
    expect(await billing()).toMatchObject({ plan: "Scale", state: "active" })
  })
})

const worldOf = (plan: "Free" | "Startup", fairUseGasUsd: string | null = null): BillingWorld =>
  openBusiness({ business: { plan, fairUseGasUsd } }).world()

/** An operation with a price, which records that it ran. */
function operation(world: BillingWorld, reference: string, usd: string, done: string[]) {
  const gas = [{ use: "automatic_sweep", usdUnits: toUsdUnits(usd) } as const]
  runSponsored(world, { reference, gas, run: () => void done.push(reference) })
}

describe("gas", () => {
  it("is spent in full or not at all", () => {
    const world = worldOf("Startup")
    topUp(world, "5")
    expect(executeContract(world, "15.00000001").status).toBe("gas_blocked")
    expect([includedGasRemaining(world), world.billing.prepaidGas]).toEqual([1_000_000_000n, 500_000_000n])
    expect(executeContract(world, "15").status).toBe("executed")
    expect([includedGasRemaining(world), world.billing.prepaidGas]).toEqual([0n, 0n])
  })
})

describe("operations blocked on gas", () => {
  it("do not stop a cheaper new one", () => {
    const world = worldOf("Free", "1")
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
        const world = worldOf("Startup")
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

describe("the fee of an invoice", () => {
  it("is at least the share and the minimum, and never a base unit more than the larger", () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 27n })
    fc.assert(
      fc.property(
        fc.constantFrom(...tokens),
        fc.constantFrom(...KNOWN_PLANS),
        amount,
        (asset, name, baseUnits) => {
          const plan = plans[name]
          const fee = invoiceFee(baseUnits, asset, plan)
          const minimum = baseUnitsWorth(plan.minimumFeeUsd, asset)
          const share = baseUnits * BigInt(plan.invoiceFeePercent.replace(".", ""))
          expect(fee).toBeGreaterThanOrEqual(minimum)
          expect(fee * 10_000n).toBeGreaterThanOrEqual(share)
          expect(fee === minimum || (fee - 1n) * 10_000n < share).toBe(true)
        }
      )
    )
  })
})

describe("the value of an amount", () => {
  it("is worth at least its dollars, and a base unit less is not", () => {
    const usd = fc.bigInt({ min: 1n, max: 10n ** 14n }).map(fromUsdUnits)
    fc.assert(
      fc.property(fc.constantFrom(...tokens), usd, (asset, dollars) => {
        const baseUnits = baseUnitsWorth(dollars, asset)
        const scale = 10n ** BigInt(asset.decimals)
        const price = toUsdUnits(asset.usdPrice)
        expect(baseUnits * price).toBeGreaterThanOrEqual(toUsdUnits(dollars) * scale)
        expect((baseUnits - 1n) * price).toBeLessThan(toUsdUnits(dollars) * scale)
        expect(valueInUsdUnits(baseUnits - 1n, asset)).toBeLessThanOrEqual(toUsdUnits(dollars))
      })
    )
  })
})
