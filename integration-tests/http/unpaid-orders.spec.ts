import { sendFor } from "./support/deposits"
import { placeIntent, signUp } from "./support/intent-purchase"
import { expectCaptured, expectUnpaid, placePurchase, storedPayment, USDC_ON_BASE } from "./support/purchase"
import { type StoreUnderTest, storeSuite } from "./support/store-suite"
import { followUp, listen, runOutOfTime } from "./support/unpaid-orders"

async function expectCancelled(store: StoreUnderTest, orderId: string): Promise<void> {
  expect(await store.merchant.order(orderId)).toMatchObject({ status: "canceled", captures: [], booked: [] })
  expect(await store.merchant.reserved(store.seed.inventoryItemIds[0] ?? "")).toBe(0)
}

/** Authorizes another method on the order's collection, as a merchant's own flow may. */
async function payByOtherMeans({ container }: StoreUnderTest, collectionId: string): Promise<void> {
  const payments = container.resolve("payment")
  const session = await payments.createPaymentSession(collectionId, {
    provider_id: "pp_system_default",
    currency_code: "usd",
    amount: 17,
    data: {},
  })
  await payments.authorizePaymentSession(session.id, {})
}

storeSuite("an order that is not paid in time", {}, (store) => {
  it("is cancelled once the gateway was asked, with its stock released and its customer told once", async () => {
    const heard = listen(store, "onchain.unpaid_order_cancelled")
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    await followUp(store)
    await expectUnpaid(store, orderId)

    await runOutOfTime(store, [sessionId])
    const asked = (await store.sandbox.calls("getInvoice")).length
    await Promise.all([followUp(store), followUp(store)])
    await expectCancelled(store, orderId)
    expect((await store.sandbox.calls("getInvoice")).length).toBeGreaterThan(asked)
    const { id } = await storedPayment(store, sessionId)
    expect(heard).toEqual([{ order_id: orderId, payment_id: id, session_id: sessionId }])
    expect(await store.shopper.payment(sessionId)).toMatchObject({
      status: "cancelled",
      deposit_address: null,
    })

    await store.sandbox.payInFull(invoiceId)
    await store.quiet()
    expect(await storedPayment(store, sessionId)).toMatchObject({
      state: "unallocated",
      unallocated_reason: "order_cancelled",
      order_check_at: null,
    })
    await expectCancelled(store, orderId)
  })

  it("is captured instead when it turns out to be paid and no webhook told of it", async () => {
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    await store.sandbox.setWebhook(null)
    await store.sandbox.payInFull(invoiceId)
    await runOutOfTime(store, [sessionId])
    await followUp(store)
    await store.sandbox.setWebhook(`${store.origin}/hooks/onchain`)
    await expectCaptured(store, orderId)
  })

  it("is kept while its payment confirms, and captured then", async () => {
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    await store.sandbox.pay(invoiceId)
    await store.quiet()
    await runOutOfTime(store, [sessionId])
    await followUp(store)
    await expectUnpaid(store, orderId)
    await store.sandbox.settle(invoiceId)
    await store.quiet()
    await expectCaptured(store, orderId)
  })

  it("is kept while the gateway does not answer, and looked at again", async () => {
    const { orderId, sessionId } = await placePurchase(store)
    await store.sandbox.fault({ kind: "server_error", endpoint: "getInvoice", count: 4 })
    await runOutOfTime(store, [sessionId])
    await followUp(store)
    await expectUnpaid(store, orderId)
    await store.sandbox.clearFaults()
    await runOutOfTime(store, [sessionId])
    await followUp(store)
    await expectCancelled(store, orderId)
  })

  it("is kept when it was paid by other means", async () => {
    const { orderId, sessionId, collectionId } = await placePurchase(store)
    await payByOtherMeans(store, collectionId)
    await runOutOfTime(store, [sessionId])
    await followUp(store)
    expect(await store.merchant.order(orderId)).toMatchObject({ status: "pending", captures: [] })
    expect(await storedPayment(store, sessionId)).toMatchObject({ order_check_at: null })
  })

  it("is told of again when the store died before it could, and once it was told not any more", async () => {
    const heard = listen(store, "onchain.unpaid_order_cancelled")
    const { orderId, sessionId } = await placePurchase(store)
    await runOutOfTime(store, [sessionId])
    await followUp(store)
    // What a process leaves behind that dies after core has cancelled the order.
    await store.db.raw(
      "UPDATE onchain_payment SET order_closed_at = NULL, order_check_at = now() WHERE session_id = ?",
      [sessionId]
    )
    await followUp(store)
    await followUp(store)
    expect(heard.filter((data) => (data as { order_id: string }).order_id === orderId)).toHaveLength(2)
    await expectCancelled(store, orderId)
  })

  it("is told of by nobody when a merchant cancels it, and its page shows no address any more", async () => {
    const heard = listen(store, "onchain.unpaid_order_cancelled")
    const { orderId, sessionId } = await placePurchase(store)
    await store.merchant.cancelOrder(orderId)
    await store.db.raw("UPDATE onchain_payment SET order_check_at = now() WHERE session_id = ?", [sessionId])
    await followUp(store)
    expect(await storedPayment(store, sessionId)).toMatchObject({
      order_check_at: null,
      order_timed_out_at: null,
    })
    expect(await store.shopper.payment(sessionId)).toMatchObject({
      status: "cancelled",
      deposit_address: null,
    })
    expect(heard).toEqual([])
  })

  it("waits for a person when a deposit of its customer does, and is cancelled when there is none", async () => {
    const { customer } = await signUp(store)
    const { orderId, sessionId, payment } = await placeIntent(customer, USDC_ON_BASE)
    const depositId = await sendFor(store, payment, { amount: "3" })
    await runOutOfTime(store, [sessionId])
    await followUp(store)
    await expectUnpaid(store, orderId)
    await store.merchant.post(`/admin/onchain/deposits/${depositId}/accept`, {})
    await runOutOfTime(store, [sessionId])
    await followUp(store)
    await expectCancelled(store, orderId)
  })
})
