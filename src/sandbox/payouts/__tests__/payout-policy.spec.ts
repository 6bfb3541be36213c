import { errorOf } from "../../__tests__/in-process"
import { destinations, openBusiness } from "./business"

describe("the policy of the payout key", () => {
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
