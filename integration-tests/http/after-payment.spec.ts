import { eventually } from "./support/eventually"
import { editQuantity } from "./support/order-edits"
import { expectCaptured, openPurchase, storedPayment } from "./support/purchase"
import { storeSuite } from "./support/store-suite"
import { PaymentApi, paymentId } from "./support/unallocated"

storeSuite(
  "a store that places orders after payment",
  { plugin: { placeOrder: "after_payment" }, jobs: true },
  (store) => {
    it("places the order by itself once the payment is final", async () => {
      const { sandbox, merchant, shopper, seed } = store
      const { cartId, invoiceId, sessionId } = await openPurchase(store)
      await expect(shopper.complete(cartId)).rejects.toMatchObject({ response: { status: 400 } })
      expect(await merchant.orderIds()).toEqual([])
      expect(await merchant.reserved(seed.inventoryItemIds[0] ?? "")).toBe(0)

      await sandbox.payInFull(invoiceId)
      await store.quiet()
      const [orderId] = await merchant.orderIds()
      await expectCaptured(store, orderId ?? "")
      expect(await shopper.payment(sessionId)).toMatchObject({ status: "paid" })
      expect(await sandbox.calls("createInvoice")).toHaveLength(1)
    })

    it("places no order while the payment is confirming", async () => {
      const { sandbox, merchant } = store
      const { invoiceId } = await openPurchase(store)
      await sandbox.pay(invoiceId)
      await store.quiet()
      expect(await merchant.orderIds()).toEqual([])
    })

    it("places the order later when the goods were sold out at the moment the money arrived", async () => {
      const { sandbox, merchant } = store
      const { sessionId, invoiceId } = await openPurchase(store)
      await merchant.restock(store.seed, 0)
      await sandbox.payInFull(invoiceId)
      await eventually(async () => {
        expect(await storedPayment(store, sessionId)).toMatchObject({
          ...{ state: "unallocated", unallocated_reason: "completion_failed" },
          last_error: expect.stringContaining("Not enough stock available for item"),
        })
      })
      // Medusa creates an order at each attempt, and takes it back.
      await eventually(async () => expect(await merchant.orderIds()).toEqual([]))

      await merchant.restock(store.seed, 10)
      const payment_id = await paymentId(store, sessionId)
      await store.container.resolve("workflows").run("settle-onchain-payment", { input: { payment_id } })
      await store.quiet()
      const [orderId] = await merchant.orderIds()
      await expectCaptured(store, orderId ?? "")
    })

    it("holds the money for review while the goods are sold out, and says why", async () => {
      const { sandbox, merchant, db } = store
      const { sessionId, invoiceId, cartId } = await openPurchase(store)
      await merchant.restock(store.seed, 0)
      await sandbox.payInFull(invoiceId)
      await eventually(async () => {
        expect(await storedPayment(store, sessionId)).toMatchObject({
          state: "unallocated",
          last_error: expect.stringContaining("Not enough stock available for item"),
        })
      })
      // A day later it is not tried again.
      await db.raw(
        "UPDATE onchain_payment SET settled_at = now() - interval '25 hours' WHERE session_id = ?",
        [sessionId]
      )
      await store.quiet()
      expect(await storedPayment(store, sessionId)).toMatchObject({
        state: "unallocated",
        unallocated_reason: "completion_failed",
        last_error: expect.stringContaining("Not enough stock available for item"),
      })
      await merchant.restock(store.seed, 10)
      await expect(store.shopper.complete(cartId)).rejects.toMatchObject({ response: { status: 400 } })
      expect(await merchant.orderIds()).toEqual([])

      // The money pays another order, which became more expensive; its own cart still exists.
      const other = await openPurchase(store)
      await sandbox.payInFull(other.invoiceId)
      await store.quiet()
      const [orderId = ""] = await merchant.orderIds()
      await editQuantity(store, orderId, 4)
      await new PaymentApi(merchant).apply(await paymentId(store, sessionId), orderId)
      await expect(store.shopper.complete(cartId)).rejects.toMatchObject({ response: { status: 400 } })
      expect(await merchant.orderIds()).toEqual([orderId])
      expect(await merchant.order(orderId)).toMatchObject({ captures: [17, 17], booked: [17, 17] })
    })
  }
)
