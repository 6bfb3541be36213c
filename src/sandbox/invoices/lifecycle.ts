/** The sandbox's own names. Three of them have another name on the wire when the assumptions say so. */
export const INVOICE_STATUSES = [
  "pending",
  "confirming",
  "paid",
  "overpaid",
  "expired",
  "failed",
  "cancelled",
] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

/** What can happen to an invoice. */
export const INVOICE_TRIGGERS = [
  "payment_seen",
  "block_added",
  "settled_exact",
  "settled_over",
  "expired",
  "failed",
  "cancelled",
] as const
export type InvoiceTrigger = (typeof INVOICE_TRIGGERS)[number]

/**
 * Every step an invoice can take; a pair that is not here is refused.
 *
 * A payment in sight ends the right to expire or to be cancelled. A chain that settles with one
 * ledger goes from `pending` to its end without `confirming`.
 *
 * @see service-interface "States and transitions"; how the last three are reached is the sandbox's own
 */
export const lifecycle: Record<InvoiceStatus, Partial<Record<InvoiceTrigger, InvoiceStatus>>> = {
  pending: {
    payment_seen: "confirming",
    settled_exact: "paid",
    settled_over: "overpaid",
    expired: "expired",
    failed: "failed",
    cancelled: "cancelled",
  },
  confirming: {
    block_added: "confirming",
    settled_exact: "paid",
    settled_over: "overpaid",
    failed: "failed",
  },
  paid: {},
  overpaid: {},
  expired: {},
  failed: {},
  cancelled: {},
}

/** Event of each step. UNDOCUMENTED but for `invoice.paid`, which announces every settlement. */
export const invoiceEvents = {
  payment_seen: "invoice.confirming",
  block_added: "invoice.confirming",
  settled_exact: "invoice.paid",
  settled_over: "invoice.paid",
  expired: "invoice.expired",
  failed: "invoice.failed",
  cancelled: "invoice.cancelled",
} as const satisfies Record<InvoiceTrigger, string>
