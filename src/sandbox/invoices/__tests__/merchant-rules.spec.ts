import { openBusiness } from "../../payouts/__tests__/business"

describe("an explicit invoice", () => {
  const refused = { status: 400, code: "VALIDATION_ERROR", fields: ["amount"] }

  it("gives all of a small payment to the fee when the plan has become more expensive", async () => {
    const { invoice, control, dashboard, accounts, statusOf } = openBusiness({ business: { plan: "Growth" } })
    const id = await invoice({ amount: "0.06" })
    await dashboard("/billing/plan", { plan: "Free" })
    await control.pay(id)
    await control.settle(id)
    expect(await statusOf(id)).toBe("paid")
    expect(accounts()).toEqual({ outside: -60_000n, fees: 60_000n })
  })
})

describe("the tolerance for underpayments", () => {
  const business = { underpaymentToleranceBps: 50 }

  it.each([
    ["99.5", "confirming"],
    ["99.499999", "pending"],
  ])("decides about %s of 100", async (amount, status) => {
    const { invoice, control, statusOf } = openBusiness({ business })
    const id = await invoice()
    await control.pay(id, { amount })
    expect(await statusOf(id)).toBe(status)
  })

  it("counts the rest when it arrives before the last block", async () => {
    const { invoice, control, get } = openBusiness({ business })
    const id = await invoice()
    await control.pay(id, { amount: "99.5" })
    await control.pay(id, { amount: "0.5" })
    await control.settle(id)
    const { body } = await get(`/businesses/invoices/${id}`)
    expect(body).toMatchObject({ status: "paid", amountReceived: "100" })
  })
})
