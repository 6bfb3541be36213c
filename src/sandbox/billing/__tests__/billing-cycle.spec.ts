import { openBusiness } from "../../payouts/__tests__/business"
import type { SandboxOptions } from "../../options"
import { CYCLE_MS, GRACE_MS } from "../billing-cycle"
import { payBillingInvoice, executeContract, changePlan } from "../purchases"

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

  it("moves the business to Free after the grace period, and keeps its data", async () => {
    const { reach, billing, bills, fund, world, amounts, pay } = onPlan()
    const invoiceId = await fund()
    world().billing.prepaidGas = 100_000_000n
    await reach(CYCLE_MS + GRACE_MS - 1)
    expect(await billing()).toMatchObject({ plan: "Startup", state: "past_due" })
    await reach(CYCLE_MS + GRACE_MS)
    expect(await billing()).toMatchObject({ plan: "Free", state: "active", prepaidGasUsd: "1", warnings: [] })
    expect(bills()).toMatchObject([{ status: "expired" }])
    expect(() => pay()).toThrow("does not exist")
    expect(world().invoices.find(invoiceId)?.status).toBe("paid")
    expect(await amounts()).toMatchObject({ total: "99.3" })
  })

  it("renews without a bill on Free", async () => {
    const { reach, bills, billing, startMs } = onPlan("Free")
    await reach(3 * CYCLE_MS)
    expect(bills()).toEqual([])
    const cycleEndsAt = new Date(startMs + 4 * CYCLE_MS).toISOString()
    expect(await billing()).toMatchObject({ plan: "Free", state: "active", cycleEndsAt })
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

  it("resumes operations blocked on gas when it renews", async () => {
    const { world, settled, reach, pay, accounts } = onPlan()
    await settled()
    executeContract(world(), "10")
    await reach(CYCLE_MS - 1)
    expect(accounts()).toHaveProperty("sweeping")
    pay()
    await reach(CYCLE_MS)
    expect(accounts()).not.toHaveProperty("sweeping")
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

  it("ends a past-due period", async () => {
    const { world, reach, billing } = onPlan()
    await reach(CYCLE_MS)
    changePlan(world(), "Free")
    expect(await billing()).toMatchObject({ plan: "Free", state: "active" })
  })

  it("to the same plan changes nothing", async () => {
    const { world, reach, billing } = onPlan()
    await reach(DAY_MS)
    const before = await billing()
    changePlan(world(), "Startup")
    expect(await billing()).toEqual(before)
  })
})
