import { STORED } from "./payment-rows"
import { storedPayment, USDC_ON_BASE } from "./purchase"
import type { StoreUnderTest } from "./store-suite"

export type OpenedSession = { sessionId: string; invoiceId: string }
type NewCart = { cartId: string; collectionId: string }

export async function openCheckout({ shopper }: StoreUnderTest): Promise<NewCart> {
  const cartId = await shopper.fillCart()
  await shopper.paymentOptions(cartId)
  const { payment_collection } = await shopper.post<{ payment_collection: { id: string } }>(
    "/store/payment-collections",
    { cart_id: cartId }
  )
  return { cartId, collectionId: payment_collection.id }
}

const bodyOf = (data: object = {}) => ({
  provider_id: "pp_onchain_default",
  data: { rail: USDC_ON_BASE, ...data },
})

export const createSession = ({ shopper }: StoreUnderTest, collectionId: string, data: object = {}) =>
  shopper.post(`/store/payment-collections/${collectionId}/payment-sessions`, bodyOf(data))

export const createSessionOfOrder = ({ merchant }: StoreUnderTest, collectionId: string) =>
  merchant.post(`/admin/payment-collections/${collectionId}/payment-sessions`, bodyOf())

/** A checkout whose shopper chooses twice at the same moment, so that two sessions live. */
export async function chooseTwice(
  store: StoreUnderTest
): Promise<NewCart & { opened: [OpenedSession, OpenedSession] }> {
  const checkout = await openCheckout(store)
  return { ...checkout, opened: await chooseTwiceIn(store, checkout.collectionId) }
}

const ATTEMPTS = 10

/**
 * Opens two sessions of a payment collection at the same moment, until neither existed yet when Medusa looked for
 * sessions that the other one replaces: an existing one is deleted, and its caller may get a 404.
 */
export async function chooseTwiceIn(
  store: StoreUnderTest,
  collectionId: string,
  open: typeof createSessionOfOrder = createSession
): Promise<[OpenedSession, OpenedSession]> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await Promise.allSettled([1, 2].map(() => open(store, collectionId)))
    const [first, second, ...others] = await listOpened(store, collectionId)
    if (first && second && others.length === 0) return [first, second]
  }
  throw new Error(`${ATTEMPTS} times one of two sessions replaced the other`)
}

async function listOpened({ db }: StoreUnderTest, collectionId: string): Promise<OpenedSession[]> {
  const { rows } = await db.raw(
    `SELECT payment.session_id AS "sessionId", payment.gateway_invoice_id AS "invoiceId"
     FROM payment_session s JOIN ${STORED} ON payment.session_id = s.id
     WHERE s.payment_collection_id = ? AND s.deleted_at IS NULL AND payment.gateway_invoice_id IS NOT NULL
     ORDER BY s.created_at, s.id`,
    [collectionId]
  )
  return rows
}

/** Pays both of two, so that their webhooks arrive at the same moment, and waits for the result. */
export async function payBothAtOnce(store: StoreUnderTest, opened: OpenedSession[]): Promise<void> {
  for (const { invoiceId } of opened) await store.sandbox.pay(invoiceId)
  await Promise.all(opened.map(({ invoiceId }) => store.sandbox.settle(invoiceId)))
  await store.quiet()
}

const OWED_BACK = { state: "unallocated", reason: "already_paid", resolution: "refund_due" }
/** It settled before the other had become an order, so it is held for review. */
const HELD = { state: "unallocated", reason: "session_deleted", resolution: null }

/** Expects one of two payments to be captured and a refund to be due for the other. */
export async function expectOneOwedBack(
  store: StoreUnderTest,
  opened: OpenedSession[],
  { mayBeHeld = false } = {}
): Promise<void> {
  const ends = await Promise.all(opened.map(({ sessionId }) => storedPayment(store, sessionId)))
  const reported = ends.map(({ state, resolution, unallocated_reason: reason }) => {
    return { state, reason, resolution }
  })
  expect(reported).toHaveLength(2)
  expect(reported).toContainEqual({ state: "captured", reason: null, resolution: null })
  const other = reported.find(({ state }) => state !== "captured")
  expect(mayBeHeld ? [OWED_BACK, HELD] : [OWED_BACK]).toContainEqual(other)
}
