import { parseAssumptions } from "../../../gateway/assumptions"
import { KNOWN_PLANS, parseBilling } from "../../../gateway/contract"
import { destinations, openBusiness } from "../../payouts/__tests__/business"

describe("billing", () => {
  it("shows everything that is documented, on a plan with figures", async () => {
    const { billing } = openBusiness({ business: { plan: "Growth" } })
    expect(await billing()).toEqual({
      ...{ plan: "Growth", state: "active", invoiceFeePercent: "0.55", minimumFeeUsd: "0.05" },
      ...{ payoutQuotaIncluded: 1000, payoutQuotaUsed: 0, prepaidGasUsd: "0", gasBlockedOperations: 0 },
      ...{ includedGasGrantedUsd: "35", includedGasUsedUsd: "0", includedGasRemainingUsd: "35" },
      ...{ topUpOptionsUsd: ["5", "10", "25", "50", "100"], cycleEndsAt: "2026-01-31T00:00:00.000Z" },
      warnings: [],
    })
  })

  it("shows gas without a figure as fair use", async () => {
    const { billing } = openBusiness()
    expect(await billing()).toMatchObject({
      ...{ includedGasGrantedUsd: "fair-use", includedGasRemainingUsd: "fair-use" },
      includedGasUsedUsd: "0",
    })
  })

  it("shows the used part under its own path", async () => {
    const { billing, get, fund } = openBusiness({ business: { plan: "Startup" } })
    await fund()
    const all = await billing()
    const { body: usage } = await get("/billing/usage")
    expect(all).toMatchObject(usage)
    expect(usage).toMatchObject({ includedGasUsedUsd: "0.03", includedGasRemainingUsd: "9.97" })
    expect(Object.keys(usage)).not.toContain("plan")
  })

  it.each(KNOWN_PLANS)("parses under the contract on %s", async (plan) => {
    const { billing } = openBusiness({ business: { plan } })
    const parsed = parseBilling(await billing(), parseAssumptions())
    expect(parsed).toMatchObject({ plan, state: "active" })
  })

  it("uses the assumed names", async () => {
    const assumptions = {
      fields: { billing: { plan: "tier", gasBlockedOperations: "blocked" } },
      statuses: { billing: { active: ["ok"] } },
      envelopes: { billing: ["data"] },
    }
    const { billing } = openBusiness({ assumptions })
    expect(await billing()).toMatchObject({ data: { tier: "Free", blocked: 0, state: "ok" } })
  })
})

describe("the payout quota", () => {
  it("makes included withdrawals free, and charges from the next one", async () => {
    const { world, fund, quote, withdraw, billing } = openBusiness({ business: { plan: "Startup" } })
    await fund()
    world().billing.cycle.payoutsUsed = 99
    expect(await quote()).toMatchObject({ fee: "0", netAmount: "10" })
    await withdraw()
    expect(await billing()).toMatchObject({ payoutQuotaUsed: 100 })
    expect(await quote()).toMatchObject({ fee: "0.03", netAmount: "9.97" })
  })

  it("never blocks on Free, where the first one is charged", async () => {
    const { fund, withdraw, billing, quote } = openBusiness()
    await fund()
    expect(await quote()).toMatchObject({ fee: "0.05" })
    await withdraw()
    expect(await billing()).toMatchObject({ payoutQuotaIncluded: 0, payoutQuotaUsed: 1 })
  })

  it("counts each leg of a payout, so the last one may be charged", async () => {
    const { world, fund, withdrawals, billing } = openBusiness({ business: { plan: "Startup" } })
    world().billing.cycle.payoutsUsed = 99
    const recipient = { label: "seller", destinationAddress: destinations.evm, shareBps: 5_000 }
    await fund({ payoutRecipients: [recipient, recipient] })
    expect(withdrawals().map(({ feeBaseUnits }) => feeBaseUnits)).toEqual([0n, 30_000n])
    expect(await billing()).toMatchObject({ payoutQuotaUsed: 101 })
  })

  it("resets with the next cycle", async () => {
    const { world, control, billing } = openBusiness()
    world().billing.cycle.payoutsUsed = 7
    await control.advance(30 * 86_400_000)
    expect(await billing()).toMatchObject({ payoutQuotaUsed: 0 })
  })
})
