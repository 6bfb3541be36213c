import { expectCaptured, placePurchase, storedPayment } from "../support/purchase"
import type { StoreUnderTest } from "../support/store-suite"
import { followUp, runOutOfTime } from "../support/unpaid-orders"
import { installed } from "../support/installed"

/**
 * State after the process dies when Medusa has written an order and its links: the goods are not reserved,
 * and the provider was not called.
 */
async function forgetWhatCameLast({ db }: StoreUnderTest, sessionId: string): Promise<void> {
  await db.raw("DELETE FROM payment WHERE payment_session_id = ?", [sessionId])
  await db.raw("UPDATE payment_session SET status = 'pending', authorized_at = NULL WHERE id = ?", [
    sessionId,
  ])
  await db.raw("UPDATE payment_collection SET status = 'not_paid', authorized_amount = 0")
  await db.raw(
    "UPDATE onchain_payment SET order_placed_at = NULL, order_check_at = NULL WHERE session_id = ?",
    [sessionId]
  )
  await db.raw("DELETE FROM reservation_item")
  await db.raw(
    `UPDATE inventory_level SET reserved_quantity = 0, raw_reserved_quantity = '{"value": "0", "precision": 20}'`
  )
}

/** Polls a payment as the job does. */
async function check(store: StoreUnderTest, sessionId: string): Promise<void> {
  const { id } = await storedPayment(store, sessionId)
  await (await installed("payment/settle-payment")).settlePayment(store.container, String(id))
}

export function cutOffCompletionsStories(store: StoreUnderTest): void {
  const reserved = () => store.merchant.reserved(store.seed.inventoryItemIds[0] ?? "")
  const held = async () =>
    (await store.db.raw("SELECT quantity::float FROM reservation_item WHERE deleted_at IS NULL")).rows

  it("gets its goods, and is cancelled when it is not paid in time", async () => {
    const { orderId, sessionId } = await placePurchase(store)
    await forgetWhatCameLast(store, sessionId)
    await check(store, sessionId)
    await check(store, sessionId)
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

  it("is tracked even when its goods are sold out", async () => {
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    await forgetWhatCameLast(store, sessionId)
    await store.merchant.restock(store.seed, 0)
    await check(store, sessionId)
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
