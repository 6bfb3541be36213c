import { eventually } from "./support/eventually"
import { expectCaptured, openPurchase, placePurchase, storedPayment } from "./support/purchase"
import { storeSuite } from "./support/store-suite"
import { Stranger } from "./support/stranger"

storeSuite("a deletion of a session", { jobs: true }, (store) => {
  it("under another session's ids abandons nothing: that session's order is captured", async () => {
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    const stranger = new Stranger(store)
    const known = await stranger.learn(orderId)
    expect(known.sessionId).toBe(sessionId)
    await stranger.overtake(await stranger.openOwnCheckout(), known)
    await eventually(async () => {
      const { order_check_at } = await storedPayment(store, sessionId)
      expect(new Date(String(order_check_at)).getTime()).toBeGreaterThan(Date.now() + 60_000)
    })
    expect(await storedPayment(store, sessionId)).toMatchObject({ abandoned_at: null, state: "awaiting" })
    expect(await store.shopper.payment(sessionId)).toMatchObject({ status: "awaiting_payment" })
    await store.sandbox.payInFull(invoiceId)
    await store.quiet()
    await expectCaptured(store, orderId)
  })

  it("of a cart abandons its payment once Medusa confirms that it is gone, and no page shows its address", async () => {
    const { shopper } = store
    const { cartId, collectionId, sessionId } = await openPurchase(store)
    const { deposit_address: address } = await shopper.payment(sessionId)
    const page = shopper.pagePath(sessionId)
    expect(await shopper.get<string>(page)).toContain(address)
    await shopper.chooseIn(collectionId, cartId, undefined, "pp_system_default")
    expect(await shopper.get<string>(page)).not.toContain(address)
    await eventually(async () =>
      expect(await storedPayment(store, sessionId)).toMatchObject({ abandoned_at: expect.any(Date) })
    )
  })
})
