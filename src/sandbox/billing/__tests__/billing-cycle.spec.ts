import { openBusiness } from "../../__tests__/business"
import type { SandboxOptions } from "../../options"
import { CYCLE_MS, GRACE_MS } from "../billing-cycle"
import { payBillingInvoice, changePlan } from "../purchases"

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
