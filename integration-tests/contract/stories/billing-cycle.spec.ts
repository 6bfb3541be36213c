import type { Scene } from "../story/scene"
import { story } from "../story/story"
import { bills, payBill } from "./bills"
import { openCustomer } from "./opened-customer"
import { openInvoice, openPaidInvoice } from "./opened-invoice"
import { balanceOf, fundTreasury } from "./treasury"

const DAY_MS = 86_400_000

/** Moves the clock to `days` before (or, below zero, after) the end of the running cycle. */
async function goToDaysBeforeEnd({ gateway, sandbox }: Scene, days: number): Promise<void> {
  const { cycleEndsAt } = await gateway.getBilling()
  await sandbox.advance(Date.parse(cycleEndsAt ?? "") - days * DAY_MS - sandbox.now())
}

const onStartup = { business: { plan: "Startup" } } as const

story(
  "the renewal is issued five days before the end of a cycle; once paid, the next cycle begins with its gas",
  ["rule:cycle.renewal", "rule:cycle.paid", "state:billing.active"],
  async (scene) => {
    const { gateway, dashboard, sandbox } = scene
    await fundTreasury(scene)
    const { state, cycleEndsAt, includedGasUsedUsd } = await gateway.getBilling()
    expect(state).toBe("active")
    expect(Number(includedGasUsedUsd)).toBeGreaterThan(0)
    await goToDaysBeforeEnd(scene, 5.01)
    expect(await bills(scene.dashboard)).toEqual([])
    await goToDaysBeforeEnd(scene, 5)
    const [bill, ...others] = await bills(scene.dashboard)
    expect(others).toEqual([])
    expect(bill).toMatchObject({ amountUsd: "19", status: "open", dueAt: cycleEndsAt })
    expect((await payBill(dashboard, bill?.id, "19", "0xabc")).status).toBe(200)
    await sandbox.advance(5 * DAY_MS)
    const next = await gateway.getBilling()
    expect(next).toMatchObject({ state: "active", plan: "Startup", includedGasUsedUsd: "0" })
    expect(Date.parse(next.cycleEndsAt ?? "")).toBeGreaterThan(Date.parse(cycleEndsAt ?? ""))
  },
  onStartup
)

story(
  "unpaid, everything continues for 14 days; then the business moves to Free and keeps its data",
  [
    "rule:cycle.grace",
    "rule:cycle.downgrade",
    "rule:cycle.data-kept",
    "state:billing.past_due",
    "transition:billing.active.past_due",
    "transition:billing.past_due.active",
    "error:BILLING_INVOICE_NOT_PAYABLE",
  ],
  async (scene) => {
    const { gateway, dashboard, sandbox } = scene
    const customer = await openCustomer(scene)
    const invoice = await openPaidInvoice(scene)
    await goToDaysBeforeEnd(scene, 0)
    const pastDue = await gateway.getBilling()
    expect(pastDue).toMatchObject({ plan: "Startup", state: "past_due" })
    expect(pastDue["warnings"]).toHaveLength(1)
    await sandbox.advance(14 * DAY_MS - 1)
    expect((await gateway.getBilling()).plan).toBe("Startup")
    expect((await openInvoice(scene)).status).toBe("pending")
    await sandbox.advance(1)
    expect(await gateway.getBilling()).toMatchObject({ plan: "Free", state: "active" })
    expect(sandbox.customers()).toContainEqual(expect.objectContaining({ id: customer.id }))
    expect(await gateway.getInvoice(invoice.id)).toEqual(invoice)
    expect((await balanceOf(scene)).total).toBe("12.4")
    const [bill] = await bills(scene.dashboard)
    expect((await payBill(dashboard, bill?.id, "19", "0xlate")).code).toBe("BILLING_INVOICE_NOT_PAYABLE")
  },
  onStartup
)

story(
  "a bill is paid once, in full, with its own payment",
  [
    "error:BILLING_INVOICE_NOT_FOUND",
    "error:BILLING_UNDERPAYMENT",
    "error:BILLING_PAYMENT_REPLAY_CONFLICT",
    "transition:billing.past_due.active",
    "gap:error-statuses",
  ],
  async (scene) => {
    const { dashboard, gateway, assumptions } = scene
    const expected = assumptions.errors.statuses.billing
    const pay = async (id: string | undefined, amountUsd: string, txHash: string) =>
      (await payBill(dashboard, id, amountUsd, txHash)).refusal
    await goToDaysBeforeEnd(scene, 1)
    const [first] = await bills(scene.dashboard)
    expect(await pay("bill_of_nobody", "19", "0x1")).toBe("404 BILLING_INVOICE_NOT_FOUND")
    expect(await pay(first?.id, "18.99", "0x1")).toBe(`${expected} BILLING_UNDERPAYMENT`)
    expect(await pay(first?.id, "19", "0x1")).toBe("200 undefined")
    expect(await pay(first?.id, "19", "0x2")).toBe(`${expected} BILLING_INVOICE_NOT_PAYABLE`)

    await goToDaysBeforeEnd(scene, 0)
    await goToDaysBeforeEnd(scene, 0)
    expect((await gateway.getBilling()).state).toBe("past_due")
    const second = (await bills(scene.dashboard)).find(({ status }) => status === "open")
    expect(await pay(second?.id, "19", "0x1")).toBe(`${expected} BILLING_PAYMENT_REPLAY_CONFLICT`)
    expect(await pay(second?.id, "19", "0x3")).toBe("200 undefined")
    expect((await gateway.getBilling()).state).toBe("active")
  },
  onStartup
)
