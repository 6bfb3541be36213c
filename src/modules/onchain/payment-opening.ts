import { generateEntityId, MedusaError } from "@medusajs/framework/utils"
import { findMismatch } from "../../domain/settlement"
import type { Catalog } from "../../gateway/client/catalog"
import { GatewayError } from "../../gateway/client/errors"
import type { GatewayClient } from "../../gateway/client/gateway-client"
import type { CreateInvoiceRequest, Invoice } from "../../gateway/contract"
import type { OnchainOptions } from "./options"
import type { PaymentRow } from "./payment-row"
import type { PaymentStore } from "./payment-store"
import { quoteRails, type RailQuote } from "./rail-quotes"
import { reasonOf } from "./error-reason"

/** What a checkout asks for. `fiatAmount` is decimal text in major units. */
export type OpenPaymentRequest = {
  sessionId: string
  railId: string | undefined
  fiatAmount: string
  currencyCode: string
}

type Context = {
  store: PaymentStore
  gateway: GatewayClient
  catalog: Catalog
  options: OnchainOptions
  clock: () => number
  onRateError: (railId: string, error: unknown) => void
}

/**
 * Opens the invoice of a payment session: one row, one idempotency key, one call.
 *
 * The row and its key are stored before the call goes out, so a repetition for the same session,
 * after a crash or at the same time, asks for the same invoice and never for a second one.
 *
 * @throws MedusaError `invalid_data` for a rail that is not offered, `not_allowed` when the gateway cannot open it now
 */
export async function openPayment(request: OpenPaymentRequest, context: Context): Promise<PaymentRow> {
  const payment = await findOrInsert(request, context)
  if (payment.gateway_invoice_id) return payment
  if (payment.state === "failed") throw unavailableRail()
  const rail = await findRail(payment.rail_id, request, context)
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

async function findOrInsert(request: OpenPaymentRequest, context: Context): Promise<PaymentRow> {
  const existing = await context.store.find({ session_id: request.sessionId })
  if (existing) return existing
  const rail = await findRail(request.railId, request, context)
  const id = generateEntityId(undefined, "ocpay")
  await context.store.insert({
    id,
    session_id: request.sessionId,
    state: "opening",
    idempotency_key: `invoice_${id}`,
    rail_id: rail.id,
    chain: rail.token.chain,
    network_id: rail.token.networkId,
    network_name: rail.network.name ?? null,
    token: rail.token.token,
    decimals: rail.decimals,
    canonical_asset_id: rail.token.canonicalAssetId ?? null,
    contract_address: rail.token.contractAddress ?? rail.token.tokenMint ?? null,
    expected_amount: rail.amount,
    fiat_amount: request.fiatAmount,
    currency_code: request.currencyCode,
    rate: rail.rate.price,
    rate_source: rail.rate.source,
    rate_at: new Date(rail.rate.asOfMs),
  })
  const stored = await context.store.find({ session_id: request.sessionId })
  if (!stored) throw new Error(`the payment of session ${request.sessionId} was not stored`)
  return stored
}

async function findRail(
  railId: string | undefined,
  request: OpenPaymentRequest,
  context: Context
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

function invoiceRequest(payment: PaymentRow, { token, receiveMode }: RailQuote): CreateInvoiceRequest {
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
  }
}

/** One write: a payment that has an invoice and is cut off before its address would never be payable. */
async function bindInvoice(payment: PaymentRow, invoice: Invoice, context: Context): Promise<PaymentRow> {
  const mismatch = findMismatch(invoice, {
    gatewayInvoiceId: invoice.id,
    chain: payment.chain,
    networkId: payment.network_id,
    token: payment.token,
    canonicalAssetId: payment.canonical_asset_id,
    expectedAmount: payment.expected_amount,
  })
  if (mismatch) {
    await context.store.move(payment, "failed", {
      last_error: `the gateway opened another invoice than the one asked for: ${mismatch}`,
    })
    throw unavailableRail()
  }
  return context.store.record(payment, invoice, invoice, {
    gateway_invoice_id: invoice.id,
    memo: invoice.memoId ?? invoice.memo?.value ?? null,
    receive_mode: invoice.receiveMode ?? null,
    expires_at: invoice.expiresAt ? new Date(invoice.expiresAt) : null,
    last_error: null,
  })
}

/**
 * An uncertain outcome keeps the row open under its key; a refusal ends it. So does an invoice for another rail:
 * its address was shown to nobody, and the key would bring the same one again.
 */
async function noteFailure(payment: PaymentRow, error: unknown, store: PaymentStore): Promise<void> {
  const reason = reasonOf(error)
  const isFinal =
    error instanceof GatewayError &&
    !error.isRetryable &&
    (error.outcome === "not_applied" || error.code === "RAIL_MISMATCH")
  if (isFinal) {
    await store.move(payment, "failed", { last_error: reason })
  } else {
    await store.note(payment.id, { last_error: reason })
  }
}

/** What a shopper may read; each failed attempt is in the log, and the reason is on the row. */
function checkoutError(error: unknown): unknown {
  if (!(error instanceof GatewayError)) return error
  if (!error.isRetryable) return unavailableRail(error.code)
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "Crypto payments cannot be reached right now. Nothing was charged; try again in a moment.",
    error.code
  )
}

function unavailableRail(code?: string): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "This way of paying is not available right now. Choose another one.",
    code
  )
}
