import { destinations, openBusiness } from "./business"

const seller = { label: "seller", destinationAddress: destinations.evm, shareBps: 7_000 }
const platform = { label: "platform", destinationAddress: destinations.evm2, shareBps: 3_000 }
const payoutRecipients = [seller, platform]

describe("the payout of an invoice", () => {
  it("splits the invoice amount, and leaves a surplus to the business", async () => {
    const { invoice, control, withdrawals, accounts } = openBusiness()
    const id = await invoice({ payoutRecipients })
    await control.pay(id, { amount: "150" })
    await control.settle(id)
    await control.advance(60_000)
    expect(withdrawals().map(({ amountBaseUnits }) => amountBaseUnits)).toEqual([69_335_000n, 29_715_000n])
    expect(accounts()).toMatchObject({ treasury: 49_525_000n })
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

  it("precedes a withdrawal that waits for the same sweep", async () => {
    const { settled, withdraw, withdrawals, control, stateOf } = openBusiness()
    await settled()
    const waiting = await withdraw({ amount: "99.05" })
    expect(await stateOf(waiting)).toBe("pending_funds")
    await settled({ payoutRecipients })
    await control.advance(5 * 60_000)
    expect(withdrawals().map(({ status }) => status)).toEqual(["completed", "completed", "completed"])
  })

  it("uses the quota leg by leg, so the last one may be charged", async () => {
    const { world, fund, withdrawals, billing } = openBusiness({ business: { plan: "Startup" } })
    world().billing.cycle.payoutsUsed = 99
    await fund({ payoutRecipients })
    expect(withdrawals().map(({ feeBaseUnits }) => feeBaseUnits)).toEqual([0n, 30_000n])
    expect(await billing()).toMatchObject({ payoutQuotaUsed: 101 })
  })
})
