import { errorOf } from "../../__tests__/in-process"
import type { BusinessSettingsInput } from "../../business"
import { destinations, openBusiness } from "./business"

type Policy = NonNullable<BusinessSettingsInput["payoutPolicy"]>
const permissions: [string, Policy][] = [
  ["everything", {}],
  ["its network", { networkIds: ["base-mainnet"] }],
  ["its asset", { tokens: ["USDC"] }],
  ["its destination, in any case", { destinations: [destinations.evm.toLowerCase()] }],
  ["exactly its limit", { maxAmountUsd: "10" }],
]

describe("the policy of the payout key", () => {
  it("refuses every quote when it names no destination", async () => {
    const { fund, askQuote } = openBusiness({ business: { payoutPolicy: { destinations: [] } } })
    await fund()
    expect(errorOf(await askQuote())).toEqual({ status: 403, code: "FORBIDDEN", fields: [] })
  })

  it.each(permissions)("allows a quote for %s", async (_, payoutPolicy) => {
    const { fund, askQuote, world } = openBusiness()
    await fund()
    world().business.payoutPolicy = payoutPolicy
    expect((await askQuote()).status).toBe(201)
  })

  it("covers the recipients of an invoice, each with its part of the amount", async () => {
    const payoutPolicy = { maxAmountUsd: "60" }
    const { post, root, payoutKey } = openBusiness({ business: { payoutPolicy } })
    const ask = (shareBps: number) => {
      const payoutRecipients = [{ label: "seller", destinationAddress: destinations.evm, shareBps }]
      const rail = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
      return post(`${root}/invoices`, { amount: "100", ...rail, payoutRecipients }, payoutKey)
    }
    expect((await ask(6_000)).status).toBe(201)
    expect(errorOf(await ask(6_001))).toMatchObject({ status: 403, code: "FORBIDDEN" })
  })
})
