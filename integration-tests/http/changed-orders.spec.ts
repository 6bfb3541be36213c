import { closeOrder, findMissedRefunds, loseAnswers } from "./support/order-refunds"
import { placePurchase, storedPayment } from "./support/purchase"
import { sell } from "./support/refunds"
import { storeSuite } from "./support/store-suite"
import { cutOffMerchant, followUp, followUpNow, runOutOfTime } from "./support/unpaid-orders"

storeSuite("an order that a merchant changes", {}, (store) => {
  const owed = async () =>
    (await store.db.raw("SELECT id, fiat_amount FROM onchain_refund WHERE deleted_at IS NULL")).rows
  const inMedusa = async () => (await store.db.raw("SELECT id, amount::float FROM refund")).rows
  const booked = async () =>
    (await store.db.raw("SELECT amount::float FROM order_transaction WHERE reference = 'refund'")).rows
  const refunds = async () => (await store.db.raw("SELECT kind, fiat_amount FROM onchain_refund")).rows
  const reservations = async () =>
    (await store.db.raw("SELECT id, quantity::float, updated_at, deleted_at FROM reservation_item")).rows
  /** Reserved quantity of the inventory item. */
  const onShelf = () => store.merchant.reserved(store.seed.inventoryItemIds[0] ?? "")

  it("and that is cancelled is owed back by a check of it, or by a comparison with Medusa's refunds, when the process died before recording it", async () => {
    const { orderId } = await sell(store)
    await store.merchant.cancelOrder(orderId)
    const [refund] = await inMedusa()
    for (const find of [closeOrder, findMissedRefunds]) {
      await store.db.raw("DELETE FROM onchain_refund")
      await find(store, orderId)
      await find(store, orderId)
      expect(await owed()).toEqual([{ id: refund.id, fiat_amount: "17" }])
      expect(await booked()).toEqual([{ amount: -17 }])
    }
  })

  it("owes a refund once when Medusa rolled it back after recording, and the merchant retries", async () => {
    const { refund } = await sell(store)
    const spy = loseAnswers(store, 2)
    try {
      await expect(refund()).rejects.toThrow()
    } finally {
      spy.mockRestore()
    }
    expect(await inMedusa()).toEqual([])
    const [undone] = await owed()
    expect(undone).toEqual({ id: expect.any(String), fiat_amount: "17" })
    await findMissedRefunds(store)
    expect(await owed()).toHaveLength(1)
    await refund()
    expect(await owed()).toHaveLength(2)
    await findMissedRefunds(store)
    await findMissedRefunds(store)
    const [made] = await inMedusa()
    expect(made.id).not.toBe(undone.id)
    expect(await owed()).toEqual([{ id: made.id, fiat_amount: "17" }])
  })

  it("and that is cancelled while no refund can be recorded is checked again until one can, and owed once", async () => {
    const { orderId, sessionId } = await sell(store)
    await store.db.raw("ALTER TABLE onchain_refund ADD CONSTRAINT broken CHECK (id = '') NOT VALID")
    try {
      await store.merchant.cancelOrder(orderId)
      await closeOrder(store, orderId).catch(() => undefined)
      expect(await storedPayment(store, sessionId)).toMatchObject({
        order_closed_at: null,
        order_check_at: expect.any(Date),
      })
      expect(await inMedusa()).toEqual([])
    } finally {
      await store.db.raw("ALTER TABLE onchain_refund DROP CONSTRAINT broken")
    }
    await followUpNow(store, [sessionId])
    await closeOrder(store, orderId)
    const rows = await inMedusa()
    expect(rows).toEqual([{ id: expect.any(String), amount: 17 }])
    expect(await owed()).toEqual([{ id: rows[0].id, fiat_amount: "17" }])
    expect(await booked()).toEqual([{ amount: -17 }])
  })

  it.each([
    ["was paid", "the job was there", true],
    ["waits for its money", "no process can still be working on it", false],
  ])(
    "and that %s, and whose cancellation was cut off, can be cancelled again when %s",
    async (_, __, isPaid) => {
      const { orderId, sessionId, invoiceId } = await placePurchase(store)
      if (isPaid) await store.sandbox.payInFull(invoiceId)
      await store.quiet()
      await cutOffMerchant(store, orderId)
      await followUpNow(store, [])
      const given = await reservations()
      await expect(store.merchant.cancelOrder(orderId)).rejects.toMatchObject({
        response: { status: 400, data: { message: expect.stringContaining("try again in two minutes") } },
      })
      // Medusa would have restocked the goods before it refused, without locking their inventory.
      expect(await reservations()).toEqual(given)
      expect(given).toEqual([expect.objectContaining({ quantity: 1, deleted_at: expect.any(Date) })])
      expect(await onShelf()).toBe(0)

      await store.db.raw("UPDATE order_change SET created_at = now() - interval '2 minutes'")
      if (isPaid) await followUpNow(store, [])
      await store.merchant.cancelOrder(orderId)
      const captures = isPaid ? [17] : []
      expect(await store.merchant.order(orderId)).toMatchObject({ status: "canceled", captures })
      expect(await refunds()).toEqual(isPaid ? [{ kind: "order", fiat_amount: "17" }] : [])
      expect(await storedPayment(store, sessionId)).toMatchObject({ order_timed_out_at: null })
      expect(await onShelf()).toBe(0)
    }
  )

  it("and whose edit is open is not cancelled, keeps its goods meanwhile, and is cancelled afterwards", async () => {
    const { orderId, sessionId } = await placePurchase(store)
    await store.merchant.post("/admin/order-edits", { order_id: orderId })
    const kept = await reservations()
    await expect(store.merchant.cancelOrder(orderId)).rejects.toMatchObject({
      response: { status: 400, data: { message: expect.stringContaining("that has to be ended first") } },
    })
    await runOutOfTime(store, [sessionId])
    await followUp(store)
    await followUpNow(store, [sessionId])
    expect(await store.merchant.order(orderId)).toMatchObject({ status: "pending" })
    expect(await reservations()).toEqual(kept)
    expect(kept).toEqual([expect.objectContaining({ quantity: 1, deleted_at: null })])

    await store.merchant.delete(`/admin/order-edits/${orderId}`)
    await followUpNow(store, [sessionId])
    expect(await store.merchant.order(orderId)).toMatchObject({ status: "canceled" })
    expect(await onShelf()).toBe(0)
  })
})
