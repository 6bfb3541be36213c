import { creditInvoice } from "../invoices/settlement"
import type { StoredInvoice } from "../invoices/stored-invoice"
import type { World } from "../world"
import { moveIn } from "./arriving-money"
import type { ReviewReason } from "./payment"
import { reviewReason } from "./payment-matching"
import type { Transfer } from "./transfer"

/**
 * Counts a transfer that reached an invoice towards it, or keeps it for recovery.
 *
 * @returns why it does not count, or null when it does
 */
export function payInvoice(world: World, transfer: Transfer, invoice: StoredInvoice): ReviewReason | null {
  const reason = reviewReason(transfer, invoice)
  if (reason) {
    moveIn(world, transfer, { to: "recovery", reason, reference: invoice.id })
    return reason
  }
  moveIn(world, transfer, { to: "awaiting", reason: "payment_received", reference: invoice.id })
  creditInvoice(world, invoice, transfer)
  return null
}
