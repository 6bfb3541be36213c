import type { Assumptions } from "../../gateway/assumptions"

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
  "reorganized",
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
 * ledger goes from `pending` to its end without `confirming`. A reorganization of the chain takes confirmations
 * back, and nothing else does.
 *
 * @see service-interface "States and transitions"; how the last three are reached, and what a reorganization does, is the sandbox's own
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
    reorganized: "pending",
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

/** UNDOCUMENTED but for `invoice.paid`, which announces every settlement: the event of each step. */
export function invoiceEvent(trigger: InvoiceTrigger, { events }: Assumptions): string {
  const { confirming, failed, expired, cancelled } = events.invoice
  const names = {
    payment_seen: confirming,
    block_added: confirming,
    reorganized: "pending",
    settled_exact: "paid",
    settled_over: "paid",
    expired,
    failed,
    cancelled,
  } satisfies Record<InvoiceTrigger, string>
  return `invoice.${names[trigger]}`
}
