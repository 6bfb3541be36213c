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
