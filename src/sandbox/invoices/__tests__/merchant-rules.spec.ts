import { errorOf } from "../../__tests__/in-process"
import { openBusiness, usdcOnBase, xlm } from "../../payouts/__tests__/business"

describe("an explicit invoice", () => {
  const refused = { status: 400, code: "VALIDATION_ERROR", fields: ["amount"] }

  it.each([
    ["Free", usdcOnBase, "0.1", "0.100001"],
    ["Growth", usdcOnBase, "0.05", "0.050001"],
    ["Free", xlm, "0.4", "0.4000001"],
  ] as const)(
    "on %s is created only when the fee leaves something: %j",
    async (plan, rail, eaten, enough) => {
      const { post, root } = openBusiness({ business: { plan } })
      const ask = (amount: string) => post(`${root}/invoices`, { ...rail, amount })
      expect(errorOf(await ask(eaten))).toEqual(refused)
      expect((await ask(enough)).status).toBe(201)
    }
  )

  it("gives all of a small payment to the fee when the plan has become more expensive", async () => {
    const { invoice, control, dashboard, accounts, statusOf } = openBusiness({ business: { plan: "Growth" } })
    const id = await invoice({ amount: "0.06" })
    await dashboard("/billing/plan", { plan: "Free" })
    await control.pay(id)
    await control.settle(id)
    expect(await statusOf(id)).toBe("paid")
    expect(accounts()).toEqual({ outside: -60_000n, fees: 60_000n })
  })

  it("is settled at the fee of the current plan", async () => {
    const { invoice, control, dashboard, accounts } = openBusiness()
    const id = await invoice()
    await dashboard("/billing/plan", { plan: "Scale" })
    await control.pay(id)
    await control.settle(id)
    expect(accounts()).toMatchObject({ fees: 350_000n })
  })
})

describe("money of an invoice", () => {
  it("waits until the payment is final, part by part", async () => {
    const { invoice, control, accounts } = openBusiness()
    const id = await invoice()
    await control.pay(id, { amount: "40" })
    expect(accounts()).toEqual({ outside: -40_000_000n, awaiting: 40_000_000n })
    await control.pay(id)
    expect(accounts()).toEqual({ outside: -100_000_000n, awaiting: 100_000_000n })
    await control.settle(id)
    expect(accounts()).toEqual({ outside: -100_000_000n, sweeping: 99_050_000n, fees: 950_000n })
  })

  it("counts in full when overpaid, and the fee applies to all of it", async () => {
    const { invoice, control, accounts, statusOf } = openBusiness()
    const id = await invoice()
    await control.pay(id, { amount: "200" })
    await control.settle(id)
    expect(await statusOf(id)).toBe("overpaid")
    expect(accounts()).toEqual({ outside: -200_000_000n, sweeping: 198_100_000n, fees: 1_900_000n })
  })

  it.each(["expire", "cancel", "fail"] as const)("needs recovery after %s, without a fee", async (end) => {
    const { invoice, control, accounts } = openBusiness()
    const id = await invoice()
    await control.pay(id, { amount: "40" })
    await control[end](id)
    expect(accounts()).toEqual({ outside: -40_000_000n, recovery: 40_000_000n })
  })

  it("needs recovery when the payment fails after it was complete", async () => {
    const { invoice, control, accounts } = openBusiness()
    const id = await invoice()
    await control.pay(id)
    await control.fail(id)
    await control.advance(60_000)
    expect(accounts()).toEqual({ outside: -100_000_000n, recovery: 100_000_000n })
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

  it("is zero by default", async () => {
    const { invoice, control, statusOf } = openBusiness()
    const id = await invoice()
    await control.pay(id, { amount: "99.999999" })
    expect(await statusOf(id)).toBe("pending")
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
