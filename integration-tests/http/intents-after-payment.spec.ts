import { eventually } from "./support/eventually"
import { openIntent, pay, signUp } from "./support/intent-purchase"
import { expectCaptured } from "./support/purchase"
import { storeSuite } from "./support/store-suite"

storeSuite(
  "an intent in a store that places orders after payment",
  { plugin: { placeOrder: "after_payment" } },
  (store) => {
    it("has its order placed and captured by the deposit", async () => {
      const { customer } = await signUp(store)
      const { payment } = await openIntent(customer, "evm:base-mainnet:USDC")
      expect(await store.merchant.orderIds()).toEqual([])
      await pay(store, payment)
      const [orderId = ""] = await eventually(async () => {
        const ids = await store.merchant.orderIds()
        expect(ids).toHaveLength(1)
        return ids
      })
      await expectCaptured(store, orderId)
    })

    it("has the order of an older cart placed only by its own money", async () => {
      const { customer } = await signUp(store)
      const older = await openIntent(customer, "evm:base-mainnet:USDC", { pieces: 2 })
      const newer = await openIntent(customer, "evm:base-mainnet:USDC")
      await pay(store, older.payment)
      expect(await store.merchant.orderIds()).toEqual([])
      await pay(store, newer.payment)
      expect(await store.merchant.orderIds()).toHaveLength(1)
      expect(await customer.payment(newer.sessionId)).toMatchObject({ status: "paid" })
      expect(await customer.payment(older.sessionId)).toMatchObject({ status: "superseded" })
    })
  }
)
