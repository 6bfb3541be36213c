import { expectMoneyInOnePlace, payWhileBookingFails } from "./support/failed-completion"
import { expectCaptured, openPurchase, placePurchase, storedPayment } from "./support/purchase"
import {
  chooseTwice,
  chooseTwiceIn,
  createSession,
  createSessionOfOrder,
  expectOneOwedBack,
  openCheckout,
  payBothAtOnce,
} from "./support/session-tricks"
import { storeSuite } from "./support/store-suite"

// The jobs finish what a failed completion leaves behind.
storeSuite("manipulated sessions", { jobs: true }, (store) => {
  it("do not pay for a cart with another cart's payment, completed at once or a moment later", async () => {
    const { sandbox, shopper, merchant } = store
    const paid = await openPurchase(store)
    await sandbox.payInFull(paid.invoiceId)
    await store.quiet()
    const [paidOrder = ""] = await merchant.orderIds()
    await expectCaptured(store, paidOrder)
    const stolen = { session_id: paid.sessionId, payment_id: paid.data.payment_id }

    const orderIds = [paidOrder]
    for (const waitMs of [0, 150]) {
      const opened = (await sandbox.calls("createInvoice")).length
      const { cartId, collectionId } = await openCheckout(store)
      await sandbox.fault({ kind: "latency", ms: 300, endpoint: "createInvoice" })
      const creating = createSession(store, collectionId, stolen)
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      await Promise.allSettled([shopper.complete(cartId), creating])
      await store.quiet()

      expect(await sandbox.calls("createInvoice")).toHaveLength(opened + 1)
      const others = (await merchant.orderIds()).filter((id) => !orderIds.includes(id))
      for (const id of others) {
        const order = await merchant.order(id)
        expect(order).toMatchObject({ captures: [], booked: [], paid: 0 })
        expect(order.payment_status).not.toBe("captured")
      }
      expect(await merchant.order(paidOrder)).toMatchObject({ captures: [17], booked: [17], outstanding: 0 })
      expect(await storedPayment(store, paid.sessionId)).toMatchObject({ state: "captured" })

      // Whatever became of the attempt, the cart can still be bought, with new money.
      await creating.catch(() => undefined)
      if (others.length === 0) {
        await shopper.chooseIn(collectionId, cartId, "evm:base-mainnet:USDC")
        others.push(await shopper.placeOrder(cartId))
      }
      await sandbox.payInFull((await sandbox.invoices()).at(-1)?.id ?? "")
      await store.quiet()
      orderIds.push(...others)
      for (const id of orderIds) await expectCaptured(store, id, orderIds.length)
    }
  })

  it("capture once when two were opened at once and both are paid, the second before the first", async () => {
    const { sandbox, shopper } = store
    const { cartId, opened } = await chooseTwice(store)
    const orderId = await shopper.placeOrder(cartId)
    const [first, second] = opened
    for (const { invoiceId } of [second, first]) {
      await sandbox.payInFull(invoiceId)
      await store.quiet()
    }
    await expectCaptured(store, orderId)
    expect(await storedPayment(store, second.sessionId)).toMatchObject({ state: "captured" })
    expect(await storedPayment(store, first.sessionId)).toMatchObject({
      state: "unallocated",
      unallocated_reason: "already_paid",
    })
  })

  it("capture once when the order's payment was requested again, without its cart, and both are paid at once", async () => {
    const { merchant } = store
    const { orderId } = await placePurchase(store)
    const { payment_collection } = await merchant.post<{ payment_collection: { id: string } }>(
      "/admin/payment-collections",
      { order_id: orderId, amount: 17 }
    )
    const opened = await chooseTwiceIn(store, payment_collection.id, createSessionOfOrder)
    await payBothAtOnce(store, opened)
    // Core calls the order partially captured while the first request is open, paid or not.
    expect(await merchant.order(orderId)).toEqual({
      status: "pending",
      payment_status: "partially_captured",
      captures: [17],
      booked: [17],
      paid: 17,
      outstanding: 0,
    })
    await expectOneOwedBack(store, opened)
  })

  it("leave the money in one place when completing the cart fails after the capture", async () => {
    const { sessionId } = await payWhileBookingFails(store)
    await expectMoneyInOnePlace(store, sessionId)
  })
})
