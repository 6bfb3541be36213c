import { z } from "zod"
import { createCheckout } from "../../demo/shopper/checkout"
import { type JsonApi, createJsonApi } from "../../demo/shopper/json-api"
import { readyPayment } from "../../demo/shopper/purchase"
import { waitUntil } from "../../scripts/process/wait-until"
import type { Environment } from "../environment/environment"
import { ownWebhook } from "../webhooks/own-webhook"
import { peerWebhook } from "../webhooks/peer-webhook"
import type { Webhook } from "../webhooks/webhook"

const rail = "evm:base-mainnet:USDC"
const Collection = z.object({
  payment_collection: z.object({
    id: z.string(),
    payment_sessions: z.array(z.object({ id: z.string() })).nullish(),
  }),
})

/** An order placed unpaid, and the webhook that says it is paid. */
export interface PlacedOrder {
  orderId: string
  /** Signed on creation: send it within the store's tolerance, five minutes by default. */
  webhook(): Webhook
}

/** Places unpaid orders, one kind for each side. */
export interface OrderPlacement {
  /** An order of ours, already paid on chain and final at the gateway; only the webhook is missing. */
  own(): Promise<PlacedOrder>
  /** An order of the stock path; its webhook is as long as `lengthBytes`. */
  peer(lengthBytes: number): Promise<PlacedOrder>
}

export function createOrderPlacement(environment: Environment): OrderPlacement {
  const { storeUrl, seed, gateway } = environment
  const store = createJsonApi(storeUrl, { "x-publishable-api-key": seed.publishableKey })
  const checkout = createCheckout(store, seed)
  return {
    async own() {
      const { id: cartId } = await checkout.openCart()
      const opened = await checkout.openPayment(cartId, rail)
      const payment = await waitUntil("a deposit address", () => readyPayment(store, opened))
      const invoiceId = await gateway.findInvoice(payment.deposit_address, payment.memo)
      const orderId = await checkout.complete(cartId)
      const data = await gateway.payInFull(invoiceId)
      return { orderId, webhook: () => ownWebhook(environment, { event: "invoice.paid", data }) }
    },
    async peer(lengthBytes) {
      const { id: cartId, total: amount } = await checkout.openCart()
      const session_id = await openStockPayment(store, cartId, "pp_peer_default")
      const orderId = await checkout.complete(cartId)
      const message = { event: "paid", data: { session_id, amount } }
      return { orderId, webhook: () => peerWebhook(environment, message, lengthBytes) }
    },
  }
}

/** The gateway already has the orders as paid, so the poller would find them before their webhooks. */
export async function stopPolling({ database }: Environment): Promise<void> {
  await database.query(
    "UPDATE onchain_attempt SET next_check_at = now() + interval '1 hour' WHERE next_check_at IS NOT NULL"
  )
}

/** Opens a payment session that needs nothing but its provider. @returns its id */
export async function openStockPayment(store: JsonApi, cartId: string, provider: string): Promise<string> {
  const created = Collection.parse(await store.post("/store/payment-collections", { cart_id: cartId }))
  const path = `/store/payment-collections/${created.payment_collection.id}/payment-sessions`
  const answer = Collection.parse(await store.post(path, { provider_id: provider }))
  const session = answer.payment_collection.payment_sessions?.[0]
  if (!session) throw new Error(`The store opened no session of ${provider}`)
  return session.id
}
