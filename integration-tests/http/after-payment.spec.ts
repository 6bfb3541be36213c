import { expectCaptured, openPurchase } from "./support/purchase"
import { storeSuite } from "./support/store-suite"

storeSuite(
  "a store that places orders after payment",
  { plugin: { placeOrder: "after_payment" } },
  (store) => {
    it("places the order by itself once the payment is final", async () => {
      const { sandbox, merchant, shopper, seed } = store
      const { cartId, invoiceId, sessionId } = await openPurchase(store)
      expect(await shopper.complete(cartId)).toMatchObject({
        type: "cart",
        error: { type: "payment_requires_more_error" },
      })
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

    it("captures later when the cart was not ready for an order yet", async () => {
      const { sandbox, merchant, shopper, api, seed } = store
      const headers = { "x-publishable-api-key": seed.publishableKey }
      const { data } = await api.post(
        "/store/carts",
        {
          region_id: seed.regionId,
          email: "ada@example.com",
          items: [{ variant_id: seed.variantIds[0], quantity: 1 }],
        },
        { headers }
      )
      await shopper.choose(data.cart.id, "evm:base-mainnet:USDC")
      await sandbox.payInFull((await sandbox.invoices()).at(-1)?.id ?? "")
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      expect(await merchant.orderIds()).toEqual([])
    })
  }
)
