import { destinations, openBusiness, usdcOnBase } from "../../payouts/__tests__/business"
import { withdrawFromDashboard } from "../withdrawal-creation"

const request = { ...usdcOnBase, amount: "10", destinationAddress: destinations.evm }

describe("a withdrawal from the dashboard", () => {
  it("is not bound by the policy of the payout key", async () => {
    const { fund, world } = openBusiness({ business: { payoutPolicy: { tokens: [] } } })
    await fund()
    expect(withdrawFromDashboard(world(), request).status).toBe("queued")
  })

  it("waits for a sweep like any other", async () => {
    const { settled, world } = openBusiness()
    await settled()
    expect(withdrawFromDashboard(world(), request).status).toBe("pending_funds")
  })

  it.each([
    ["INSUFFICIENT_BALANCE", { amount: "1000" }],
    ["VALIDATION_ERROR", { amount: "0.08" }],
    ["VALIDATION_ERROR", { destinationAddress: destinations.sol }],
    ["VALIDATION_ERROR", { quoteId: "quote_0" }],
  ])("is refused with %s for %j", async (code, fields) => {
    const { fund, world, withdrawals } = openBusiness()
    await fund()
    expect.assertions(2)
    try {
      withdrawFromDashboard(world(), { ...request, ...fields })
    } catch (error) {
      expect(error).toMatchObject({ code })
    }
    expect(withdrawals()).toEqual([])
  })
})
