import { destinations, openBusiness, usdcOnBase } from "../../payouts/__tests__/business"
import { withdrawFromDashboard } from "../withdrawal-creation"

const request = { ...usdcOnBase, amount: "10", destinationAddress: destinations.evm }

describe("a withdrawal from the dashboard", () => {
  it("is not bound by the policy of the payout key", async () => {
    const { fund, world } = openBusiness({ business: { payoutPolicy: { tokens: [] } } })
    await fund()
    expect(withdrawFromDashboard(world(), request).status).toBe("queued")
  })
})
