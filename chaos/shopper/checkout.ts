import { z } from "zod"
import type { JsonApi } from "../../demo/shopper/json-api"
import type { SeedResult } from "../../demo/store/seed-result"
import type { HalfWritten } from "./half-written"
import { insist, type OnceApi, type Patience, RefusedError, unlessHalfWritten } from "./patient-api"

const provider = "pp_onchain_default"
const Cart = z.object({ cart: z.object({ id: z.string() }) })
const Collection = z.object({ payment_collection: z.object({ id: z.string() }) })
const Sessions = z.object({
  payment_collection: z.object({
    payment_sessions: z.array(z.object({ id: z.string(), provider_id: z.string() })),
  }),
})
const Payment = z.object({
  payment: z.object({
    deposit_address: z.string().nullable(),
    memo: z.string().nullable(),
    amount: z.string(),
    chain: z.string(),
    network_id: z.string(),
    token: z.string(),
    canonical_asset_id: z.string().nullable(),
  }),
})
/** Nothing is payable yet, such as before the service has assigned an address. */
const Shown = z.object({ payment: z.object({ status: z.string(), deposit_address: z.string().nullable() }) })
const Link = z.object({ page_link: z.object({ token: z.string() }) })
const Completed = z.object({ type: z.literal("order"), order: z.object({ id: z.string() }) })
const address = {
  first_name: "Ada",
  last_name: "Payer",
  address_1: "1 Chain Street",
  city: "Portland",
  country_code: "us",
  province: "us-or",
  postal_code: "97201",
}

/** What a payment page shows. `amount` is a decimal in token units. */
export interface Bill {
  sessionId: string
  address: string
  memo: string | null
  amount: string
  chain: string
  networkId: string
  token: string
  canonicalAssetId: string | null
}

/** A payment session with its page token. */
export interface OpenSession {
  sessionId: string
  token: string
}

/** The calls of a checkout, each retried until it succeeds. */
export interface Checkout {
  /** A cart with pieces of one product, an address and shipping. @returns its id */
  openCart(email: string, pieces?: number): Promise<string>
  addPiece(cartId: string): Promise<void>
  /** Chooses a rail by its id and waits for the contents of the payment page. @throws HalfWrittenError when the cart is of no use */
  choose(cartId: string, railId: string): Promise<Bill>
  /** Opens a session without a choice. @throws HalfWrittenError when the cart is of no use */
  begin(cartId: string): Promise<OpenSession>
  /** @returns undefined when the store refuses for good, or nothing is payable */
  attempt(session: OpenSession, railId: string): Promise<Bill | undefined>
  /** @returns the order's id */
  placeOrder(cartId: string): Promise<string>
}

const FINAL = [
  "paid",
  "payment_on_its_way",
  "in_review",
  "partially_paid",
  "session_deleted",
  "order_cancelled",
  "too_many_attempts",
]

function isFinalRefusal(error: unknown): boolean {
  if (!(error instanceof RefusedError) || error.status !== 400) return false
  return FINAL.some((code) => error.message.includes(`"code":"${code}"`))
}

/**
 * @param options.store the store API of this shopper
 * @param options.once the same without a retry
 * @param options.brief the same with little patience, for a call after which the shopper starts again
 */
export function createCheckout(options: {
  store: JsonApi
  brief: JsonApi
  once: OnceApi
  halfWritten: HalfWritten
  seed: SeedResult
  patienceMs: number
  patience: Patience
}): Checkout {
  const { store, brief, once, halfWritten, seed, patienceMs, patience } = options
  const item = { variant_id: seed.variantIds[0], quantity: 1 }
  const readBill = async (sessionId: string, pageToken: string): Promise<Bill> => {
    const headers = { "x-onchain-page-token": pageToken }
    const { payment } = Payment.parse(await store.get(`/store/onchain/payments/${sessionId}`, headers))
    const { deposit_address, memo, amount, chain, network_id: networkId, token } = payment
    if (deposit_address === null) throw new Error(`session ${sessionId} shows no address`)
    const canonicalAssetId = payment.canonical_asset_id
    return { sessionId, address: deposit_address, memo, amount, chain, networkId, token, canonicalAssetId }
  }
  const openSession = async (cartId: string, railId?: string): Promise<OpenSession> => {
    const body = { cart_id: cartId }
    const created = Collection.parse(
      await unlessHalfWritten(
        patience,
        () => halfWritten.cart(cartId),
        () => once.post("/store/payment-collections", body, {})
      )
    )
    const path = `/store/payment-collections/${created.payment_collection.id}/payment-sessions`
    const choice = { provider_id: provider, data: railId === undefined ? {} : { rail: railId } }
    const { payment_sessions: sessions } = Sessions.parse(
      await once.post(path, choice, {})
    ).payment_collection
    const session = sessions.find(({ provider_id: id }) => id === provider)
    if (!session) throw new Error(`The store opened no session of ${provider}`)
    const link = Link.parse(await brief.post("/store/onchain/page-links", { cart_id: cartId }))
    return { sessionId: session.id, token: link.page_link.token }
  }
  return {
    async openCart(email, quantity = 1) {
      const cart = { region_id: seed.regionId, email, items: [{ ...item, quantity }] }
      const addresses = { shipping_address: address, billing_address: address }
      const { id } = Cart.parse(await store.post("/store/carts", { ...cart, ...addresses })).cart
      await store.post(`/store/carts/${id}/shipping-methods`, { option_id: seed.shippingOptionId })
      return id
    },
    async addPiece(cartId) {
      await store.post(`/store/carts/${cartId}/line-items`, item)
    },
    async choose(cartId, railId) {
      // A process that dies meanwhile can leave a cart without its payment collection: the shopper chooses again.
      const { sessionId, token } = await insist(patienceMs, patience, () => openSession(cartId, railId))
      return insist(patienceMs, patience, () => readBill(sessionId, token))
    },
    begin: (cartId) => insist(patienceMs, patience, () => openSession(cartId)),
    attempt: ({ sessionId, token }, railId) =>
      insist(patienceMs, patience, async () => {
        const headers = { "x-onchain-page-token": token }
        const path = `/store/onchain/payments/${sessionId}`
        try {
          await once.post(`${path}/attempts`, { rail: railId }, headers)
        } catch (error) {
          if (isFinalRefusal(error)) return undefined
          throw error
        }
        const { payment } = Shown.parse(await once.get(path, headers))
        if (payment.status === "expired") throw new Error(`session ${sessionId} expired while it was opened`)
        // Another attempt already has money, or the order was cancelled meanwhile.
        if (payment.deposit_address === null && payment.status !== "preparing") return undefined
        return readBill(sessionId, token)
      }),
    placeOrder: (cartId) =>
      insist(patienceMs, patience, async () => {
        return Completed.parse(await once.post(`/store/carts/${cartId}/complete`, {}, {})).order.id
      }),
  }
}
