import { check, endHold, placeInPart } from "./support/partial-payments"
import { storeSuite } from "./support/store-suite"
import { PaymentApi } from "./support/unallocated"
import { followUpNow } from "./support/unpaid-orders"

storeSuite(
  "a partly paid order that is never cancelled",
  { plugin: { unpaidOrderTimeoutMinutes: null } },
  (store) => {
    it("is shown beside the order at once and is in the queue when the rest has not arrived for a day", async () => {
      const api = new PaymentApi(store.merchant)
      const { orderId, sessionId, id } = await placeInPart(store, "8.5")
      const { order } = await store.merchant.get<{ order: object }>(`/admin/onchain/orders/${orderId}`)
      expect(order).toMatchObject({ payments: [{ received_amount: "8.5", remaining_amount: "8.5" }] })
      await endHold(store)
      await check(store, id)
      expect((await api.list("?resolution=waiting")).payments).toMatchObject([{ id, order: { id: orderId } }])
      await followUpNow(store, [sessionId])
      expect(await store.merchant.order(orderId)).toMatchObject({ status: "pending" })
    })
  }
)
