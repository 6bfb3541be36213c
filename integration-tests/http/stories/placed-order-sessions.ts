import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { pay, placeIntent, signUp } from "../support/intent-purchase"
import { expectCaptured, placePurchase, USDC_ON_BASE } from "../support/purchase"
import { Stranger } from "../support/stranger"
import type { StoreUnderTest } from "../support/store-suite"

const OURS = { provider_id: "pp_onchain_default", data: { rail: USDC_ON_BASE } }
const OTHER = { provider_id: "pp_system_default" }
/** Medusa's, and one of the store that runs Medusa's workflow. */
const ROUTES = ["/store/payment-collections/:id/payment-sessions", "/store/own-payment-sessions/:id"]

export function placedOrderSessionStories(store: StoreUnderTest): void {
  const strangers = async () => {
    const { account } = await store.shopper.signUp()
    return [new Stranger(store), new Stranger(store, account?.token)]
  }

  it("is not replaced by a stranger through Medusa's route or one of the store that runs Medusa's workflow", async () => {
    const { orderId, sessionId, collectionId, invoiceId } = await placePurchase(store)
    for (const stranger of await strangers())
      for (const path of ROUTES)
        for (const body of [OURS, OTHER, { ...OURS, data: { rail: 1 } }]) {
          const answer = await stranger.call("POST", path.replace(":id", collectionId), body)
          expect(answer.status).toBeGreaterThanOrEqual(400)
        }
    expect(await store.sandbox.invoices()).toHaveLength(1)
    const sessions = await store.db("payment_session").where({ payment_collection_id: collectionId })
    expect(sessions).toMatchObject([{ id: sessionId, deleted_at: null }])
    await store.sandbox.payInFull(invoiceId)
    await store.quiet()
    await expectCaptured(store, orderId)
  })

  it("is replaced by its customer until it is paid: then nobody gets a second invoice, through either route", async () => {
    const { customer } = await signUp(store)
    const { orderId, collectionId, cartId, sessionId } = await placeIntent(customer, USDC_ON_BASE)
    const url = `/store/payment-collections/${collectionId}/payment-sessions`
    const { status, text } = await new Stranger(store, customer.account?.token).call("POST", url, OURS)
    expect(status).toBe(200)
    const { payment_collection } = JSON.parse(text)
    const newer = payment_collection.payment_sessions[0].id
    expect(newer).not.toBe(sessionId)
    expect(cartId).not.toBe("")
    await pay(store, await customer.payment(newer))
    await expectCaptured(store, orderId)

    const opened = async () =>
      [...(await store.sandbox.invoices()), ...(await store.sandbox.intents())].length
    const before = await opened()
    for (const caller of [new Stranger(store), new Stranger(store, customer.account?.token)])
      for (const path of ROUTES) {
        const answer = await caller.call("POST", path.replace(":id", collectionId), OURS)
        expect(answer.status).toBeGreaterThanOrEqual(400)
      }
    expect(await opened()).toBe(before)
  })

  it("is replaced by an operator: in the admin, and in a workflow of the store", async () => {
    const { sessionId, collectionId } = await placePurchase(store)
    await store.merchant.post(`/admin/payment-collections/${collectionId}/payment-sessions`, {
      provider_id: "pp_onchain_default",
    })
    const alive = () =>
      store.db("payment_session").where({ payment_collection_id: collectionId, deleted_at: null })
    const second = await alive()
    expect(second).toHaveLength(1)
    expect(second[0]?.id).not.toBe(sessionId)
    await createPaymentSessionsWorkflow(store.container).run({
      input: { payment_collection_id: collectionId, provider_id: "pp_onchain_default" },
    })
    const third = await alive()
    expect(third).toHaveLength(1)
    expect(third[0]?.id).not.toBe(second[0]?.id)
    const ours = await store.db("onchain_payment").where({ session_id: third[0]?.id })
    expect(ours).toMatchObject([{ abandoned_at: null }])
  })

  it("is not charged for a return that a stranger requests; its customer and its page link reach Medusa", async () => {
    const { shopper, merchant, seed } = store
    const { customer } = await signUp(store)
    const guests = await placePurchase(store)
    const own = await placeIntent(customer, USDC_ON_BASE)
    const guest = new Stranger(store)
    const caller = new Stranger(store, customer.account?.token)
    const bodyFor = async (orderId: string) => ({
      order_id: orderId,
      items: [{ id: (await caller.learn(orderId)).itemId, quantity: 1 }],
      return_shipping: { option_id: seed.shippingOptionId, price: 1_000 },
    })
    const requestReturn = async (by: Stranger, orderId: string, headers = {}) =>
      by.call("POST", "/store/returns", await bodyFor(orderId), headers)
    for (const stranger of [guest, caller])
      expect((await requestReturn(stranger, guests.orderId)).status).toBe(403)
    expect((await requestReturn(guest, own.orderId)).status).toBe(403)
    for (const orderId of [guests.orderId, own.orderId])
      expect((await merchant.order(orderId)).outstanding).toBe(17)

    const token = shopper.pagePath(guests.sessionId).split("/").at(-1) ?? ""
    const allowed = [
      await requestReturn(caller, own.orderId),
      await requestReturn(guest, guests.orderId, { "x-onchain-page-token": token }),
    ]
    for (const { status, text } of allowed) {
      expect(status).not.toBe(403)
      expect(text).not.toContain("Only its customer")
    }
  })
}
