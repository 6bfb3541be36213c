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
    const made = await shopper.post<{ payment_collection: { id: string } }>("/store/payment-collections", {
      cart_id: await shopper.fillCart(),
    })
    return made.payment_collection.id
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

/** What strangers must not change, without times of checks: table, columns, and the order's id that it is found by. */
const RECORDS: [table: string, columns: string, by: string, of: keyof Known][] = [
  [
    "onchain_payment",
    "id session_id state abandoned_at order_closed_at order_placed_at",
    "collection_id",
    "collectionId",
  ],
  [
    "onchain_payment",
    "id placed_order_id customer_id fiat_amount current_attempt_id",
    "collection_id",
    "collectionId",
  ],
  [
    "onchain_attempt",
    "id state deposit_address expected_amount gateway_invoice_id gateway_intent_id",
    "payment_id",
    "paymentId",
  ],
  ["payment_session", "id status amount provider_id deleted_at", "payment_collection_id", "collectionId"],
  ["order", "id status version email customer_id canceled_at", "id", "orderId"],
  ["cart", "id customer_id email completed_at", "id", "cartId"],
  ["cart_line_item", "id quantity deleted_at", "cart_id", "cartId"],
  ["payment_collection", "id status amount", "id", "collectionId"],
]

export async function recordsOf(
  { db, merchant }: StoreUnderTest,
  known: readonly Known[]
): Promise<object[]> {
  const records: object[] = []
  for (const one of known) {
    for (const [table, columns, by, of] of RECORDS)
      records.push(await db(table).select(columns.split(" ")).where(by, one[of]).orderBy("id"))
    records.push(await merchant.order(one.orderId))
  }
  return records
}
