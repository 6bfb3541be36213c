import { generateEntityId } from "@medusajs/framework/utils"
import type { PaymentKind, PaymentState } from "../../domain/payment-lifecycle"
import type { OpenPaymentRequest } from "./opening-context"
import type { PaymentRow } from "./payment-row"
import type { PaymentStore } from "./payment-store"
import type { RailQuote } from "./rail-quotes"

/** What differs between the kinds of payments, and for one that fails before anything was asked for. */
type Opening = { kind: PaymentKind; state?: PaymentState; last_error?: string }

const KEY_PREFIX = { invoice: "invoice", auto_deposit: "intent" } as const satisfies Record<
  PaymentKind,
  string
>

/**
 * Stores the row of a session with its idempotency key and its quote.
 *
 * @returns the row of the session; another process may have been faster
 */
export async function insertPayment(
  rail: RailQuote,
  request: OpenPaymentRequest,
  store: PaymentStore,
  opening: Opening
): Promise<PaymentRow> {
  const id = generateEntityId(undefined, "ocpay")
  await store.insert({
    state: "opening",
    ...opening,
    id,
    session_id: request.sessionId,
    customer_id: request.customerId,
    collection_id: request.collectionId ?? null,
    idempotency_key: `${KEY_PREFIX[opening.kind]}_${id}`,
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
