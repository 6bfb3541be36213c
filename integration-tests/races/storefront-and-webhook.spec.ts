import { pause } from "./racing-orders"
import { expectCaptured, openPurchase } from "../http/support/purchase"
import { RACES } from "./runs"
import { makeDue, reconcile } from "../http/support/reconciliation"
import { storeSuite } from "../http/support/store-suite"

/** For all of them, on a busy machine too. */
const TIME_MS = 60_000 + RACES * 20_000

/** Storefront and webhook complete the same purchase, in either order and at once. */
storeSuite("storefront and webhook racing", {}, (store) => {
  describe.each(["before_payment", "after_payment"] as const)("orders placed %s", (placeOrder) => {
    beforeAll(() => {
      store.container.resolve("onchain").options.placeOrder = placeOrder
    })
    afterAll(() => {
      store.container.resolve("onchain").options.placeOrder = "before_payment"
    })

    it(
      `and reconciliation too, place one order and capture it once when all run at once, ${RACES} times`,
      async () => {
        const { sandbox, shopper, merchant } = store
        for (let run = 1; run <= RACES; run++) {
          const { cartId, invoiceId } = await openPurchase(store)
          await sandbox.pay(invoiceId)
          await Promise.allSettled([
            shopper.complete(cartId),
            sandbox.settle(invoiceId),
            // Before the money is final, beside the webhook's work and after it.
            pause((run % 10) * 20)
              .then(() => makeDue(store))
              .then(() => reconcile(store)),
          ])
          await store.quiet()
          const orderId = await shopper.placeOrder(cartId)
          await expectCaptured(store, orderId, run)
        }
        expect(await merchant.orderIds()).toHaveLength(RACES)
        expect(await sandbox.calls("createInvoice")).toHaveLength(RACES)
      },
      TIME_MS
    )
  })
})
