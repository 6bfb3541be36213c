import { compareAmounts } from "../../gateway/amount"
import { refusal } from "../sandbox-error"
import type { BillingInvoice, BillingWorld } from "./billing-account"
import { startCycle } from "./billing-cycle"
import { takeBillingInvoiceStep, takeBillingStep } from "./billing-steps"

/** A payment of a bill, on any chain. */
export type BillingPayment = { amountUsd: string; txHash: string }

/**
 * Pays a billing invoice. While the business is past due this starts the next cycle at once, as of the end
 * of the last one.
 *
 * @throws SandboxError with one of the documented `BILLING_*` codes; nothing is recorded then
 */
export function payBillingInvoice(world: BillingWorld, id: string, payment: BillingPayment): BillingInvoice {
  const { billing } = world
  const invoice = billing.invoices.find((bill) => bill.id === id)
  if (!invoice) throw refusal("BILLING_INVOICE_NOT_FOUND", `billing invoice ${id} does not exist`)
  checkPayment(world, invoice, payment)
  takeBillingInvoiceStep(invoice, "paid")
  invoice.txHash = payment.txHash
  if (billing.state === "pastDue") {
    takeBillingStep(billing, "renewal_paid")
    startCycle(world, invoice.cycle.endsAtMs)
  }
  return invoice
}

function checkPayment({ billing }: BillingWorld, invoice: BillingInvoice, payment: BillingPayment): void {
  const { id, status, amountUsd } = invoice
  if (billing.invoices.some(({ txHash }) => txHash === payment.txHash)) {
    throw refusal("BILLING_PAYMENT_REPLAY_CONFLICT", `transaction ${payment.txHash} has paid a bill before`)
  }
  if (status !== "open") throw refusal("BILLING_INVOICE_NOT_PAYABLE", `billing invoice ${id} is ${status}`)
  if (compareAmounts(payment.amountUsd, amountUsd) < 0) {
    throw refusal("BILLING_UNDERPAYMENT", `billing invoice ${id} asks for $${amountUsd}`)
  }
}
