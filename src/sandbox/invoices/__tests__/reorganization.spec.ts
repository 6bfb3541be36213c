import { openBusiness, xlm } from "../../payouts/__tests__/business"
import { reorgInvoice } from "../settlement"

const BLOCK_MS = 2_000

async function confirming() {
  const business = openBusiness()
  const id = await business.invoice()
  await business.control.pay(id)
  const reorg = () => reorgInvoice(business.world(), business.world().invoices.get(id))
  const progress = async () => (await business.get(`/invoices/${id}`)).body["confirmationProgress"]
  return { ...business, id, reorg, progress }
}

describe("a reorganization", () => {
  it("takes the confirmations back, and the payment is confirmed again", async () => {
    const { id, control, reorg, progress, statusOf, events } = await confirming()
    await control.advance(2 * BLOCK_MS)
    expect(await progress()).toMatchObject({ current: 2 })
    reorg()
    expect(await statusOf(id)).toBe("pending")
    expect(await progress()).toBeUndefined()
    await control.advance(BLOCK_MS)
    expect(await statusOf(id)).toBe("confirming")
    expect(await progress()).toMatchObject({ current: 0, required: 3 })
    await control.advance(3 * BLOCK_MS)
    expect(await statusOf(id)).toBe("paid")
    expect(events(id)).toEqual([
      ...["invoice.confirming", "invoice.confirming", "invoice.confirming"],
      "invoice.pending",
      ...["invoice.confirming", "invoice.confirming", "invoice.confirming", "invoice.paid"],
    ])
  })

  it("moves no money", async () => {
    const { control, reorg, accounts } = await confirming()
    reorg()
    expect(accounts()).toEqual({ outside: -100_000_000n, awaiting: 100_000_000n })
    await control.advance(10 * BLOCK_MS)
    expect(accounts()).toMatchObject({ sweeping: 99_050_000n })
  })

  it("can repeat", async () => {
    const { id, control, reorg, statusOf } = await confirming()
    for (let times = 0; times < 3; times++) {
      reorg()
      await control.advance(BLOCK_MS)
    }
    await control.settle(id)
    expect(await statusOf(id)).toBe("paid")
  })

  it("does not let the invoice expire", async () => {
    const { id, control, reorg, statusOf } = await confirming()
    reorg()
    await control.advance(60 * 60_000)
    expect(await statusOf(id)).toBe("paid")
  })

  it("is not possible before a payment, after settlement, or where one ledger is final", async () => {
    const { invoice, world, control, settled } = openBusiness()
    const unpaid = await invoice()
    const stellar = await invoice(xlm)
    await control.pay(stellar)
    for (const id of [unpaid, await settled(), stellar]) {
      expect(() => reorgInvoice(world(), world().invoices.get(id))).toThrow('"reorganized" is not possible')
    }
  })
})
