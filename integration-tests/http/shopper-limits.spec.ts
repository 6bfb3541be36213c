import { eventually } from "./support/eventually"
import { openIntent, signUp } from "./support/intent-purchase"
import { expectCaptured, placePurchase, USDC_ON_BASE } from "./support/purchase"
import { openCheckout } from "./support/session-tricks"
import { storeSuite, type StoreUnderTest } from "./support/store-suite"

const tuning = { openingsPerMinute: 1 }

async function fillCollections(store: StoreUnderTest, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) ids.push((await openCheckout(store)).collectionId)
  return ids
}

/** Opens a payment of a collection, as a browser with these headers. */
const open = (
  { origin, seed }: StoreUnderTest,
  id: string,
  headers: Record<string, string>,
  provider_id = "pp_onchain_default"
) =>
  fetch(`${origin}/store/payment-collections/${id}/payment-sessions`, {
    method: "POST",
    headers: {
      ...{ "content-type": "application/json", "x-publishable-api-key": seed.publishableKey },
      ...headers,
    },
    body: JSON.stringify({ provider_id, data: { rail: USDC_ON_BASE } }),
  })

const throttle = { trustedAddresses: [], proxies: [] }
storeSuite("a store without a proxy", { plugin: { tuning, throttle } }, (store) => {
  it("limits the openings of a client that names another address in each header", async () => {
    const [first = "", ...others] = await fillCollections(store, 4)
    const addresses = ["203.0.113.8", "127.0.0.1", "203.0.113.9, 203.0.113.10"]
    expect((await open(store, first, { "x-forwarded-for": "203.0.113.7" })).status).toBe(200)
    for (const [n, id] of others.entries())
      expect((await open(store, id, { "x-forwarded-for": addresses[n] ?? "" })).status).toBe(429)
  })
})

storeSuite("strangers and shoppers", { plugin: { tuning } }, (store) => {
  const displays = async () => (await store.sandbox.calls("ensureAddress")).length

  it("who load a customer's page thirty times cost at most two calls of the service", async () => {
    const { customer } = await signUp(store)
    const { sessionId, payment } = await openIntent(customer, USDC_ON_BASE)
    const before = await displays()
    const startedAt = Date.now()
    for (let load = 0; load < 30; load++)
      expect(await customer.page(sessionId)).toContain(payment.deposit_address)
    const intervals = Math.ceil((Date.now() - startedAt) / 5_000)
    expect((await displays()) - before).toBeLessThanOrEqual(1 + intervals)
  })

  it("from one address open a few payments a minute, and are told when to retry; others continue", async () => {
    const stranger = { "x-forwarded-for": "203.0.113.7" }
    // Filled in advance: two openings are less than a minute, the cost of one token, apart.
    const [first = "", second = "", third = "", fourth = "", fifth = ""] = await fillCollections(store, 5)
    const before = (await store.sandbox.calls("createInvoice")).length
    expect((await open(store, first, stranger)).status).toBe(200)
    const refused = await open(store, second, stranger)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ code: "checkout_throttled" })
    expect((await store.sandbox.calls("createInvoice")).length).toBe(before + 1)
    expect((await open(store, third, { "x-forwarded-for": "203.0.113.8" })).status).toBe(200)
    expect((await open(store, fourth, stranger, "pp_system_default")).status).toBe(200)
    expect((await open(store, fifth, {})).status).toBe(200)
  })

  // Last, because checkouts wait as long as the service said, whatever comes next.
  it("who cause a 429 of the service stop no capture", async () => {
    const { customer } = await signUp(store)
    const { sessionId } = await openIntent(customer, USDC_ON_BASE)
    const { orderId, invoiceId } = await placePurchase(store)
    await store.sandbox.fault({
      kind: "rate_limit",
      endpoint: "ensureAddress",
      retryAfterSeconds: 25,
      count: 5,
    })
    // Until the address interval has passed, the page shows the address that it has confirmed.
    await eventually(async () =>
      expect(await customer.page(sessionId)).toContain("Your address cannot be confirmed")
    )
    const startedAt = Date.now()
    await store.sandbox.payInFull(invoiceId)
    await eventually(() => expectCaptured(store, orderId))
    expect(Date.now() - startedAt).toBeLessThan(25_000)
  })
})
