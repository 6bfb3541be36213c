import { pageText } from "../support/page-text"
import { changePayment } from "../support/payment-rows"
import { eventually } from "../support/eventually"
import { expectCaptured, expectUnpaid, openPurchase, placePurchase, storedPayment } from "../support/purchase"
import type { StoreUnderTest } from "../support/store-suite"
import { check } from "../support/partial-payments"
import { paymentId } from "../support/unallocated"

export function beforePaymentStories(store: StoreUnderTest): void {
  it("shows each confirmation and is captured only after the last, with one invoice opened", async () => {
    const { sandbox, shopper } = store
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    await expectUnpaid(store, orderId)
    expect(await shopper.payment(sessionId)).toMatchObject({ status: "awaiting_payment" })

    await sandbox.pay(invoiceId)
    const seen = await eventually(async () => {
      const payment = await shopper.payment(sessionId)
      expect(payment).toMatchObject({ status: "confirming", tx_hash: expect.stringMatching(/^0x/) })
      return payment
    })
    expect(seen.confirmations).toBeLessThan(seen.confirmations_required ?? 0)
    expect(pageText(await shopper.page(sessionId))).toMatch(
      new RegExp(`Confirmations: \\d+ of ${seen.confirmations_required} `)
    )
    await expectUnpaid(store, orderId)

    await sandbox.settle(invoiceId)
    await store.quiet()
    await expectCaptured(store, orderId)
    expect(await shopper.payment(sessionId)).toMatchObject({ status: "paid" })
    expect(await sandbox.calls("createInvoice")).toHaveLength(1)
  })

  it("is captured for its own amount when overpaid, and the surplus is due", async () => {
    const { sandbox, db } = store
    const { orderId, sessionId, invoiceId, data } = await placePurchase(store)
    await sandbox.payInFull(invoiceId, { amount: `${Number(data.amount) + 3}.5` })
    await store.quiet()
    await expectCaptured(store, orderId)
    expect(await storedPayment(store, sessionId)).toMatchObject({
      gateway_status: "overpaid",
      state: "captured",
    })
    const { rows } = await db.raw("SELECT kind, state, token_amount, token FROM onchain_refund")
    expect(rows).toEqual([{ kind: "surplus", state: "due", token_amount: "3.5", token: "USDC" }])
  })

  it.each(["failed", "cancelled"] as const)(
    "stays unpaid when its invoice is %s, and the page says so without an address",
    async (status) => {
      const { sandbox, shopper } = store
      const { orderId, sessionId, invoiceId } = await placePurchase(store)
      await { failed: sandbox.fail, cancelled: sandbox.cancel }[status](invoiceId)
      await store.quiet()
      await expectUnpaid(store, orderId)
      const payment = await shopper.payment(sessionId)
      expect(payment).toMatchObject({ status, deposit_address: null, memo: null })
    }
  )

  it("is captured although its money arrived while core was recording the order, or its session was deleted before the capture was recorded", async () => {
    const { sandbox, container, db } = store
    const { cartId, sessionId, invoiceId } = await openPurchase(store)
    const completed = (at: string) => db.raw(`UPDATE cart SET completed_at = ${at} WHERE id = ?`, [cartId])
    const core = { ownerId: "core's own completion of the cart" }
    const locking = container.resolve("locking")
    await locking.acquire([cartId], { ...core, expire: 60 })
    await completed("now()")
    await sandbox.payInFull(invoiceId)
    await eventually(async () =>
      expect(await storedPayment(store, sessionId)).toMatchObject({ state: "settled" })
    )
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const waiting = { state: "settled", unallocated_reason: null }
    expect(await storedPayment(store, sessionId)).toMatchObject(waiting)
    await completed("NULL")
    await locking.release([cartId], core)
    await store.quiet()
    const [orderId = ""] = await store.merchant.orderIds()
    await expectCaptured(store, orderId)

    await changePayment(db, sessionId, { state: "settled", captured_at: null })
    await container.resolve("payment").deletePaymentSession(sessionId)
    await check(store, await paymentId(store, sessionId))
    const captured = { state: "captured", unallocated_reason: null }
    expect(await storedPayment(store, sessionId)).toMatchObject(captured)
    await expectCaptured(store, orderId)
  })
}
