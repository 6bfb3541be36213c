import * as fc from "fast-check"
import { errorOf } from "../../__tests__/in-process"
import { shareOf, split, totalOf } from "../payout-request"
import { createRoute, takeRouteStep } from "../../dashboard/dashboard-routes"
import { A_WHILE_MS, destinations, openBusiness, usdcOnBase, xlm, XLM } from "../../__tests__/business"

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
    const shares = [9_900, 100].map((shareBps) => ({ ...seller, shareBps }))
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
    await control.advance(A_WHILE_MS)
    expect(withdrawals().map(({ status }) => status)).toEqual(["completed", "completed", "completed"])
  })

  it("uses the quota leg by leg, so the last one may be charged", async () => {
    const { world, fund, withdrawals, billing } = openBusiness({ business: { plan: "Startup" } })
    world().billing.cycle.payoutsUsed = 99
    await fund({ payoutRecipients })
    expect(withdrawals().map(({ feeBaseUnits }) => feeBaseUnits)).toEqual([0n, 30_000n])
    expect(await billing()).toMatchObject({ payoutQuotaUsed: 101 })
  })

  it("is covered by the policy of the payout key, each recipient with its part of the amount", async () => {
    const { post, root, payoutKey } = openBusiness({ business: { payoutPolicy: { maxAmountUsd: "60" } } })
    const ask = (shareBps: number) => {
      const request = { ...usdcOnBase, amount: "100", payoutRecipients: [{ ...seller, shareBps }] }
      return post(`${root}/invoices`, request, payoutKey)
    }
    expect((await ask(6_000)).status).toBe(201)
    expect(errorOf(await ask(6_001))).toMatchObject({ status: 403, code: "FORBIDDEN" })
  })

  it("needs no sweep and no gas where it was paid to the treasury with a memo", async () => {
    const { settled, accounts, billing } = openBusiness({ business: { fairUseGasUsd: "0" } })
    await settled(xlm)
    expect(accounts(XLM)).toMatchObject({ treasury: 990_500_000n })
    expect(await billing()).toMatchObject({ includedGasUsedUsd: "0", gasBlockedOperations: 0 })
  })
})

describe("a payout route", () => {
  function withRoute() {
    const business = openBusiness()
    const { id } = createRoute(business.world(), { name: "r", ...usdcOnBase, recipients: payoutRecipients })
    takeRouteStep(business.world(), id, "approved")
    return { ...business, id }
  }

  it("still pays an invoice created before it was archived, and no later one", async () => {
    const { world, id, settled, control, withdrawals } = withRoute()
    await settled({ payoutRouteId: id })
    takeRouteStep(world(), id, "archived")
    await control.advance(60_000)
    expect(withdrawals()).toMatchObject([{ status: "completed" }, { status: "completed" }])
    await expect(settled({ payoutRouteId: id })).rejects.toThrow("payoutRouteId")
  })

  it.each([{ networkId: "eth-mainnet" }, { token: "ETH" }, xlm])("is not for %j", async (rail) => {
    const { post, root, id } = withRoute()
    const request = { amount: "100", ...usdcOnBase, ...rail, payoutRouteId: id }
    const refused = { status: 400, code: "VALIDATION_ERROR", fields: ["payoutRouteId"] }
    expect(errorOf(await post(`${root}/invoices`, request))).toEqual(refused)
  })
})

describe("splitting an amount", () => {
  const recipient = (shareBps: number) => ({ ...seller, shareBps })
  /** Shares that add up to at most 100 %. */
  const shares = fc
    .array(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 12 })
    .map((cuts) => [...new Set(cuts)].sort((left, right) => left - right))
    .map((cuts) => cuts.map((cut, index) => cut - (cuts[index - 1] ?? 0)))
  const amount = fc.bigInt({ min: 0n, max: 10n ** 30n })

  it("leaves no dust when the shares add up to 100 %", () => {
    fc.assert(
      fc.property(amount, shares, (baseUnits, parts) => {
        const rest = 10_000 - parts.reduce((sum, bps) => sum + bps, 0)
        expect(totalOf(split(baseUnits, [...parts, rest].map(recipient)))).toBe(baseUnits)
      })
    )
  })

  it("exceeds no share, and has no leg of less than one unit", () => {
    fc.assert(
      fc.property(amount, shares, (baseUnits, parts) => {
        const legs = split(baseUnits, parts.map(recipient))
        for (const leg of legs) {
          expect(leg.baseUnits).toBeGreaterThan(0n)
          expect(leg.baseUnits).toBe(shareOf(baseUnits, leg.recipient.shareBps))
        }
        expect(totalOf(legs)).toBeLessThanOrEqual(baseUnits)
      })
    )
  })
})
