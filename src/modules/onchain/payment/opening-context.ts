import { generateEntityId, MedusaError } from "@medusajs/framework/utils"
import { orderIdOfAttempt } from "../../../domain/payment/attempt"
import type { PaymentKind, PaymentState } from "../../../domain/payment/payment-status"
import { GatewayError } from "../../../gateway/client/errors"
import type { GatewayClient } from "../../../gateway/client/client"
import { reasonOf } from "../work/audit-log"
import type { Exclusively } from "../work/locks"
import { type AddressBook, type CustomerDirectory, isAddressRefusal } from "./address-book"
import type { IntentStore } from "./intent-store"
import type { AttemptStore } from "./attempt-store"
import type { AnyPayment, PaymentRow } from "./payment-row"
import type { PaymentStore } from "./payment-store"
import type { QuoteContext, RailMinimums, RailQuote } from "./rails"

/** `fiatAmount` is decimal text in major units. */
export type OpenPaymentRequest = {
  sessionId: string
  fiatAmount: string
  currencyCode: string
  /** Medusa's customer, when signed in; null for a guest. */
  customerId: string | null
  collectionId?: string | null
}

/** The payment that gets a further attempt; undefined for a new session. */
export type Opening = OpenPaymentRequest & { payment?: AnyPayment }

export type OpeningContext = QuoteContext & {
  store: PaymentStore
  attempts: AttemptStore
  intents: IntentStore
  customers: Pick<CustomerDirectory, "ensure">
  addresses: Pick<AddressBook, "ensure">
  gateway: Pick<GatewayClient, "createInvoice" | "createIntent">
  minimums: Pick<RailMinimums, "read" | "learn">
  clock: () => number
  exclusively: Exclusively
}

/**
 * An unknown outcome keeps the row open under its key; a refusal ends it. So does an answer for another rail:
 * its address was never shown, and the key would return the same one again. A refusal for the amount is remembered.
 */
export async function noteFailure(
  payment: PaymentRow,
  error: unknown,
  { usdPrice }: Pick<RailQuote, "usdPrice">,
  { store, minimums }: Pick<OpeningContext, "store" | "minimums">
): Promise<void> {
  const { kind, rail_id: railId, expected_amount: amount } = payment
  minimums.learn({ kind, railId, amount, usdPrice }, error)
  const reason = reasonOf(error)
  if (isFinal(error)) await store.move(payment, "failed", { last_error: reason })
  else await store.note(payment.id, { last_error: reason })
}

function isFinal(error: unknown): boolean {
  if (isAddressRefusal(error)) return true
  if (!(error instanceof GatewayError) || error.isRetryable) return false
  return error.outcome === "not_applied" || error.code === "RAIL_MISMATCH"
}

/**
 * What a shopper may read: words and a code of ours, since those of the service may say anything. The log and the row have
 * the reason.
 *
 * @returns any other error as it is
 */
export function checkoutError(error: unknown): unknown {
  if (!(error instanceof GatewayError)) return error
  return error.isRetryable ? unreachable() : unavailableRail()
}

/** No other rail helps. */
export function unreachable(): MedusaError {
  return shopperError(
    "Crypto payments cannot be reached right now. Nothing was charged; try again in a moment.",
    "payments_unreachable"
  )
}

export function unavailableRail(): MedusaError {
  return shopperError(
    "This way of paying is not available right now. Choose another one.",
    "rail_unavailable"
  )
}

/** A storefront may act on the code. Append-only. */
export function shopperError(
  message: string,
  code: "payments_unreachable" | "rail_unavailable" | "address_unconfirmed"
): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message, code)
}

/** What differs between the kinds of payments, and one that fails before any call. */
type Kind = { kind: PaymentKind; state?: PaymentState; last_error?: string }

const KEY_PREFIX = { invoice: "invoice", auto_deposit: "intent" } as const satisfies Record<
  PaymentKind,
  string
>

/**
 * Stores an attempt with its idempotency key and quote, and the payment of a new session.
 *
 * @returns the stored row; another process may have been faster
 */
export async function insertAttempt(
  rail: RailQuote,
  opening: Opening,
  { store, attempts }: OpeningContext,
  kind: Kind
): Promise<PaymentRow> {
  const attemptId = generateEntityId(undefined, "ocatt")
  const { payment, sessionId } = opening
  const number = payment ? (await attempts.count(payment.id)) + 1 : 1
  const attempt = {
    state: "opening" as const,
    ...kind,
    attempt_id: attemptId,
    external_order_id: kind.kind === "auto_deposit" ? orderIdOfAttempt(sessionId, number) : null,
    customer_id: opening.customerId,
    idempotency_key: `${KEY_PREFIX[kind.kind]}_${attemptId}`,
    rail_id: rail.id,
    chain: rail.token.chain,
    network_id: rail.token.networkId,
    network_name: rail.network.name ?? null,
    token: rail.token.token,
    decimals: rail.decimals,
    canonical_asset_id: rail.token.canonicalAssetId ?? null,
    contract_address: rail.token.contractAddress ?? rail.token.tokenMint ?? null,
    expected_amount: rail.amount,
    asked_fiat_amount: opening.fiatAmount,
    rate: rail.rate.price,
    rate_source: rail.rate.source,
    rate_at: new Date(rail.rate.asOfMs),
  }
  const isAdded = payment && (await attempts.add(payment, payment.attempt_id, attempt)) !== undefined
  if (!payment)
    await store.insert({
      ...attempt,
      id: generateEntityId(undefined, "ocpay"),
      session_id: sessionId,
      collection_id: opening.collectionId ?? null,
      fiat_amount: opening.fiatAmount,
      currency_code: opening.currencyCode,
    })
  const stored = await store.find({ session_id: sessionId })
  if (!stored) throw new Error(`the payment of session ${sessionId} was not stored`)
  // The payment now shows another choice, with its own key and price.
  if (isAdded === false && stored.rail_id !== rail.id) throw unavailableRail()
  return stored
}
