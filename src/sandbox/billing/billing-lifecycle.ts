/** How the subscription stands. Names on the wire come from the assumptions. */
export const BILLING_STATES = ["active", "pastDue"] as const
export type BillingState = (typeof BILLING_STATES)[number]

export const BILLING_TRIGGERS = [
  "cycle_renewed",
  "renewal_unpaid",
  "renewal_paid",
  "grace_over",
  "plan_changed",
] as const
export type BillingTrigger = (typeof BILLING_TRIGGERS)[number]

/**
 * Every step of a subscription. After `grace_over` it is active on Free.
 *
 * @see service-interface "Billing cycle"
 */
export const billingLifecycle: Record<BillingState, Partial<Record<BillingTrigger, BillingState>>> = {
  active: { cycle_renewed: "active", renewal_unpaid: "pastDue", plan_changed: "active" },
  pastDue: { renewal_paid: "active", grace_over: "active", plan_changed: "active" },
}

/** The sandbox's own names: the document shows none. */
export const BILLING_INVOICE_STATUSES = ["open", "paid", "expired", "cancelled"] as const
export type BillingInvoiceStatus = (typeof BILLING_INVOICE_STATUSES)[number]

export const BILLING_INVOICE_TRIGGERS = ["paid", "grace_over", "plan_changed"] as const
export type BillingInvoiceTrigger = (typeof BILLING_INVOICE_TRIGGERS)[number]

/** Every step of a renewal invoice. */
export const billingInvoiceLifecycle: Record<
  BillingInvoiceStatus,
  Partial<Record<BillingInvoiceTrigger, BillingInvoiceStatus>>
> = {
  open: { paid: "paid", grace_over: "expired", plan_changed: "cancelled" },
  paid: {},
  expired: {},
  cancelled: {},
}
