import { eventually } from "../support/eventually"
import { expectCaptured, openPurchase, placePurchase, storedPayment, USDC_ON_BASE } from "../support/purchase"
import type { StoreUnderTest } from "../support/store-suite"

export function changedPlansStories(store: StoreUnderTest): void {
  it("is held for review when the cart was changed after the invoice was opened", async () => {
    const { sandbox, shopper, merchant } = store
    const { cartId, collectionId, sessionId, invoiceId } = await openPurchase(store)
    await shopper.addItem(cartId)
    expect(await shopper.payment(sessionId)).toMatchObject({ status: "cancelled", deposit_address: null })

    const second = await shopper.chooseIn(collectionId, cartId, USDC_ON_BASE)
    await sandbox.payInFull(invoiceId)
    await store.quiet()
    expect(await storedPayment(store, sessionId)).toMatchObject({
      state: "unallocated",
      unallocated_reason: "session_deleted",
    })
    expect(await merchant.orderIds()).toEqual([])

    const orderId = await shopper.placeOrder(cartId)
    const invoice = (await sandbox.invoices()).at(-1)
    expect(invoice?.id).not.toBe(invoiceId)
    await sandbox.payInFull(invoice?.id ?? "")
    await store.quiet()
    const order = await merchant.order(orderId)
    expect(order).toMatchObject({ payment_status: "captured", outstanding: 0 })
    expect(order.captures).toHaveLength(1)
    expect(await storedPayment(store, second.sessionId)).toMatchObject({ state: "captured" })
    expect(await sandbox.calls("createInvoice")).toHaveLength(2)
  })

  it("is held for review when the shopper switched methods and paid both", async () => {
    const { sandbox, shopper, merchant } = store
    const { cartId, collectionId, sessionId, invoiceId } = await openPurchase(store)
    await shopper.chooseIn(collectionId, cartId, undefined, "pp_system_default")
    const orderId = await shopper.placeOrder(cartId)
    await sandbox.payInFull(invoiceId)
    await store.quiet()
    expect(await storedPayment(store, sessionId)).toMatchObject({ state: "unallocated" })
    expect((await merchant.order(orderId)).captures).toEqual([])
  })

  it("is held for review when the order was cancelled before it was paid, and the stock stays released", async () => {
    const { sandbox, merchant, seed } = store
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    await merchant.cancelOrder(orderId)
    await sandbox.payInFull(invoiceId)
    await store.quiet()
    expect(await storedPayment(store, sessionId)).toMatchObject({
      state: "unallocated",
      unallocated_reason: "order_cancelled",
    })
    expect(await merchant.order(orderId)).toMatchObject({ status: "canceled", captures: [], booked: [] })
    expect(await merchant.reserved(seed.inventoryItemIds[0] ?? "")).toBe(0)
  })

  it("is held for review when its order was cancelled by a caller who had disconnected while waiting", async () => {
    const { sandbox, merchant, container } = store
    const { orderId, sessionId, invoiceId, cartId } = await placePurchase(store)
    const locking = container.resolve("locking")
    const capture = { ownerId: "a capture in progress" }
    await locking.acquire([cartId], { ...capture, expire: 60 })
    const acquire = jest.spyOn(locking, "acquire")
    const tries = (times: number) =>
      eventually(async () => {
        const ofCart = acquire.mock.calls.filter(([keys]) => keys.includes(cartId))
        expect(ofCart.length).toBeGreaterThanOrEqual(times)
      })
    const tab = new AbortController()
    const cancelled = merchant.cancelOrder(orderId, tab.signal)
    await tries(1)
    tab.abort()
    await expect(cancelled).rejects.toMatchObject({ code: "ERR_CANCELED" })
    acquire.mockClear()
    await tries(3)
    acquire.mockRestore()
    await locking.release([cartId], capture)
    await eventually(async () => expect((await merchant.order(orderId)).status).toBe("canceled"))
    // The order is no longer held: neither for the cancellation, nor for what follows.
    await eventually(() => locking.acquire([cartId], { ...capture, expire: 60 }))
    await locking.release([cartId], capture)
    await sandbox.payInFull(invoiceId)
    await store.quiet()
    expect(await storedPayment(store, sessionId)).toMatchObject({ unallocated_reason: "order_cancelled" })
  })

  it("leaves the cancellation of other orders to Medusa", async () => {
    const { shopper, merchant } = store
    const { cartId } = await shopper.choose(await shopper.fillCart(), undefined, "pp_system_default")
    const orderId = await shopper.placeOrder(cartId)
    await merchant.post("/admin/order-edits", { order_id: orderId })
    await expect(merchant.cancelOrder(orderId)).rejects.toMatchObject({
      response: { data: { message: expect.stringContaining("already has an existing active order change") } },
    })
    await merchant.delete(`/admin/order-edits/${orderId}`)
    await merchant.cancelOrder(orderId)
    expect(await merchant.order(orderId)).toMatchObject({ status: "canceled" })
  })

  it("becomes a refund that is due when a captured order is cancelled, and no funds move", async () => {
    const { sandbox, merchant, db } = store
    const { orderId, invoiceId } = await placePurchase(store)
    await sandbox.payInFull(invoiceId)
    await store.quiet()
    await expectCaptured(store, orderId)
    const callsBefore = (await sandbox.calls("createInvoice")).length
    await merchant.cancelOrder(orderId)
    const { rows } = await db.raw("SELECT kind, state, fiat_amount, currency_code FROM onchain_refund")
    expect(rows).toEqual([{ kind: "order", state: "due", fiat_amount: "17", currency_code: "usd" }])
    expect(await sandbox.calls("createInvoice")).toHaveLength(callsBefore)
  })

  it("is unaffected when another shopper sends its session id", async () => {
    const { shopper } = store
    const victim = await openPurchase(store)
    const cartId = await shopper.fillCart()
    const attacker = await shopper.choose(cartId, USDC_ON_BASE)
    await shopper.post(`/store/payment-collections/${attacker.collectionId}/payment-sessions`, {
      provider_id: "pp_onchain_default",
      data: { rail: USDC_ON_BASE, session_id: victim.sessionId, payment_id: String(victim.data.payment_id) },
    })
    await shopper.addItem(cartId)
    expect(await shopper.payment(victim.sessionId)).toMatchObject({ status: "awaiting_payment" })
  })
}
