import { changePayment, STORED } from "./support/payment-rows"
import { expectMoneyInOnePlace, payWhileBookingFails } from "./support/failed-completion"
import { expectCaptured, openPurchase, storedPayment } from "./support/purchase"
import { chooseTwice, expectOneOwedBack, payBothAtOnce } from "./support/session-tricks"
import { storeSuite } from "./support/store-suite"

storeSuite(
  "manipulated sessions, orders placed after payment,",
  { plugin: { placeOrder: "after_payment" }, jobs: true },
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
        unallocated_reason: "already_paid",
        resolution: "refund_due",
      })
    })

    it("place one order and capture it once when both are paid at the same moment, 5 times", async () => {
      const { merchant } = store
      const seen: string[] = []
      for (let run = 1; run <= 5; run++) {
        const { opened } = await chooseTwice(store)
        await payBothAtOnce(store, opened)
        const [orderId = ""] = (await merchant.orderIds()).filter((id) => !seen.includes(id))
        await expectCaptured(store, orderId, run)
        await expectOneOwedBack(store, opened, { mayBeHeld: true })
        seen.push(orderId)
      }
    })

    it("capture another payment after core rolled back the first capture", async () => {
      const { sandbox, merchant, db } = store
      const owed = async () => (await db.raw("SELECT session_id, kind, fiat_amount FROM onchain_refund")).rows
      const { sessionId } = await payWhileBookingFails(store)
      expect(await owed()).toEqual([{ session_id: sessionId, kind: "order", fiat_amount: "17" }])
      expect(await merchant.orderIds()).toEqual([])

      const { rows } = await db.raw(`SELECT * FROM ${STORED} WHERE session_id <> ?`, [sessionId])
      expect(rows).toHaveLength(1)
      await sandbox.payInFull(rows[0].gateway_invoice_id)
      await store.quiet()
      const [orderId = ""] = await merchant.orderIds()
      expect(await merchant.order(orderId)).toMatchObject({ booked: [17], paid: 17, outstanding: 0 })
      expect(await storedPayment(store, rows[0].session_id)).toMatchObject({ state: "captured" })
      expect(await owed()).toHaveLength(1)
    })

    /** Deletes every record of a payment after it settled, as if the process had died first. */
    const forget = async (sessionId: string) => {
      await store.db.raw("DELETE FROM onchain_refund")
      await changePayment(store.db, sessionId, {
        state: "settled",
        settled_at: new Date(),
        captured_at: null,
      })
    }
    const settle = async (sessionId: string) => {
      const { id } = await storedPayment(store, sessionId)
      await store.container
        .resolve("workflows")
        .run("settle-onchain-payment", { input: { payment_id: String(id) } })
      await store.quiet()
    }
    const expectOwedOnce = async (sessionId: string) => {
      expect(await storedPayment(store, sessionId)).toMatchObject({ state: "captured" })
      expect(await store.merchant.orderIds()).toEqual([])
      const { rows: inMedusa } = await store.db.raw("SELECT id FROM refund")
      const { rows: owed } = await store.db.raw("SELECT id, kind, state, fiat_amount FROM onchain_refund")
      expect(owed).toEqual([{ id: inMedusa[0].id, kind: "order", state: "due", fiat_amount: "17" }])
    }

    it("owe the money once, and place no order, when the store died after core rolled back the capture", async () => {
      const { sessionId } = await payWhileBookingFails(store)
      await forget(sessionId)
      await settle(sessionId)
      await expectOwedOnce(sessionId)
    })

    it("owe the money once, and place no order, when the store died while core was rolling back the capture", async () => {
      const { sandbox, container } = store
      const { sessionId, invoiceId } = await openPurchase(store)
      await sandbox.setWebhook(null)
      await sandbox.payInFull(invoiceId)
      await sandbox.setWebhook(`${store.origin}/hooks/onchain`)
      await forget(sessionId)
      const payments = container.resolve("payment")
      const captured = await payments.authorizePaymentSession(sessionId, {})
      await payments.refundPayment({ payment_id: captured?.id ?? "", amount: 17 })
      await forget(sessionId)
      await settle(sessionId)
      await expectOwedOnce(sessionId)
    })

    it("leave the money in one place when completing the cart fails after the capture", async () => {
      const { sessionId } = await payWhileBookingFails(store)
      await expectMoneyInOnePlace(store, sessionId)
    })
  }
)
