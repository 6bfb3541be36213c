import type { StoreUnderTest } from "./store-suite"

/** What a stranger finds out from an order id. */
export type Known = {
  orderId: string
  cartId: string
  collectionId: string
  sessionId: string
  paymentId: string
  itemId: string
}

const EVERYTHING = [
  "+cart.id",
  "+customer_id",
  "+payment_status",
  "*payment_collections.payment_sessions",
  "*payment_collections.payments",
].join(",")

type Order = {
  id: string
  cart?: { id: string }
  items: { id: string }[]
  payment_collections: { id: string; payment_sessions?: { id: string; data?: { payment_id?: string } }[] }[]
}

/** Calls the store API as somebody who has no right to an order. */
export class Stranger {
  readonly texts: string[] = []

  constructor(
    private readonly store: StoreUnderTest,
    private readonly token?: string
  ) {}

  async call(
    method: string,
    url: string,
    body?: object,
    headers: Record<string, string> = {}
  ): Promise<{ status: number; text: string }> {
    const answer = await fetch(this.store.origin + url, {
      method,
      headers: {
        "content-type": "application/json",
        "x-publishable-api-key": this.store.seed.publishableKey,
        ...headers,
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    this.texts.push(text)
    return { status: answer.status, text }
  }

  /** Reads what Medusa shows of an order to anybody who has its id. */
  async learn(orderId: string): Promise<Known> {
    const { text } = await this.call("GET", `/store/orders/${orderId}?fields=${EVERYTHING}`)
    const { order }: { order: Order } = JSON.parse(text)
    const collection = order.payment_collections[0]
    const session = collection?.payment_sessions?.[0]
    return {
      orderId,
      cartId: order.cart?.id ?? "",
      collectionId: collection?.id ?? "",
      sessionId: session?.id ?? "",
      paymentId: session?.data?.payment_id ?? "",
      itemId: order.items[0]?.id ?? "",
    }
  }

  /** A cart of his own, ready to be paid. @returns its payment collection */
  async openOwnCheckout(): Promise<string> {
    const { shopper } = this.store
    const { payment_collection } = await shopper.post<{ payment_collection: { id: string } }>(
      "/store/payment-collections",
      { cart_id: await shopper.fillCart() }
    )
    return payment_collection.id
  }

  /** Opens a session under foreign ids, and another one while it opens: Medusa deletes the first with its client's data. */
  async overtake(collectionId: string, { sessionId, paymentId }: Known): Promise<void> {
    const { sandbox } = this.store
    const url = `/store/payment-collections/${collectionId}/payment-sessions`
    const data = { rail: "evm:base-mainnet:USDC", session_id: sessionId, payment_id: paymentId }
    await sandbox.fault({ kind: "latency", ms: 400, endpoint: "createInvoice" })
    const first = this.call("POST", url, { provider_id: "pp_onchain_default", data })
    await this.untilOpening(collectionId)
    await this.call("POST", url, { provider_id: "pp_onchain_default", data: { rail: data.rail } })
    await first
  }

  private async untilOpening(collectionId: string): Promise<void> {
    for (;;) {
      const sessions = await this.store.db("payment_session").where({ payment_collection_id: collectionId })
      if (sessions.length > 0) return
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}

/** The records of Medusa and the plugin that strangers must not change, without times of checks. */
export async function recordsOf(
  { db, merchant }: StoreUnderTest,
  known: readonly Known[]
): Promise<object[]> {
  const records: object[] = []
  for (const { orderId, cartId, collectionId } of known) {
    const payments = await db("onchain_payment")
      .select(
        "id",
        "session_id",
        "state",
        "abandoned_at",
        "order_closed_at",
        "order_placed_at",
        "placed_order_id"
      )
      .select("customer_id", "fiat_amount", "current_attempt_id")
      .where({ collection_id: collectionId })
      .orderBy("id")
    const attempts = await db("onchain_attempt")
      .select("id", "state", "deposit_address", "expected_amount", "gateway_invoice_id", "gateway_intent_id")
      .whereIn(
        "payment_id",
        payments.map(({ id }) => id)
      )
      .orderBy("id")
    const sessions = await db("payment_session")
      .select("id", "status", "amount", "provider_id", "deleted_at")
      .where({ payment_collection_id: collectionId })
      .orderBy("id")
    const [order] = await db("order")
      .select("id", "status", "version", "email", "customer_id", "canceled_at")
      .where({ id: orderId })
    const [cart] = await db("cart").select("customer_id", "email", "completed_at").where({ id: cartId })
    const items = await db("cart_line_item")
      .select("id", "quantity", "deleted_at")
      .where({ cart_id: cartId })
      .orderBy("id")
    const [collection] = await db("payment_collection").select("status", "amount").where({ id: collectionId })
    records.push({
      payments,
      attempts,
      sessions,
      order,
      cart,
      items,
      collection,
      seen: await merchant.order(orderId),
    })
  }
  return records
}
