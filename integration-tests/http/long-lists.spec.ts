import { findingsOf, giveUpUnpaid, placeOrders, withoutCursors } from "./support/many-invoices"
import { storeSuite } from "./support/store-suite"

storeSuite(
  "a service whose lists have no cursor and as many rows as requested",
  { assumptions: withoutCursors(5_000) },
  (store) => {
    it("finds each deposit among 1,000 others, captures it, and cancels unpaid orders", async () => {
      const { paid, held, unpaid, sessionIds } = await placeOrders(store)
      await giveUpUnpaid(store, sessionIds)
      for (const { orderId } of paid)
        expect(await store.merchant.order(orderId)).toMatchObject({
          payment_status: "captured",
          outstanding: 0,
        })
      expect(await store.merchant.order(held.orderId)).toMatchObject({ status: "pending" })
      expect(await store.merchant.order(unpaid.orderId)).toMatchObject({ status: "canceled" })
      const findings = await findingsOf(store)
      expect([...findings.keys()].filter((id) => id.startsWith("list_") || id === "kept_orders")).toEqual([])
    })
  }
)
