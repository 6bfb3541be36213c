import { STORED } from "./payment-rows"
import { USDC_ON_BASE } from "./purchase"
import type { StoreUnderTest } from "./store-suite"

/**
 * Raises the amount of a payment collection after a session was priced, as a cart change does that overtakes
 * core's pricing.
 */
export async function raiseCollection(
  { container }: StoreUnderTest,
  collectionId: string,
  amount: number
): Promise<void> {
  await container.resolve("payment").updatePaymentCollections(collectionId, { amount })
}

/** Result of completing a cart: the order, or the refusal. */
export type Attempt = { orderId: string | null; status: number; message: string; code?: string }

export async function attemptOrder(
  { shopper }: Pick<StoreUnderTest, "shopper">,
  cartId: string
): Promise<Attempt> {
  try {
    const { order, error } = await shopper.complete(cartId)
    return { orderId: order?.id ?? null, status: 200, message: JSON.stringify(error ?? null) }
  } catch (error) {
    const { response } = error as { response?: { status: number; data: { message: string; code?: string } } }
    if (!response) throw error
    const { message, code } = response.data
    return { orderId: null, status: response.status, message, ...(code && { code }) }
  }
}

/** How long adding a piece takes on this machine, as measured so far. */
let addingMs = 200

/**
 * Chooses a rail while the cart gets another piece, at a moment within the addition, so that core prices the
 * session before it raises the collection, and writes the session after it has deleted the ones it saw.
 *
 * @param part fraction of the addition after which the rail is chosen
 */
export async function chooseWhileAdding(
  store: StoreUnderTest,
  part: number
): Promise<{ cartId: string; collectionId: string }> {
  const { shopper } = store
  const cartId = await shopper.fillCart()
  const { payment_collection } = await shopper.post<{ payment_collection: { id: string } }>(
    "/store/payment-collections",
    { cart_id: cartId }
  )
  const begunAt = performance.now()
  await Promise.allSettled([
    shopper.addItem(cartId).then(() => {
      addingMs = (addingMs * 3 + performance.now() - begunAt) / 4
    }),
    new Promise((resolve) => setTimeout(resolve, addingMs * part)).then(() =>
      shopper.chooseIn(payment_collection.id, cartId, USDC_ON_BASE)
    ),
  ])
  return { cartId, collectionId: payment_collection.id }
}

/** The invoice of the newest payment of a collection. */
export async function newestInvoice(store: StoreUnderTest, collectionId: string): Promise<string> {
  const { rows } = await store.db.raw(
    `SELECT gateway_invoice_id FROM ${STORED} JOIN payment_session ON payment_session.id = session_id
     WHERE payment_collection_id = ? AND payment_session.deleted_at IS NULL ORDER BY payment.created_at DESC`,
    [collectionId]
  )
  return String(rows[0]?.gateway_invoice_id)
}
