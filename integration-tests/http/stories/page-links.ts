import type { OnchainPageLinkResponse } from "../../../src/types/http"
import { pageText } from "../support/page-text"
import { storeAllStatuses } from "../support/payment-rows"
import { createHash } from "node:crypto"
import { installed } from "../support/installed"
import { placeIntent, signUp } from "../support/intent-purchase"
import { openPurchase, placePurchase, storedPayment, USDC_ON_BASE } from "../support/purchase"
import type { StoreUnderTest } from "../support/store-suite"

const FIELDS = "id,*payment_collections,*payment_collections.payment_sessions,*payment_collections.payments"
const UNKNOWN = "A".repeat(43)

export function pageLinksStories(store: StoreUnderTest): void {
  const key = () => ({ "x-publishable-api-key": store.seed.publishableKey })
  const open = (path: string) => fetch(store.origin + path)
  const statusOf = async (path: string) => (await open(path)).status
  const refused = { response: { status: 404, data: { message: "There is no payment page for this." } } }

  async function addressOf(sessionId: string): Promise<string> {
    return String((await storedPayment(store, sessionId)).deposit_address)
  }

  /** An answer without the parts that always differ. */
  async function answerOf(path: string) {
    const answer = await open(path)
    const headers = Object.fromEntries(answer.headers)
    return {
      status: answer.status,
      headers: { ...headers, date: "", "x-request-id": "" },
      body: await answer.text(),
    }
  }

  it("is the only way from an order id to an address: core's store route, the session and its payment reveal nothing", async () => {
    const { customer } = await signUp(store)
    const orders = [await placePurchase(store), await placeIntent(customer, USDC_ON_BASE)]
    for (const { orderId, sessionId, cartId } of orders) {
      const row = await storedPayment(store, sessionId)
      const url = `${store.origin}/store/orders/${orderId}?fields=${FIELDS}`
      const text = await (await fetch(url, { headers: key() })).text()
      expect(text).toContain(sessionId)
      for (const hidden of [row.deposit_address, "/onchain/pay"]) expect(text).not.toContain(hidden)
      for (const path of [
        `/onchain/pay/${sessionId}`,
        `/onchain/pay/${sessionId}/status`,
        `/onchain/pay/${String(row.id)}`,
        `/store/onchain/payments/${sessionId}`,
      ])
        expect([path, (await fetch(store.origin + path, { headers: key() })).status]).toEqual([path, 404])
      for (const subject of [{ order_id: orderId }, { session_id: sessionId }, { cart_id: cartId }])
        await expect(store.shopper.pageLink(subject)).rejects.toMatchObject(refused)
    }
  })

  it("is created for a signed-in customer's own cart, order or payment, and for nobody else", async () => {
    const { customer } = await signUp(store)
    const { customer: stranger } = await signUp(store)
    const open = await customer.choose(await customer.fillCart(), USDC_ON_BASE)
    await customer.pageLink({ cart_id: open.cartId })
    for (const other of [stranger, store.shopper]) {
      await expect(other.pageLink({ cart_id: open.cartId })).rejects.toMatchObject(refused)
      await expect(other.payment(open.sessionId)).rejects.toMatchObject({ response: { status: 404 } })
    }
    const orderId = await customer.placeOrder(open.cartId)
    for (const subject of [{ order_id: orderId }, { session_id: open.sessionId }, { cart_id: open.cartId }]) {
      const { page_path } = await customer.pageLink(subject)
      expect(pageText(await store.shopper.get<string>(page_path))).toContain("Waiting for your payment")
      for (const other of [stranger, store.shopper])
        await expect(other.pageLink(subject)).rejects.toMatchObject(refused)
    }
    await expect(customer.pageLink({ order_id: "order_none" })).rejects.toMatchObject(refused)
  })

  it("comes with the answer that opens a session, for a caller that names the cart, by the rules of any other link", async () => {
    const { shopper } = store
    const { customer } = await signUp(store)
    const sessionIn = async (
      cartId: string,
      headers: Record<string, string>,
      provider = "pp_onchain_default"
    ) => {
      const { payment_collection } = await shopper.post<{ payment_collection: { id: string } }>(
        "/store/payment-collections",
        { cart_id: cartId }
      )
      const path = `${store.origin}/store/payment-collections/${payment_collection.id}/payment-sessions`
      return fetch(path, {
        method: "POST",
        headers: { ...key(), "content-type": "application/json", ...headers },
        body: JSON.stringify({ provider_id: provider }),
      })
    }
    const link = (cartId: string) => ({ "x-onchain-page-link": cartId })
    const cartId = await shopper.fillCart()
    const answer = await sessionIn(cartId, link(cartId))
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"])
    const opened = (await answer.json()) as OnchainPageLinkResponse & { payment_collection: object }
    const { page_link, payment_collection } = opened
    expect(page_link).toEqual({
      token: expect.any(String),
      page_path: `/onchain/pay/${page_link.token}`,
      expires_at: expect.any(String),
    })
    expect(JSON.stringify(payment_collection)).not.toContain(page_link.token)
    expect(await statusOf(page_link.page_path)).toBe(200)
    expect(await (await sessionIn(cartId, {})).json()).not.toHaveProperty("page_link")
    const stock = await sessionIn(cartId, link(cartId), "pp_system_default")
    expect([stock.status, Object.keys((await stock.json()) as object)]).toEqual([200, ["payment_collection"]])
    const foreign = await customer.fillCart()
    for (const other of ["cart_none", foreign]) {
      const refusal = await sessionIn(cartId, link(other))
      expect([refusal.status, await refusal.json()]).toMatchObject([404, refused.response.data])
    }
  })

  it("is refused with an explanation for nothing, two things, a list and an object", async () => {
    const two = { cart_id: "cart_1", order_id: "order_1" }
    for (const subject of [{}, two, { cart_id: ["cart_1"] }, { cart_id: { $ne: null } }])
      await expect(store.shopper.pageLink(subject)).rejects.toMatchObject({ response: { status: 400 } })
  })

  it("ends for everyone when the cart changes its customer, and does not return with the first", async () => {
    const { shopper } = store
    const { cartId, sessionId } = await openPurchase(store)
    const links = [await shopper.pageLink({ cart_id: cartId }), await shopper.pageLink({ cart_id: cartId })]
    const [{ page_path, token }] = links as [(typeof links)[number]]
    const { rows } = await store.db.raw("SELECT customer_id FROM cart WHERE id = ?", [cartId])
    const { customer } = await signUp(store)
    await customer.post(`/store/carts/${cartId}/customer`, {})
    expect(await statusOf(page_path)).toBe(404)
    const headers = { ...key(), "x-onchain-page-token": token }
    const path = `/store/onchain/payments/${sessionId}`
    expect((await fetch(store.origin + path, { headers })).status).toBe(404)
    await expect(shopper.pageLink({ cart_id: cartId })).rejects.toMatchObject(refused)
    expect(await statusOf((await customer.pageLink({ cart_id: cartId })).page_path)).toBe(200)
    await store.db.raw("UPDATE cart SET customer_id = ? WHERE id = ?", [rows[0].customer_id, cartId])
    for (const link of links) expect(await statusOf(link.page_path)).toBe(404)
  })

  it("for an email is created by the store's own code with the order id, and shows no address once the order is cancelled", async () => {
    const { merchant, shopper } = store
    const { orderId, sessionId } = await placePurchase(store)
    const { createPageLinkWorkflow } = await installed("index")
    const make = async (order_id: string) => {
      const input = { subject: { order_id }, purpose: "mail" as const, asker: { kind: "store" as const } }
      return (await createPageLinkWorkflow(store.container).run({ input })).result
    }
    const { page_path } = await make(orderId)
    expect(page_path).not.toBe(shopper.pagePath(sessionId))
    expect(await (await open(page_path)).text()).toContain(await addressOf(sessionId))
    await expect(make("order_none")).rejects.toMatchObject({ message: "There is no payment page for this." })
    const { rows } = await store.db.raw("SELECT purpose FROM onchain_page_link ORDER BY created_at")
    expect(rows).toEqual([{ purpose: "storefront" }, { purpose: "mail" }])

    expect(await shopper.page(sessionId)).toContain(await addressOf(sessionId))
    await store.db.raw("UPDATE onchain_payment SET order_check_at = NULL WHERE session_id = ?", [sessionId])
    await merchant.cancelOrder(orderId)
    // Even before the cancellation is known.
    await store.db.raw("UPDATE onchain_payment SET order_closed_at = NULL WHERE session_id = ?", [sessionId])
    await storeAllStatuses(store.db)
    for (const path of [page_path, shopper.pagePath(sessionId)]) {
      const page = await (await open(path)).text()
      expect(page).not.toContain(await addressOf(sessionId))
      expect(pageText(page)).toContain("Do not send anything")
    }
    expect(await shopper.payment(sessionId)).toMatchObject({
      status: "cancelled",
      deposit_address: null,
      memo: null,
    })
  })

  it("that is unknown, expired, revoked or malformed gets the same answer", async () => {
    const { cartId } = await openPurchase(store)
    const late = await store.shopper.pageLink({ cart_id: cartId })
    const revoked = await store.shopper.pageLink({ cart_id: cartId })
    const hash = (token: string) => createHash("sha256").update(token).digest("hex")
    const end = (token: string, column: string) =>
      store
        .db("onchain_page_link")
        .where({ token_hash: hash(token) })
        .update({ [column]: store.db.fn.now() })
    await end(late.token, "expires_at")
    await end(revoked.token, "revoked_at")
    for (const tail of ["", "/status"]) {
      const unknown = await answerOf(`/onchain/pay/${UNKNOWN}${tail}`)
      expect(unknown).toMatchObject({
        status: 404,
        headers: {
          "cache-control": "no-store",
          "referrer-policy": "no-referrer",
          "x-robots-tag": expect.stringContaining("noindex"),
        },
      })
      for (const token of [late.token, revoked.token, "short", `${UNKNOWN}A`]) {
        expect(await answerOf(`/onchain/pay/${token}${tail}`)).toEqual(unknown)
      }
    }
  })
}
