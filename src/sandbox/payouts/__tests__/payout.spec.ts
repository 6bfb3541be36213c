import { destinations, openBusiness, xlm, XLM } from "./business"

const seller = { label: "seller", destinationAddress: destinations.evm, shareBps: 7_000 }
const platform = { label: "platform", destinationAddress: destinations.evm2, shareBps: 3_000 }
const payoutRecipients = [seller, platform]

describe("the payout of an invoice", () => {
  it("starts one withdrawal for each recipient once the money is swept", async () => {
    const { settled, withdrawals, control, accounts, withdrawal, events } = openBusiness()
    const invoiceId = await settled({ payoutRecipients })
    expect(withdrawals()).toEqual([])
    expect(accounts()).toMatchObject({ routing: 99_050_000n })
    await control.advance(30_000)
    const [first, second, ...others] = withdrawals()
    expect(others).toEqual([])
    expect(await withdrawal(first?.id ?? "")).toMatchObject({
      ...{ status: "queued", invoiceId, amount: "69.335", fee: "0.05", netAmount: "69.285" },
      destinationAddress: seller.destinationAddress,
    })
    expect(await withdrawal(second?.id ?? "")).toMatchObject({ amount: "29.715", fee: "0.05" })
    await control.advance(60_000)
    expect(accounts()).toEqual({ outside: -1_050_000n, fees: 1_050_000n })
    expect(events(second?.id)).toEqual(
      ["queued", "processing", "broadcast", "completed"].map((status) => `withdrawal.${status}`)
    )
  })

  it("gives the rounding rest to the last recipient, so that nothing is left", async () => {
    const { fund, withdrawals, accounts } = openBusiness()
    const shares = [3_333, 3_333, 3_334].map((shareBps) => ({ ...seller, shareBps }))
    await fund({ amount: "1.000001", payoutRecipients: shares })
    expect(withdrawals().map(({ amountBaseUnits }) => amountBaseUnits)).toEqual([
      299_970n,
      299_970n,
      300_061n,
    ])
    expect(accounts()).not.toHaveProperty("treasury")
  })

  it("leaves unshared money to the business", async () => {
    const { fund, accounts, withdrawals } = openBusiness()
    await fund({ payoutRecipients: [{ ...seller, shareBps: 2_500 }] })
    expect(withdrawals()).toMatchObject([{ amountBaseUnits: 24_762_500n, status: "completed" }])
    expect(accounts()).toMatchObject({ treasury: 74_287_500n })
  })

  it("splits the invoice amount, and leaves a surplus to the business", async () => {
    const { invoice, control, withdrawals, accounts } = openBusiness()
    const id = await invoice({ payoutRecipients })
    await control.pay(id, { amount: "150" })
    await control.settle(id)
    await control.advance(60_000)
    expect(withdrawals().map(({ amountBaseUnits }) => amountBaseUnits)).toEqual([69_335_000n, 29_715_000n])
    expect(accounts()).toMatchObject({ treasury: 49_525_000n })
  })

  it("does not start for a tolerated underpayment", async () => {
    const { invoice, control, withdrawals, accounts, statusOf } = openBusiness({
      business: { underpaymentToleranceBps: 100 },
    })
    const id = await invoice({ payoutRecipients })
    await control.pay(id, { amount: "99" })
    await control.settle(id)
    await control.advance(60_000)
    expect(await statusOf(id)).toBe("paid")
    expect(withdrawals()).toEqual([])
    expect(accounts()).toMatchObject({ treasury: 98_059_500n })
  })

  it.each([
    ["failed", "fail"],
    ["expired", "expire"],
  ] as const)("does not start for an invoice that %s", async (_, end) => {
    const { invoice, control, withdrawals, accounts } = openBusiness()
    const id = await invoice({ payoutRecipients })
    await control.pay(id, { amount: "60" })
    await control[end](id)
    await control.advance(60_000)
    expect(withdrawals()).toEqual([])
    expect(accounts()).toEqual({ outside: -60_000_000n, recovery: 60_000_000n })
  })

  it("does not start for money in a wrong asset", async () => {
    const { invoice, control, withdrawals, accounts } = openBusiness()
    const id = await invoice({ payoutRecipients })
    await control.pay(id, { token: "ETH" })
    await control.advance(60_000)
    expect(withdrawals()).toEqual([])
    expect(accounts("base-mainnet/ETH")).toMatchObject({ recovery: 100n * 10n ** 18n })
  })

  it("fails a leg smaller than its fee, and counts only the other one", async () => {
    const { fund, withdrawals, accounts, billing } = openBusiness()
    const shares = [
      { ...seller, shareBps: 9_900 },
      { ...platform, shareBps: 100 },
    ]
    await fund({ amount: "2", payoutRecipients: shares })
    expect(withdrawals()).toMatchObject([
      { status: "completed" },
      { status: "failed", failureReason: "the leg does not cover its fee", amountBaseUnits: 19_000n },
    ])
    expect(accounts()).toMatchObject({ treasury: 19_000n })
    expect(await billing()).toMatchObject({ payoutQuotaUsed: 1 })
  })

  it("starts at once where the money is already in the treasury", async () => {
    const { settled, withdrawals, accounts } = openBusiness()
    const recipient = { ...seller, destinationAddress: destinations.stellar, shareBps: 10_000 }
    await settled({ ...xlm, payoutRecipients: [recipient] })
    expect(withdrawals()).toMatchObject([{ status: "queued", amountBaseUnits: 990_500_000n }])
    expect(accounts(XLM)).toMatchObject({ reserved: 990_500_000n })
  })

  it("precedes a withdrawal that waits for the same sweep", async () => {
    const { settled, withdraw, withdrawals, control, stateOf } = openBusiness()
    await settled()
    const waiting = await withdraw({ amount: "99.05" })
    expect(await stateOf(waiting)).toBe("pending_funds")
    await settled({ payoutRecipients })
    await control.advance(5 * 60_000)
    expect(withdrawals().map(({ status }) => status)).toEqual(["completed", "completed", "completed"])
  })

  it("waits for gas with its sweep", async () => {
    const { fund, withdrawals, dashboard, control } = openBusiness({ business: { fairUseGasUsd: "0" } })
    await fund({ payoutRecipients })
    expect(withdrawals()).toEqual([])
    await dashboard("/billing/top-ups", { usd: "5" })
    await control.advance(60_000)
    expect(withdrawals().map(({ status }) => status)).toEqual(["completed", "completed"])
  })

  it("returns a leg that is rejected to the treasury", async () => {
    const { settled, withdrawals, accounts, world, control } = openBusiness()
    world().withdrawals.rejectedAddresses.add(platform.destinationAddress)
    await settled({ payoutRecipients })
    await control.advance(60_000)
    expect(withdrawals().map(({ status }) => status)).toEqual(["completed", "destination_rejected"])
    expect(accounts()).toMatchObject({ treasury: 29_715_000n })
  })
})
