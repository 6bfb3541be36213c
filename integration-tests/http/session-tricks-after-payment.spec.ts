import { expectMoneyInOnePlace, payWhileBookingFails } from "./support/failed-completion"
import { expectCaptured, storedPayment } from "./support/purchase"
import { chooseTwice } from "./support/session-tricks"
import { storeSuite } from "./support/store-suite"

storeSuite(
  "sessions that are not what they seem, orders placed after payment,",
  { plugin: { placeOrder: "after_payment" } },
  (store) => {
    it.each([
      ["second", 1],
      ["first", 0],
    ])("place the order of the %s of two when that is the one paid", async (_, index) => {
      const { sandbox, merchant } = store
      const { opened } = await chooseTwice(store)
      const [paid, other] = index === 1 ? [opened[1], opened[0]] : opened
      await sandbox.payInFull(paid.invoiceId)
      await store.quiet()
      const [orderId = ""] = await merchant.orderIds()
      await expectCaptured(store, orderId)
      expect(await storedPayment(store, paid.sessionId)).toMatchObject({ state: "captured" })

      await sandbox.payInFull(other.invoiceId)
      await store.quiet()
      await expectCaptured(store, orderId)
      expect(await storedPayment(store, other.sessionId)).toMatchObject({
        state: "unallocated",
        unallocated_reason: "session_deleted",
      })
    })

    it("leave the money in one place when completing the cart fails after the capture", async () => {
      const { sessionId } = await payWhileBookingFails(store)
      await expectMoneyInOnePlace(store, sessionId)
    })
  }
)
