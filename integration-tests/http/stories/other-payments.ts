import { eventually } from "../support/eventually"
import { check } from "../support/partial-payments"
import { expectCaptured, placePurchase, storedPayment } from "../support/purchase"
import type { StoreUnderTest } from "../support/store-suite"
import { paymentId } from "../support/unallocated"
import { followUp, listen, runOutOfTime } from "../support/unpaid-orders"

export function otherPaymentsStories(store: StoreUnderTest): void {
  it("is not captured a second time while that payment is authorized: the money is held for review", async () => {
    const heard = listen(store, "onchain.payment_unallocated")
    const { orderId, collectionId, sessionId, invoiceId } = await placePurchase(store)
    const payments = store.container.resolve("payment")
    const card = { provider_id: "pp_system_default", currency_code: "usd", amount: 17, data: {}, context: {} }
    const session = await payments.createPaymentSession(collectionId, card)
    await payments.authorizePaymentSession(session.id, {})
    await store.sandbox.payInFull(invoiceId)
    await store.quiet()
    expect(await storedPayment(store, sessionId)).toMatchObject({
      ...{ state: "unallocated", unallocated_reason: "already_paid", resolution: null },
    })
    expect(await store.merchant.order(orderId)).toMatchObject({ captures: [], booked: [] })
    expect(heard).toEqual([expect.objectContaining({ session_id: sessionId, reason: "already_paid" })])
    const api = store.merchant.unmatched
    const { id } = await storedPayment(store, sessionId)
    expect(await api.view(String(id))).toMatchObject({ choices: { refund_due: { is_possible: true } } })
    await api.refundDue(String(id))
    const { rows } = await store.db.raw("SELECT kind, state, fiat_amount FROM onchain_refund")
    expect(rows).toEqual([expect.objectContaining({ kind: "unallocated", state: "due" })])
  })

  it("is not captured a second time when a merchant marked another of its collections as paid", async () => {
    const { merchant } = store
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    const { payment_collection } = await merchant.post<{ payment_collection: { id: string } }>(
      "/admin/payment-collections",
      { order_id: orderId, amount: 17 }
    )
    await merchant.post(`/admin/payment-collections/${payment_collection.id}/mark-as-paid`, {
      order_id: orderId,
    })
    await store.sandbox.payInFull(invoiceId)
    await store.quiet()
    expect(await storedPayment(store, sessionId)).toMatchObject({
      ...{ state: "unallocated", unallocated_reason: "already_paid" },
      ...{ resolution: "refund_due", resolved_by: null },
    })
    expect(await store.db("onchain_refund").select("kind", "state", "token_amount")).toEqual([
      { kind: "unallocated", state: "due", token_amount: "17" },
    ])
    expect(await merchant.order(orderId)).toMatchObject({ captures: [17], booked: [17], outstanding: 0 })
  })
}

export function cancellationStories(store: StoreUnderTest): void {
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
}

/**
 * State after the process dies when Medusa has written an order and its links: the goods are not reserved,
 * and the provider was not called.
 */
async function forgetWhatCameLast({ db }: StoreUnderTest, sessionId: string): Promise<void> {
  await db.raw("DELETE FROM payment WHERE payment_session_id = ?", [sessionId])
  await db("payment_session").where({ id: sessionId }).update({ status: "pending", authorized_at: null })
  await db.raw("UPDATE payment_collection SET status = 'not_paid', authorized_amount = 0")
  await db("onchain_payment")
    .where({ session_id: sessionId })
    .update({ order_placed_at: null, order_check_at: null })
  await db.raw("DELETE FROM reservation_item")
  await db.raw(
    `UPDATE inventory_level SET reserved_quantity = 0, raw_reserved_quantity = '{"value": "0", "precision": 20}'`
  )
}

export function cutOffCompletionsStories(store: StoreUnderTest): void {
  const reserved = () => store.merchant.reserved(store.seed.inventoryItemIds[0] ?? "")
  const held = async () =>
    (await store.db.raw("SELECT quantity::float FROM reservation_item WHERE deleted_at IS NULL")).rows

  it("gets its goods, and is cancelled when it is not paid in time", async () => {
    const { orderId, sessionId } = await placePurchase(store)
    await forgetWhatCameLast(store, sessionId)
    await check(store, await paymentId(store, sessionId))
    await check(store, await paymentId(store, sessionId))
    expect(await held()).toEqual([{ quantity: 1 }])
    expect(await reserved()).toBe(1)
    expect(await storedPayment(store, sessionId)).toMatchObject({
      order_placed_at: expect.any(Date),
      order_check_at: expect.any(Date),
    })

    await runOutOfTime(store, [sessionId])
    await followUp(store)
    expect(await store.merchant.order(orderId)).toMatchObject({ status: "canceled", captures: [] })
    expect(await reserved()).toBe(0)
  })

  it("gets its goods and its money when it is paid", async () => {
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    await forgetWhatCameLast(store, sessionId)
    await store.sandbox.payInFull(invoiceId)
    await store.quiet()
    await expectCaptured(store, orderId)
    expect(await held()).toEqual([{ quantity: 1 }])
    expect(await reserved()).toBe(1)
  })

  it("gets its money also when it was cut off before Medusa linked the order to its payment", async () => {
    const { db, sandbox } = store
    const { orderId, sessionId, invoiceId, cartId, collectionId } = await placePurchase(store)
    await forgetWhatCameLast(store, sessionId)
    await db("order_payment_collection").where({ payment_collection_id: collectionId }).delete()
    await db("cart").where({ id: cartId }).update({ completed_at: null })
    await sandbox.payInFull(invoiceId)
    await store.quiet()
    await expectCaptured(store, orderId)
    expect(await held()).toEqual([{ quantity: 1 }])
    expect(await db("order").count()).toEqual([{ count: "1" }])
    expect(await db("cart").where({ id: cartId })).toEqual([
      expect.objectContaining({ completed_at: expect.any(Date) }),
    ])
  })

  it("is tracked even when its goods are sold out", async () => {
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    await forgetWhatCameLast(store, sessionId)
    await store.merchant.restock(store.seed, 0)
    await check(store, await paymentId(store, sessionId))
    expect(await held()).toEqual([])
    expect(await storedPayment(store, sessionId)).toMatchObject({ order_check_at: expect.any(Date) })
    await store.sandbox.payInFull(invoiceId)
    await store.quiet()
    expect(await store.merchant.order(orderId)).toMatchObject({
      status: "pending",
      captures: [17],
      booked: [17],
    })
    expect(await held()).toEqual([])
  })
}
