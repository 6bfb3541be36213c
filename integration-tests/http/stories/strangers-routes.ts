import { listStoreRoutes, type StoreRoute } from "../../../src/__tests__/store-routes"
import type { OnchainCheckout } from "../../../src/types/http"
import { eventually } from "../support/eventually"
import { placeIntent, signUp } from "../support/intent-purchase"
import { placePurchase, USDC_ON_BASE } from "../support/purchase"
import { recordsOf, Stranger, type Known } from "../support/stranger"
import { startJobRounds, type StoreUnderTest } from "../support/store-suite"

/** `STRANGER_ORDERS=100 npm test -- http strangers` walks with a hundred. */
const ORDERS = Number(process.env.STRANGER_ORDERS ?? 4)

const MINUTE_MS = 60_000

type Target = { orderId: string; page: string; invoiceId: string | null; isPaid: boolean }

export function strangersRoutesStories(store: StoreUnderTest): void {
  it(
    `changes no payment, page or order, and sees no address, by walking through every store route with ${ORDERS} order ids`,
    async () => {
      await store.merchant.restock(store.seed, 10_000)
      const targets: Target[] = []
      for (let index = 0; index < ORDERS; index++) targets.push(await placeTarget(store, index))
      await store.quiet()
      const invoices = await store.sandbox.invoices()
      const intents = await store.sandbox.intents()
      const shown = [...invoices, ...intents].map(({ depositAddress }) => depositAddress)
      const addresses = shown.filter((address): address is string => Boolean(address))
      expect(addresses.length).toBeGreaterThanOrEqual(ORDERS / 2)

      const { account } = await store.shopper.signUp()
      const guest = new Stranger(store)
      const customer = new Stranger(store, account?.token)
      const known: Known[] = []
      for (const { orderId } of targets) known.push(await guest.learn(orderId))
      for (const { cartId, collectionId, sessionId, paymentId } of known)
        expect([cartId, collectionId, sessionId, paymentId]).not.toContain("")
      // A receipt names each transaction once it was read, which a job may do at any time.
      await store.merchant.post("/admin/onchain/transactions/sync", {})
      const before = await recordsOf(store, known)
      const pagesBefore = await readPages(store, targets)
      const ordersBefore = await store.merchant.orderIds()

      const routes = listStoreRoutes("integration-tests/src/api/store")
      expect(routes.length).toBeGreaterThan(25)
      for (const [index, one] of known.entries())
        for (const route of routes)
          for (const [turn, { url, body }] of requestsFor(store, route, one).entries())
            await ((index + turn) % 2 === 0 ? guest : customer).call(route.method, url, body)
      const own = await guest.openOwnCheckout()
      for (const one of known) await guest.overtake(own, one)
      await untilChecked(store)

      expect(await recordsOf(store, known)).toEqual(before)
      expect(await readPages(store, targets)).toEqual(pagesBefore)
      expect(await store.merchant.orderIds()).toEqual(ordersBefore)
      const seen = [...guest.texts, ...customer.texts].filter((text) =>
        addresses.some((one) => text.includes(one))
      )
      expect(seen).toEqual([])

      for (const { invoiceId, isPaid } of targets)
        if (invoiceId !== null && !isPaid) await store.sandbox.payInFull(invoiceId)
      await store.quiet()
      for (const { orderId, invoiceId } of targets)
        if (invoiceId !== null)
          expect(await store.merchant.order(orderId)).toMatchObject({
            captures: [17],
            booked: [17],
            outstanding: 0,
          })
    },
    MINUTE_MS * (5 + ORDERS)
  )
}

/** Orders of guests and customers: waiting for money, without a chosen network, and paid. */
async function placeTarget(store: StoreUnderTest, index: number): Promise<Target> {
  const { shopper, sandbox } = store
  if (index % 4 === 3) {
    const { customer } = await signUp(store)
    const { orderId, sessionId } = await placeIntent(customer, USDC_ON_BASE)
    return { orderId, page: customer.pagePath(sessionId), invoiceId: null, isPaid: false }
  }
  if (index % 4 === 2) {
    const { sessionId, cartId } = await shopper.choose(await shopper.fillCart(), undefined)
    const orderId = await shopper.placeOrder(cartId)
    return { orderId, page: shopper.pagePath(sessionId), invoiceId: null, isPaid: false }
  }
  const { orderId, sessionId, invoiceId } = await placePurchase(store)
  const isPaid = index % 4 === 1
  if (isPaid) await sandbox.payInFull(invoiceId)
  await store.quiet()
  return { orderId, page: shopper.pagePath(sessionId), invoiceId, isPaid }
}

async function readPages({ api }: StoreUnderTest, targets: readonly Target[]): Promise<object[]> {
  const pages: object[] = []
  for (const { page } of targets) {
    const { data } = await api.get<OnchainCheckout>(`${page}/status`)
    pages.push({ ...data, server_time: null })
  }
  return pages
}

/** Runs the jobs until every announced deletion was checked. */
async function untilChecked(store: StoreUnderTest): Promise<void> {
  const endJobs = startJobRounds(store.container)
  await eventually(async () => {
    const due = await store.db("onchain_payment").where("order_check_at", "<", new Date(Date.now() + 10_000))
    expect(due).toEqual([])
  })
  await endJobs()
  await store.quiet()
}

type Request = { url: string; body?: object }

/** Each route with the ids that fit it, and with bodies that it takes and that would do harm. */
function requestsFor({ seed }: StoreUnderTest, { method, path }: StoreRoute, known: Known): Request[] {
  const { orderId, cartId, collectionId, sessionId, itemId } = known
  const noun = path.split("/")[2] ?? ""
  const id = COLLECTION_ROUTES.includes(noun) ? collectionId : noun === "orders" ? orderId : cartId
  const url = path.replace(":session_id", sessionId).replace(":line_id", itemId).replace(":id", id)
  if (method !== "POST")
    return [
      { url },
      { url: `${url}?fields=*payment_collections.payment_sessions,*payment_collections.payments` },
      { url: `${url}?cart_id=${cartId}` },
      { url: `${url}?rail=${USDC_ON_BASE}` },
    ]
  return bodiesFor(seed, path, known).map((body) => ({ url, body }))
}

const COLLECTION_ROUTES = ["payment-collections", "own-payment-sessions"]

function bodiesFor(seed: StoreUnderTest["seed"], path: string, known: Known): object[] {
  const { orderId, cartId, sessionId, paymentId, itemId } = known
  const made = { session_id: sessionId, payment_id: paymentId }
  const foreign = { ...made, applied_session_id: sessionId, application: "key" }
  if (path.endsWith("payment-sessions") || path.includes("own-payment-sessions"))
    return [
      { provider_id: "pp_onchain_default", data: { rail: USDC_ON_BASE, ...foreign } },
      { provider_id: "pp_onchain_default", data: { rail: 1 } },
      { provider_id: "pp_onchain_default" },
      { provider_id: "pp_system_default" },
    ]
  if (path.endsWith("page-links"))
    return [{ cart_id: cartId }, { order_id: orderId }, { session_id: sessionId }]
  if (path.endsWith("payment-collections") || path.includes("shipping-options")) return [{ cart_id: cartId }]
  if (path.endsWith("attempts")) return [{ rail: USDC_ON_BASE }]
  if (path.endsWith("claims")) return [{ tx_hash: `0x${"ab".repeat(32)}` }]
  if (path.includes("transfer")) return [{}, { token: "guessed" }]
  if (path.endsWith("line-items")) return [{ variant_id: seed.variantIds[0], quantity: 3 }]
  if (path.endsWith(":line_id")) return [{ quantity: 0 }, { quantity: 5 }]
  if (path.endsWith("promotions")) return [{ promo_codes: ["ANY"] }]
  if (path.endsWith("shipping-methods")) return [{ option_id: seed.shippingOptionId }]
  if (path.endsWith("returns"))
    return [
      {
        order_id: orderId,
        items: [{ id: itemId, quantity: 1 }],
        return_shipping: { option_id: seed.shippingOptionId, price: 1_000 },
      },
    ]
  if (path.endsWith("carts/:id")) return [{ email: "stranger@example.com", region_id: seed.regionId }]
  return [{}]
}
