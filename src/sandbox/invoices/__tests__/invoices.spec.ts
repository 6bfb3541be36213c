import { errorOf } from "../../__tests__/in-process"
import { openBusiness, usdcOnBase, xlm } from "../../__tests__/business"
import { reorgInvoice } from "../settlement"

const HALF_AN_HOUR_MS = 30 * 60_000

it("an invoice of a live business is on a live network", async () => {
  const { post, root } = openBusiness({ environment: "live" })
  const create = (networkId: string) => post(`${root}/invoices`, { ...usdcOnBase, amount: "5", networkId })
  expect((await create("base-mainnet")).status).toBe(201)
  expect(errorOf(await create("base-sepolia"))).toMatchObject({ status: 400, fields: ["networkId"] })
})

it("a dedicated Stellar address takes no payment before it is there", async () => {
  const { invoice, control } = openBusiness()
  const id = await invoice({ ...xlm, receiveMode: "dedicated_address" })
  await expect(control.pay(id)).rejects.toThrow("no address yet")
  await control.advance(5_000)
  expect(await control.pay(id)).toMatchObject({ outcome: "accepted" })
})

it("a small payment is all fee when the plan has become more expensive", async () => {
  const { invoice, control, dashboard, accounts, statusOf } = openBusiness({ business: { plan: "Growth" } })
  const id = await invoice({ amount: "0.06" })
  await dashboard("/billing/plan", { plan: "Free" })
  await control.pay(id)
  await control.settle(id)
  expect(await statusOf(id)).toBe("paid")
  expect(accounts()).toEqual({ outside: -60_000n, fees: 60_000n })
})

it("a second payment while it confirms makes an invoice overpaid", async () => {
  const { invoice, control } = openBusiness()
  const id = await invoice()
  for (const request of [{}, { amount: "0.000001" }]) await control.pay(id, request)
  await control.settle(id)
  expect(control.invoices()).toMatchObject([{ status: "overpaid", receivedAmount: "100.000001" }])
  expect(control.deliveries().at(-1)?.event).toBe("invoice.paid")
})

describe("the tolerance for underpayments", () => {
  it.each([
    [["99.5"], "confirming", "99.5"],
    [["99.499999"], "pending", "99.499999"],
    [["99.5", "0.5"], "confirming", "100"],
  ])("makes of %j of 100 an invoice that is %s", async (amounts, status, receivedAmount) => {
    const { invoice, control } = openBusiness({ business: { underpaymentToleranceBps: 50 } })
    const id = await invoice()
    for (const amount of amounts) await control.pay(id, { amount })
    expect(control.invoices()).toMatchObject([{ status, receivedAmount }])
  })
})

describe("the expiry of an invoice", () => {
  it("comes after 30 minutes, even when partly paid", async () => {
    const { invoice, control, statusOf } = openBusiness()
    const id = await invoice()
    await control.pay(id, { amount: "1" })
    await control.advance(HALF_AN_HOUR_MS - 1)
    expect(await statusOf(id)).toBe("pending")
    await control.advance(1)
    expect(await statusOf(id)).toBe("expired")
  })

  it.each([
    ["evm", {}],
    ["stellar", xlm],
  ])("does not come while a payment becomes final on %s", async (_, rail) => {
    const { invoice, control, statusOf } = openBusiness({ blockTimeMs: 700_000 })
    const id = await invoice(rail)
    await control.advance(HALF_AN_HOUR_MS - 1)
    await control.pay(id)
    await control.advance(2)
    expect(["confirming", "pending"]).toContain(await statusOf(id))
    await control.settle(id)
    expect(await statusOf(id)).toBe("paid")
  })

  it("does not come after a reorganization took the confirmations back", async () => {
    const { invoice, control, world, statusOf } = openBusiness()
    const id = await invoice()
    await control.pay(id)
    reorgInvoice(world(), world().invoices.get(id))
    await control.advance(2 * HALF_AN_HOUR_MS)
    expect(await statusOf(id)).toBe("paid")
  })
})

it("no reorganization is possible before a payment, after settlement, or where one ledger is final", async () => {
  const { invoice, world, control, settled } = openBusiness()
  const [unpaid, stellar] = [await invoice(), await invoice(xlm)]
  await control.pay(stellar)
  for (const id of [unpaid, await settled(), stellar]) {
    expect(() => reorgInvoice(world(), world().invoices.get(id))).toThrow('"reorganized" is not possible')
  }
})
