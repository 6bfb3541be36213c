import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isPaidInPart } from "../../domain/partial-payment"
import { isSettledStatus, type PaymentState } from "../../domain/payment-lifecycle"
import { isImplausible } from "../../domain/settled-amount"
import { receivedOf } from "../../domain/settlement"
import { addressChange } from "../../domain/shown-address"
import { truncateAmount } from "../../gateway/amount"
import type { Invoice } from "../../gateway/contract"
import type { PaymentRow } from "./payment-row"

/** Columns of a payment that a statement writes. */
export type Columns = Partial<Record<keyof PaymentRow, string | number | boolean | Date | Knex.Raw | null>>

/** What a canonical invoice says, as columns of its payment. */
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
 * What came, as far as it can be believed. What was seen earlier is not known any more where the invoice settles without reporting
 * it (a part is not all that came), or goes back without reporting it (it may be gone).
 */
export function receivedColumns(payment: PaymentRow, invoice: Invoice, next: PaymentState): Columns {
  const { expected_amount: expected, decimals } = payment
  const reported = receivedOf(invoice, payment.kind)
  const received = reported === undefined ? undefined : truncateAmount(reported, decimals)
  const isAbsurd = received !== undefined && isImplausible({ expected, received, decimals })
  if (received !== undefined && !isAbsurd) {
    const part = { gateway_status: invoice.status, expected_amount: expected, received_amount: received }
    const isNewPart = payment.part_seen_at === null && isPaidInPart(part)
    return {
      received_amount: received,
      implausible_amount: null,
      ...(isNewPart ? { part_seen_at: new Date() } : {}),
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

/** Settled money has every confirmation it needs, even when the last ones were never reported one by one. */
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
