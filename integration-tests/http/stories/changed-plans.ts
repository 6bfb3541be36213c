import { eventually } from "../support/eventually"
import { placePurchase, storedPayment } from "../support/purchase"
import type { StoreUnderTest } from "../support/store-suite"

export function changedPlansStories(store: StoreUnderTest): void {
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
