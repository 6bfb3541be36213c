import type { SandboxOptions } from "../../options"
import { openShop } from "./shop"

const WITH_INTENT = true

async function deposit(amount: string, options: SandboxOptions = {}, hasIntent = false) {
  const shop = openShop(options)
  const customerId = await shop.customer()
  const toAddress = await shop.ensure(customerId)
  if (hasIntent) await shop.intent(customerId)
  await shop.send({ toAddress, amount })
  return { ...shop, toAddress, statuses: (await shop.deposits()).map(statusOf) }
}
function statusOf(deposit: Record<string, unknown>) {
  return (deposit["assignment"] as { status: string }).status
}

describe("a deposit's value", () => {
  it.each([
    ["0.009999", "deposit_ignored"],
    ["0.01", "deposit_unrecorded"],
    ["0.049999", "deposit_unrecorded"],
  ])("of $%s appears only in the ledger", async (amount, reason) => {
    const { statuses, events, control, balances, world } = await deposit(amount, {}, WITH_INTENT)
    expect({ statuses, events: events(), invoices: control.invoices() }).toEqual({
      ...{ statuses: [], events: [], invoices: [] },
    })
    expect(Object.keys(balances())).toEqual(["outside", "unrecorded"])
    expect(world().ledger.entries().at(-1)?.reason).toBe(reason)
  })

  it.each([
    ["0.05", ["review_required_non_positive_net"]],
    ["0.1", ["review_required_non_positive_net"]],
    ["0.100001", ["unassigned_no_intent"]],
  ])("of $%s is visible, and must exceed the fee to be income", async (amount, expected) => {
    expect((await deposit(amount)).statuses).toEqual(expected)
  })

  it.each([
    ["dust", { dustThresholdUsd: "2" }, "1.999999", "deposit_ignored"],
    ["worth no invoice", { autoInvoiceMinUsd: "2" }, "1.999999", "deposit_unrecorded"],
  ])("is %s under the business's settings", async (_, business, amount, reason) => {
    const { world } = await deposit(amount, { business })
    expect(world().ledger.entries().at(-1)?.reason).toBe(reason)
  })

  it("needs less to be income on a plan with a lower fee", async () => {
    expect((await deposit("0.06", { business: { plan: "Growth" } })).statuses).toEqual([
      "unassigned_no_intent",
    ])
  })
})

describe("a deposit's amount", () => {
  const mismatch = ["review_required_amount_mismatch"]
  it.each([
    ["98.999999", {}, mismatch],
    ["99", {}, []],
    ["101", {}, []],
    ["101.000001", {}, mismatch],
    ["100", { depositToleranceBps: 0 }, []],
    ["99.999999", { depositToleranceBps: 0 }, mismatch],
    ["100.000001", { depositToleranceBps: 0 }, mismatch],
    ["105", { depositToleranceBps: 500 }, []],
    ["105.000001", { depositToleranceBps: 500 }, mismatch],
  ])("%s is compared with 100 to the base unit", async (amount, business, expected) => {
    expect((await deposit(amount, { business }, WITH_INTENT)).statuses).toEqual(expected)
  })

  it.each([
    ["99", "paid"],
    ["100", "paid"],
    ["100.000001", "overpaid"],
  ])("%s makes the invoice of 100 %s", async (amount, status) => {
    const { control, events, balances } = await deposit(amount, {}, WITH_INTENT)
    expect(control.invoices()).toMatchObject([{ status, amount: "100", receivedAmount: amount }])
    expect(events()).toEqual(["invoice.paid"])
    const { outside = 0n, fees = 0n, treasury = 0n } = balances()
    expect(fees + treasury).toBe(-outside)
  })
})

describe("the mode ledger_only", () => {
  const options: SandboxOptions = { business: { assignmentMode: "ledger_only" } }

  it("records a paid invoice without an order, whatever the intent says", async () => {
    const { statuses, events, control, balances, world } = await deposit("100", options, WITH_INTENT)
    expect(statuses).toEqual([])
    expect(events()).toEqual(["invoice.paid"])
    expect(control.invoices()).toMatchObject([
      {
        ...{ status: "paid", amount: "100" },
        ...{ autoDepositAssignmentStatus: undefined, externalOrderId: undefined },
      },
    ])
    expect(balances()).toEqual({ outside: -100_000_000n, fees: 950_000n, treasury: 99_050_000n })
    const { customerId = "" } = world().payments[0] ?? {}
    expect(world().intents.activeOf(customerId, "base-mainnet")).toHaveLength(1)
  })

  it("still holds for review what cannot be income", async () => {
    const { statuses, send, toAddress, deposits } = await deposit("0.08", options)
    expect(statuses).toEqual(["review_required_non_positive_net"])
    await send({ toAddress, amount: "5", token: "SCAM" })
    expect((await deposits()).map(statusOf)[0]).toBe("review_required_unsupported_asset")
  })
})
