import type { OnchainBillingResponse } from "../../../src/types/http"
import type { StoreUnderTest } from "./store-suite"

export function billingStories(store: StoreUnderTest): void {
  const billing = async () =>
    (await store.merchant.get<OnchainBillingResponse>("/admin/onchain/billing")).billing
  const warnings = async () => (await billing()).warnings.map(({ id, severity }) => `${id} ${severity}`)
  const spendGas = (usd: string) => store.sandbox.dashboard("billing/contract-executions", { usd })

  it("shows the plan, its prices and where they are from, and that gas has no figure on Free", async () => {
    expect(await billing()).toMatchObject({
      plan: "Free",
      state: "active",
      prices: {
        monthly_usd: { value: "0", source: "list" },
        invoice_fee_percent: { value: "0.95", source: "provider" },
        minimum_fee_usd: { value: "0.10", source: "provider" },
        payout_fee_usd: { value: "0.05", source: "list" },
        dashboard_fee_usd: { value: "0.08", source: "list" },
        included_payouts: { value: "0", source: "provider" },
        included_gas_usd: { value: "fair-use", source: "provider" },
      },
      quota: { included: 0, used: 0, left: 0 },
      gas: { granted_usd: null, left_usd: null },
      gas_blocked: 0,
      top_ups: { amounts_usd: ["5", "10", "25", "50", "100"], source: "provider" },
      renewal_at: null,
      grace_ends_at: null,
      warnings: [],
    })
  })

  it("warns before gas runs out, says when it has, and what waits for it", async () => {
    await store.sandbox.dashboard("billing/plan", { plan: "Startup" })
    await spendGas("8.5")
    expect(await warnings()).toEqual(["gas_low warning"])
    await spendGas("1.5")
    expect(await warnings()).toEqual(["gas_gone error"])
    await spendGas("1")
    expect(await warnings()).toEqual(["gas_blocked error", "gas_gone error"])
    await store.sandbox.dashboard("billing/top-ups", { usd: "10" })
    expect(await billing()).toMatchObject({ gas_blocked: 0, gas: { prepaid_usd: "9" }, warnings: [] })
  })
}
