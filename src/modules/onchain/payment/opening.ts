import { generateEntityId, MedusaError } from "@medusajs/framework/utils"
import { findAddressRefusal } from "../../../domain/payment/payment-page"
import type { PaymentKind } from "../../../domain/payment/payment-status"
import {
  chooseKind,
  findIntentProblem,
  type IntentProblem,
  isReusableAddressChain,
} from "../../../domain/payment/rails"
import { findMismatch } from "../../../domain/payment/settlement"
import { GatewayError } from "../../../gateway/client/errors"
import type { CreateInvoiceRequest, Intent, Invoice } from "../../../gateway/contract"
import { reasonOf } from "../work/audit-log"
import { isInScope } from "../work/claim"
import { isAddressRefusal, isDuplicateCustomer } from "./address-book"
import {
  checkoutError,
  insertAttempt,
  noteFailure,
  type Opening,
  type OpeningContext,
  type OpenPaymentRequest,
  unavailableRail,
} from "./opening-context"
import { type AnyPayment, isChosen, type PaymentRow, paymentToExpected } from "./payment-row"
import { quoteRails, type RailQuote } from "./rails"

/**
 * Announces a deposit to the reusable address of a signed-in customer.
 *
 * One at a time per customer, network and token, since the service keeps the last one requested and our rows
 * have to agree with it. The row is stored right before the call: one that is `opening` may have an intent.
 *
 * @throws MedusaError `not_allowed` when no address or intent is available now
 */
function openIntent(rail: RailQuote, opening: Opening, context: OpeningContext): Promise<PaymentRow> {
  const customerId = requireCustomer(opening.customerId)
  return context.exclusively(lockKey(customerId, rail), async () => {
    let address: string | null
    try {
      address = await ensureAddress(customerId, rail, context)
    } catch (error) {
      if (isAddressRefusal(error)) {
        const failed = { kind: "auto_deposit", state: "failed", last_error: reasonOf(error) } as const
        await insertAttempt(rail, opening, context, failed)
      }
      throw checkoutError(error)
    }
    const payment = await insertAttempt(rail, opening, context, { kind: "auto_deposit" })
    return payment.gateway_intent_id === null
      ? announce(payment, { customerId, rail, address }, context)
      : payment
  })
}

/** Repeats the call under the same key for a row whose answer was lost. */
function reopenIntent(payment: PaymentRow, rail: RailQuote, context: OpeningContext): Promise<PaymentRow> {
  const customerId = requireCustomer(payment.customer_id)
  return context.exclusively(lockKey(customerId, rail), async () => {
    const address = await ensureAddress(customerId, rail, context).catch(async (error: unknown) => {
      await noteFailure(payment, error, rail, context)
      throw checkoutError(error)
    })
    return announce(payment, { customerId, rail, address }, context)
  })
}

type Announcement = { customerId: string; rail: RailQuote; address: string | null }

async function announce(
  payment: PaymentRow,
  announcement: Announcement,
  context: OpeningContext
): Promise<PaymentRow> {
  const { address } = announcement
  let intent: Intent
  try {
    intent = await createIntent(payment, announcement, context)
  } catch (error) {
    // Such an intent exists, and has replaced the older one.
    if (error instanceof GatewayError && error.code === "RAIL_MISMATCH")
      await context.intents.reject(payment, error.message)
    else await noteFailure(payment, error, announcement.rail, context)
    throw checkoutError(error)
  }
  const problem = findIntentProblem(intent, {
    chain: payment.chain,
    networkId: payment.network_id,
    token: payment.token,
    externalOrderId: orderIdOf(payment),
    expectedAmount: payment.expected_amount,
    address,
  })
  if (problem !== null) {
    await context.intents.reject(
      payment,
      `the gateway announced another deposit than requested: ${PROBLEM_WORDS[problem]}`
    )
    throw unavailableRail()
  }
  const bound = await context.intents.bind(payment, {
    gatewayIntentId: intent.id,
    address: address ?? intent.depositAddress ?? "",
    memo: address === null ? (intent.memo?.value ?? null) : null,
    status: intent.status ?? null,
  })
  return bound ?? boundMeanwhile(payment, intent, context)
}

/** For the merchant, without address or amount. */
const PROBLEM_WORDS = {
  other_rail: "it is for another rail",
  other_order: "it is for another order",
  other_amount: "it has another amount",
  no_address: "it names no address",
  no_memo: "it names no memo, so its payment cannot be recognised",
  unpayable: "its address and memo cannot be paid",
  other_address: "its address is not the customer's",
} as const satisfies Record<IntentProblem, string>

async function createIntent(
  payment: PaymentRow,
  { customerId, rail }: Announcement,
  { gateway, customers }: OpeningContext
): Promise<Intent> {
  return gateway.createIntent(
    {
      customerId: await customers.ensure(customerId),
      externalOrderId: orderIdOf(payment),
      chain: payment.chain,
      networkId: payment.network_id,
      token: payment.token,
      expectedAmount: payment.expected_amount,
      ...rail.payout,
    },
    { idempotencyKey: payment.idempotency_key }
  )
}

/** Another process finished opening this row: with the same intent, or because a newer one replaced it. */
async function boundMeanwhile(
  payment: PaymentRow,
  intent: Intent,
  { store }: OpeningContext
): Promise<PaymentRow> {
  const now = await store.find({ attempt_id: payment.attempt_id })
  if (now?.gateway_intent_id === intent.id) return now
  throw unavailableRail()
}

/** Null where the treasury and a memo replace the address. */
async function ensureAddress(
  customerId: string,
  { token }: RailQuote,
  { addresses }: OpeningContext
): Promise<string | null> {
  return isReusableAddressChain(token.chain) ? addresses.ensure(customerId, token) : null
}

function lockKey(customerId: string, { token }: RailQuote): string {
  return ["onchain:intent", customerId, token.chain, token.networkId, token.token].join(":")
}

function orderIdOf({ external_order_id }: PaymentRow): string {
  if (external_order_id === null) throw new Error("an intent names the order that it is for")
  return external_order_id
}

function requireCustomer(customerId: string | null): string {
  if (customerId === null) throw new Error("an intent is for a signed-in customer")
  return customerId
}

/**
 * Stores the payment of a session. With a rail it also opens the first invoice or intent; without one it calls nothing, and the
 * payer chooses on the payment page.
 *
 * @throws MedusaError `invalid_data` for a rail that is not offered, `not_allowed` when the gateway cannot
 * open it now
 */
export async function openPayment(
  request: OpenPaymentRequest & { railId: string | undefined },
  context: OpeningContext
): Promise<AnyPayment> {
  const { sessionId, railId } = request
  const existing = await context.store.findAny({ session_id: sessionId })
  if (existing) return isChosen(existing) ? reopenAttempt(existing, context) : existing
  if (railId !== undefined) return open(railId, request, context)
  if (chooseKind(context.options, request.customerId !== null) === null) throw signInFirst()
  await context.attempts.insertUnchosen({
    id: generateEntityId(undefined, "ocpay"),
    session_id: sessionId,
    customer_id: request.customerId,
    collection_id: request.collectionId ?? null,
    fiat_amount: request.fiatAmount,
    currency_code: request.currencyCode,
  })
  const stored = await context.store.findAny({ session_id: sessionId })
  if (!stored) throw new Error(`the payment of session ${sessionId} was not stored`)
  return stored
}

/** What a further attempt asks for, and of whom: the order may owe less by now, and belong to another customer. */
type AttemptTerms = Pick<OpenPaymentRequest, "fiatAmount" | "customerId">

/**
 * Opens a further attempt for the full amount at the current price. The previous one stays watched, and is shown again if the
 * new one is refused.
 *
 * The caller holds the lock of the payment.
 *
 * @throws MedusaError as {@link openPayment}
 */
export async function openAttempt(
  payment: AnyPayment,
  railId: string,
  context: OpeningContext,
  terms: Partial<AttemptTerms> = {}
): Promise<PaymentRow> {
  try {
    return await open(railId, { ...requestOf(payment), ...terms, payment }, context)
  } catch (error) {
    const now = await context.store.find({ id: payment.id })
    if (now?.state === "failed" && payment.attempt_id !== null && now.attempt_id !== payment.attempt_id)
      await context.attempts.showAgain(now, payment.attempt_id)
    throw error
  }
}

function requestOf(payment: AnyPayment): OpenPaymentRequest {
  return {
    sessionId: payment.session_id,
    fiatAmount: payment.fiat_amount,
    currencyCode: payment.currency_code,
    customerId: payment.customer_id,
  }
}

/**
 * Opens an invoice or an intent: one row, one idempotency key, one call.
 *
 * The row and its key are stored before the call, so a retry after a crash or in parallel returns the same invoice or intent.
 */
async function open(railId: string, opening: Opening, context: OpeningContext): Promise<PaymentRow> {
  const rail = await findRail(railId, opening, context)
  const kind = await decideKind(rail, opening, context)
  if (kind === "auto_deposit") return openIntent(rail, opening, context)
  const attempt = await insertAttempt(rail, opening, context, { kind })
  return attempt.gateway_invoice_id === null ? openInvoice(attempt, rail, context) : attempt
}

/**
 * Resumes an interrupted opening under the same key.
 *
 * @throws MedusaError `not_allowed` when the gateway cannot open it now
 */
export async function reopenAttempt(payment: PaymentRow, context: OpeningContext): Promise<PaymentRow> {
  // Its session was opened in another account, as before the store went live: it needs another session.
  if (!isInScope(context.options, payment)) throw unavailableRail()
  if (payment.gateway_invoice_id || payment.gateway_intent_id) return payment
  if (payment.state !== "opening") throw unavailableRail()
  const rail = await findRail(payment.rail_id, requestOf(payment), context)
  if (payment.kind === "invoice") return openInvoice(payment, rail, context)
  if (!rail.takesIntent) throw unavailableRail()
  return reopenIntent(payment, rail, context)
}

/**
 * An intent names its asset by symbol only, so it cannot serve a symbol that two assets share, nor a customer
 * whom the service does not create, nor an amount that leaves no record below the service's minimum. With `auto`, all pay by invoice.
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
  if (canFallBack && (rail.isSymbolShared || !rail.takesIntent)) return "invoice"
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
  railId: string,
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
    `rail: "${railId.slice(0, 80)}" is not offered for this cart; use one of the ids of GET /store/onchain/payment-options`
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
    await noteFailure(payment, error, rail, context)
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
