import { findMismatch } from "../../domain/settlement"
import { findAddressRefusal } from "../../domain/shown-address"
import type { CreateInvoiceRequest, Invoice } from "../../gateway/contract"
import type { OpeningContext } from "./opening-context"
import { checkoutError, noteFailure, unavailableRail } from "./opening-errors"
import { paymentToExpected, type PaymentRow } from "./payment-row"
import type { RailQuote } from "./rail-quotes"

/** Asks for the invoice of a row that is being opened, and stores what its payer needs. */
export async function openInvoice(
  payment: PaymentRow,
  rail: RailQuote,
  context: OpeningContext
): Promise<PaymentRow> {
  let invoice: Invoice
  try {
    invoice = await context.gateway.createInvoice(invoiceRequest(payment, rail), {
      idempotencyKey: payment.idempotency_key,
    })
  } catch (error) {
    await noteFailure(payment, error, context.store)
    throw checkoutError(error)
  }
  return bindInvoice(payment, invoice, context)
}

function invoiceRequest(
  payment: PaymentRow,
  { token, receiveMode, payout }: RailQuote
): CreateInvoiceRequest {
  const isIssued = token.chain === "stellar" && token.issuerAddress !== undefined
  return {
    amount: payment.expected_amount,
    token: payment.token,
    chain: payment.chain,
    networkId: payment.network_id,
    metadata: { payment_session_id: payment.session_id },
    ...(isIssued
      ? {
          assetCode: token.assetCode ?? token.token,
          issuerAddress: token.issuerAddress,
          canonicalAssetId: token.canonicalAssetId,
        }
      : {}),
    ...(token.chain === "stellar" && receiveMode ? { receiveMode } : {}),
    ...payout,
  }
}

/** One write: a payment that has an invoice and is cut off before its address would never be payable. */
async function bindInvoice(
  payment: PaymentRow,
  invoice: Invoice,
  { store }: OpeningContext
): Promise<PaymentRow> {
  const mismatch = findMismatch(invoice, { ...paymentToExpected(payment), gatewayInvoiceId: invoice.id })
  if (mismatch) {
    await store.move(payment, "failed", {
      last_error: `the gateway opened another invoice than the one asked for: ${mismatch}`,
    })
    throw unavailableRail()
  }
  const refusal = findAddressRefusal(invoice, payment)
  if (refusal) {
    await store.move(payment, "failed", {
      address_refused_at: new Date(),
      address_refusal: refusal,
      last_error: `the address of the invoice was shown to nobody: ${refusal}`,
    })
    throw unavailableRail()
  }
  return store.record(payment, invoice, invoice, {
    gateway_invoice_id: invoice.id,
    receive_mode: invoice.receiveMode ?? null,
    expires_at: invoice.expiresAt ? new Date(invoice.expiresAt) : null,
    last_error: null,
  })
}
