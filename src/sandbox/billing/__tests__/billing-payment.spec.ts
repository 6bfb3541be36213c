import { openBusiness } from "../../payouts/__tests__/business"
import { CYCLE_MS, GRACE_MS } from "../billing-cycle"
import { payBillingInvoice, changePlan } from "../purchases"

async function billed() {
  const business = openBusiness({ business: { plan: "Startup" } })
  await business.control.advance(CYCLE_MS - 1)
  const [bill] = business.world().billing.invoices
  if (!bill) throw new Error("no bill")
  const pay = (fields: { amountUsd?: string; txHash?: string } = {}, id = bill.id) => {
    return payBillingInvoice(business.world(), id, { amountUsd: "19", txHash: "0x1", ...fields })
  }
  const codeOf = (attempt: () => unknown) => {
    try {
      attempt()
      return undefined
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  return { ...business, bill, pay, codeOf }
}

describe("paying a billing invoice", () => {
  it.each(["19", "19.00", "20"])("takes $%s for $19", async (amountUsd) => {
    const { pay } = await billed()
    expect(pay({ amountUsd })).toMatchObject({ status: "paid", txHash: "0x1" })
  })

  it("refuses less, and records nothing, so that the same transaction can be submitted again", async () => {
    const { pay, bill, codeOf } = await billed()
    expect(codeOf(() => pay({ amountUsd: "18.99" }))).toBe("BILLING_UNDERPAYMENT")
    expect(bill).toMatchObject({ status: "open" })
    expect(bill).not.toHaveProperty("txHash")
    expect(pay().status).toBe("paid")
  })

  it("refuses a transaction that has already paid this bill or another", async () => {
    const { pay, world, control, codeOf } = await billed()
    pay()
    expect(codeOf(() => pay())).toBe("BILLING_PAYMENT_REPLAY_CONFLICT")
    await control.advance(CYCLE_MS)
    const next = world().billing.invoices.at(-1)
    expect(next).toMatchObject({ status: "open" })
    expect(codeOf(() => pay({}, next?.id))).toBe("BILLING_PAYMENT_REPLAY_CONFLICT")
  })

  it("refuses an expired bill", async () => {
    const { pay, codeOf, control } = await billed()
    await control.advance(GRACE_MS + 1)
    expect(codeOf(() => pay())).toBe("BILLING_INVOICE_NOT_PAYABLE")
  })

  it("refuses a cancelled bill", async () => {
    const { pay, codeOf, world } = await billed()
    changePlan(world(), "Scale")
    expect(codeOf(() => pay())).toBe("BILLING_INVOICE_NOT_PAYABLE")
  })
})
