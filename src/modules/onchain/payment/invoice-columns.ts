import { isPaidInPart } from "../../../domain/payment/partial-payment"
import type { PaymentState } from "../../../domain/payment/payment-lifecycle"
import { isSettledStatus } from "../../../domain/payment/payment-lifecycle"
import { isImplausible } from "../../../domain/payment/received-amount"
import { receivedOf } from "../../../domain/payment/settlement"
import { addressChange } from "../../../domain/payment/shown-address"
import { compareAmounts, truncateAmount } from "../../../gateway/amount"
import type { Invoice } from "../../../gateway/contract"
import type { Columns, PaymentRow } from "./payment-row"

export function invoiceToColumns(payment: PaymentRow, invoice: Invoice, progress: Invoice): Columns {
  const txHash = invoice.settlementTxHash ?? progress.confirmationProgress?.txHash
  return {
    gateway_status: invoice.status,
    checked_at: new Date(),
    ...(payment.invoice_unknown_at ? { invoice_unknown_at: null, last_error: null } : {}),
    ...(payment.kind === "invoice" ? addressChange(payment, invoice) : {}),
    ...(txHash ? { tx_hash: txHash } : {}),
    ...confirmationColumns(payment, invoice.status, progress),
  }
}

/**
 * What came, as far as it is plausible. An earlier amount is dropped where the invoice settles without an
 * amount (a part is not all that came), or goes back without one (it may be gone).
 */
export function receivedColumns(
  payment: PaymentRow,
  invoice: Invoice,
  next: PaymentState
): Columns & { largest_part_amount?: string } {
  const { expected_amount: expected, decimals } = payment
  const reported = receivedOf(invoice, payment.kind)
  const received = reported === undefined ? undefined : truncateAmount(reported, decimals)
  const isAbsurd = received !== undefined && isImplausible({ expected, received, decimals })
  if (received !== undefined && !isAbsurd) {
    const part = { gateway_status: invoice.status, expected_amount: expected, received_amount: received }
    const isPart = isPaidInPart(part)
    return {
      received_amount: received,
      implausible_amount: null,
      ...(isPart && payment.part_seen_at === null ? { part_seen_at: new Date() } : {}),
      ...(isPart && isLargest(payment, received) ? { largest_part_amount: received } : {}),
    }
  }
  const isSettling = next === "settled" && payment.state !== "settled"
  const hasGoneBack =
    (payment.state === "settled" && next !== "settled") ||
    (payment.state === "confirming" && next === "awaiting")
  return {
    ...(isAbsurd ? { implausible_amount: received } : {}),
    ...(isSettling || hasGoneBack ? { received_amount: null } : {}),
  }
}

/** Nobody waits to hear of a larger part once a person has decided. */
function isLargest({ resolution, largest_part_amount: largest }: PaymentRow, received: string): boolean {
  return resolution === null && (largest === null || compareAmounts(received, largest) > 0)
}

/** Settled money has every confirmation, even when the last ones were never reported. */
function confirmationColumns(
  payment: PaymentRow,
  status: string,
  { confirmationProgress }: Invoice
): Columns {
  if (isSettledStatus(status)) return { confirmations: payment.confirmations_required }
  if (status !== "confirming") return { confirmations: null }
  const { current, required } = confirmationProgress ?? {}
  return {
    ...(current !== undefined ? { confirmations: Math.trunc(current) } : {}),
    ...(required !== undefined ? { confirmations_required: Math.trunc(required) } : {}),
  }
}
