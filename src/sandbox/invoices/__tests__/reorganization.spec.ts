import { openBusiness, xlm } from "../../payouts/__tests__/business"
import { reorgInvoice } from "../settlement"

async function confirming() {
  const business = openBusiness()
  const id = await business.invoice()
  await business.control.pay(id)
  const reorg = () => reorgInvoice(business.world(), business.world().invoices.get(id))
  const progress = async () => (await business.get(`/invoices/${id}`)).body["confirmationProgress"]
  return { ...business, id, reorg, progress }
}

describe("a reorganization", () => {
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
