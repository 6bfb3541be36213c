import { generateEntityId, MedusaError } from "@medusajs/framework/utils"
import type { PaymentKind, PaymentState } from "../../../domain/payment/payment-lifecycle"
import type { Catalog } from "../../../gateway/client/catalog"
import { GatewayError } from "../../../gateway/client/errors"
import type { GatewayClient } from "../../../gateway/client/gateway-client"
import type { OnchainOptions } from "../options/options"
import { reasonOf } from "../work/error-reason"
import type { AddressBook } from "./address-book"
import { isAddressRefusal } from "./address-book"
import type { CustomerDirectory } from "./customer-directory"
import type { IntentStore } from "./intent-store"
import type { PaymentRow } from "./payment-row"
import type { PaymentStore } from "./payment-store"
import type { RailQuote } from "./rail-quotes"

/** `fiatAmount` is decimal text in major units. */
export type OpenPaymentRequest = {
  sessionId: string
  railId: string | undefined
  fiatAmount: string
  currencyCode: string
  /** Medusa's customer, when signed in; null for a guest. */
  customerId: string | null
  collectionId?: string | null
}

/** Runs a job while no other one runs under the same key. */
export type Exclusively = <T>(key: string, job: () => Promise<T>) => Promise<T>

export type OpeningContext = {
  store: PaymentStore
  intents: IntentStore
  customers: Pick<CustomerDirectory, "ensure">
  addresses: Pick<AddressBook, "ensure">
  gateway: Pick<GatewayClient, "createInvoice" | "createIntent">
  catalog: Catalog
  options: OnchainOptions
  clock: () => number
  onRateError: (railId: string, error: unknown) => void
  exclusively: Exclusively
}

/**
 * An unknown outcome keeps the row open under its key; a refusal ends it. So does an answer for another rail:
 * its address was never shown, and the key would return the same one again.
 */
export async function noteFailure(payment: PaymentRow, error: unknown, store: PaymentStore): Promise<void> {
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
type Opening = { kind: PaymentKind; state?: PaymentState; last_error?: string }

const KEY_PREFIX = { invoice: "invoice", auto_deposit: "intent" } as const satisfies Record<
  PaymentKind,
  string
>

/**
 * Stores the row of a session with its idempotency key and its quote. @returns the row; another process may
 * have been faster
 */
export async function insertPayment(
  rail: RailQuote,
  request: OpenPaymentRequest,
  store: PaymentStore,
  opening: Opening
): Promise<PaymentRow> {
  const attemptId = generateEntityId(undefined, "ocatt")
  await store.insert({
    state: "opening",
    ...opening,
    id: generateEntityId(undefined, "ocpay"),
    attempt_id: attemptId,
    session_id: request.sessionId,
    external_order_id: opening.kind === "auto_deposit" ? request.sessionId : null,
    customer_id: request.customerId,
    collection_id: request.collectionId ?? null,
    idempotency_key: `${KEY_PREFIX[opening.kind]}_${attemptId}`,
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
  const stored = await store.find({ session_id: request.sessionId })
  if (!stored) throw new Error(`the payment of session ${request.sessionId} was not stored`)
  return stored
}
