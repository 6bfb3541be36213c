import { MedusaError } from "@medusajs/framework/utils"
import { chooseKind } from "../../../domain/payment/collection"
import type { PaymentKind } from "../../../domain/payment/payment-lifecycle"
import { findMismatch } from "../../../domain/payment/settlement"
import { findAddressRefusal } from "../../../domain/payment/shown-address"
import type { CreateInvoiceRequest, Invoice } from "../../../gateway/contract"
import { isDuplicateCustomer } from "./customer-directory"
import { openIntent, reopenIntent } from "./intent-opening"
import type { OpeningContext, OpenPaymentRequest } from "./opening-context"
import { checkoutError, insertPayment, noteFailure, unavailableRail } from "./opening-context"
import type { PaymentRow } from "./payment-row"
import { paymentToExpected } from "./payment-row"
import type { RailQuote } from "./rail-quotes"
import { quoteRails } from "./rail-quotes"
import { isInScope } from "../work/scope"

/**
 * Opens the invoice or the intent of a payment session: one row, one idempotency key, one call.
 *
 * The row and its key are stored before the call, so a repetition for the same session, after a crash or in
 * parallel, gets the same invoice or intent.
 *
 * @throws MedusaError `invalid_data` for a rail that is not offered, `not_allowed` when the gateway cannot
 * open it now
 */
export async function openPayment(request: OpenPaymentRequest, context: OpeningContext): Promise<PaymentRow> {
  const existing = await context.store.find({ session_id: request.sessionId })
  if (existing) return reopen(existing, request, context)
  const rail = await findRail(request.railId, request, context)
  const kind = await decideKind(rail, request, context)
  if (kind === "auto_deposit") return openIntent(rail, request, context)
  return openInvoice(await insertPayment(rail, request, context.store, { kind }), rail, context)
}

/** Medusa opens a session again, as after a crash. */
async function reopen(
  payment: PaymentRow,
  request: OpenPaymentRequest,
  context: OpeningContext
): Promise<PaymentRow> {
  // Its session was opened in another account, as before the store went live: it needs another session.
  if (!isInScope(context.options, payment)) throw unavailableRail()
  if (payment.gateway_invoice_id || payment.gateway_intent_id) return payment
  if (payment.state !== "opening") throw unavailableRail()
  const rail = await findRail(payment.rail_id, request, context)
  return payment.kind === "auto_deposit"
    ? reopenIntent(payment, rail, context)
    : openInvoice(payment, rail, context)
}

/**
 * An intent names its asset by symbol only, so it cannot serve a symbol that two assets share, nor a customer
 * whom the service does not create. With `auto`, both pay by invoice.
 */
async function decideKind(
  rail: RailQuote,
  { customerId }: OpenPaymentRequest,
  { options, customers }: OpeningContext
): Promise<PaymentKind> {
  const kind = chooseKind(options, customerId !== null)
  if (kind === null) throw signInFirst()
  if (kind === "invoice" || customerId === null) return "invoice"
  const canFallBack = options.collection === "auto"
  if (rail.isSymbolShared && canFallBack) return "invoice"
  if (rail.isSymbolShared) throw unavailableRail()
  try {
    await customers.ensure(customerId)
  } catch (error) {
    if (isDuplicateCustomer(error) && canFallBack) return "invoice"
    throw checkoutError(error)
  }
  return kind
}

async function findRail(
  railId: string | undefined,
  request: OpenPaymentRequest,
  context: OpeningContext
): Promise<RailQuote> {
  const { quotes } = await quoteRails(request, context).catch((error: unknown) => {
    throw checkoutError(error)
  })
  const rail = quotes.find((quote) => quote.id === railId)
  if (rail) return rail
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    `data.rail: ${railId ? `"${railId.slice(0, 80)}" is not offered for this cart` : "nothing was chosen"}; ` +
      `use one of the ids of GET /store/onchain/payment-options`
  )
}

function signInFirst(): MedusaError {
  return new MedusaError(
    MedusaError.Types.INVALID_DATA,
    "Sign in to pay with crypto: this shop takes it on an address of your own, which belongs to an account."
  )
}

/** Requests the invoice of a row that is being opened, and stores what its payer needs. */
async function openInvoice(
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

/** One write: a payment with an invoice but without its address would never be payable. */
async function bindInvoice(
  payment: PaymentRow,
  invoice: Invoice,
  { store }: OpeningContext
): Promise<PaymentRow> {
  const mismatch = findMismatch(invoice, { ...paymentToExpected(payment), gatewayInvoiceId: invoice.id })
  if (mismatch) {
    await store.move(payment, "failed", {
      last_error: `the gateway opened another invoice than requested: ${mismatch}`,
    })
    throw unavailableRail()
  }
  const refusal = findAddressRefusal(invoice, payment)
  if (refusal) {
    await store.move(payment, "failed", {
      address_refused_at: new Date(),
      address_refusal: refusal,
      last_error: `the address of the invoice was not shown: ${refusal}`,
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
