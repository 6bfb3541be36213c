import { sandboxBug } from "../sandbox-error"
import type { BillingAccount, BillingInvoice } from "./billing-account"
import {
  billingInvoiceLifecycle,
  billingLifecycle,
  type BillingInvoiceTrigger,
  type BillingTrigger,
} from "./billing-lifecycle"

/** Takes one step of the subscription. */
export function takeBillingStep(account: BillingAccount, trigger: BillingTrigger): void {
  const next = billingLifecycle[account.state][trigger]
  if (!next) throw sandboxBug(`billing is ${account.state}: "${trigger}" is not possible`)
  account.state = next
}

/** Takes one step of a renewal invoice. */
export function takeBillingInvoiceStep(invoice: BillingInvoice, trigger: BillingInvoiceTrigger): void {
  const next = billingInvoiceLifecycle[invoice.status][trigger]
  if (!next) throw sandboxBug(`billing invoice ${invoice.id} is ${invoice.status}: "${trigger}"`)
  invoice.status = next
}
