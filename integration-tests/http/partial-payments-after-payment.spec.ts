import { check, endHold } from "./support/partial-payments"
import { openPurchase, storedPayment } from "./support/purchase"
import { storeSuite } from "./support/store-suite"
import { PaymentApi, paymentId } from "./support/unallocated"

storeSuite("a partly paid cart", { plugin: { placeOrder: "after_payment" } }, (store) => {
  it("is in the queue when the rest has not arrived for a day, and becomes an order when it arrives later", async () => {
    const api = new PaymentApi(store.merchant)
    const { sessionId, invoiceId } = await openPurchase(store)
    await store.sandbox.pay(invoiceId, { amount: "8.5" })
    const id = await paymentId(store, sessionId)
    await check(store, id)
    expect((await api.list("?resolution=waiting")).waiting).toBe(0)
    await endHold(store)
    await check(store, id)
    expect((await api.list("?resolution=waiting")).payments).toMatchObject([{ id, is_due_back: true }])
    await store.sandbox.payInFull(invoiceId, { amount: "8.5" })
    await store.quiet()
    expect(await storedPayment(store, sessionId)).toMatchObject({ state: "captured" })
    expect(await store.merchant.orderIds()).toHaveLength(1)
  })
})
