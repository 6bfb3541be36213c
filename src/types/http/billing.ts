export type OnchainBillingWarningId =
  | "past_due"
  | "cycle_over"
  | "renewal_soon"
  | "quota_low"
  | "quota_used"
  | "gas_low"
  | "gas_gone"
  | "gas_blocked"
  | "plan_unknown"

/** Something about the plan that bites, or soon will. */
export type OnchainBillingWarning = {
  id: OnchainBillingWarningId
  severity: "warning" | "error"
  message: string
}

/** Answer of `GET /admin/onchain/billing`. Null is what the service did not tell. */
export type OnchainBillingResponse = {
  billing: {
    plan: string | null
    /** The service's word for where the billing cycle is, verbatim. */
    state: string | null
    /** Decimals. */
    invoice_fee_percent: string | null
    minimum_fee_usd: string | null
    /** Payouts by API in this cycle. */
    quota: { included: number | null; used: number | null; left: number | null }
    gas: {
      granted_usd: string | null
      used_usd: string | null
      left_usd: string | null
      prepaid_usd: string | null
      /** True where the plan names no figure. */
      is_fair_use: boolean
    }
    /** Operations that wait for gas credit. */
    gas_blocked: number | null
    top_ups_usd: string[]
    /** ISO 8601. */
    cycle_ends_at: string | null
    grace_ends_at: string | null
    warnings: OnchainBillingWarning[]
    asked_at: string
  }
}
