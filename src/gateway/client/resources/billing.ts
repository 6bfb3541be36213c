import { parseBilling, type Billing } from "../../contract/billing"
import type { Connection } from "../connection"

export type BillingCalls = {
  /** Reads plan, fees, payout quota, gas and top-up options. */
  getBilling(): Promise<Billing>
  /** Reads usage and gas. */
  getBillingUsage(): Promise<Billing>
}

export function billingCalls({ send }: Connection): BillingCalls {
  return {
    getBilling: async () => (await send("getBilling", {}, parseBilling)).value,
    getBillingUsage: async () => (await send("getBillingUsage", {}, parseBilling)).value,
  }
}
