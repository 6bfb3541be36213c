import { changePayment } from "./support/payment-rows"
import { sendFor } from "./support/deposits"
import { pay, placeIntent, signUp } from "./support/intent-purchase"
import { expectCaptured, expectUnpaid, placePurchase, storedPayment, USDC_ON_BASE } from "./support/purchase"
import { type StoreUnderTest, storeSuite } from "./support/store-suite"
import {
  cutOffCancellation,
  followUp,
  followUpNow,
  forgetReadings,
  listen,
  runOutOfTime,
  searchDeposits,
  untilClosed,
} from "./support/unpaid-orders"

async function expectCancelled(store: StoreUnderTest, orderId: string): Promise<void> {
  expect(await store.merchant.order(orderId)).toMatchObject({ status: "canceled", captures: [], booked: [] })
  expect(await store.merchant.reserved(store.seed.inventoryItemIds[0] ?? "")).toBe(0)
}

storeSuite("an order that is not paid in time", {}, (store) => {
  it("is kept while the gateway does not answer, and cancelled after it was polled, with its stock released and its customer notified once", async () => {
    const heard = listen(store, "onchain.unpaid_order_cancelled")
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    await followUp(store)
    await expectUnpaid(store, orderId)

    await store.sandbox.fault({ kind: "server_error", endpoint: "getInvoice", count: 4 })
    await runOutOfTime(store, [sessionId])
    await followUp(store)
    await expectUnpaid(store, orderId)
    await store.sandbox.clearFaults()

    await runOutOfTime(store, [sessionId])
    const asked = (await store.sandbox.calls("getInvoice")).length
    await Promise.all([followUp(store), followUp(store)])
    await expectCancelled(store, orderId)
    expect((await store.sandbox.calls("getInvoice")).length).toBeGreaterThan(asked)
    const { id } = await storedPayment(store, sessionId)
    expect(heard).toEqual([{ order_id: orderId, payment_id: id, session_id: sessionId }])
    expect(await store.shopper.payment(sessionId)).toMatchObject({
      status: "cancelled",
      deposit_address: null,
    })

    await store.sandbox.payInFull(invoiceId)
    await store.quiet()
    expect(await storedPayment(store, sessionId)).toMatchObject({
      state: "unallocated",
      unallocated_reason: "order_cancelled",
      order_check_at: null,
    })
    await expectCancelled(store, orderId)
  })

  it("is captured instead when it turns out to be paid without a webhook", async () => {
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    await store.sandbox.setWebhook(null)
    await store.sandbox.payInFull(invoiceId)
    await runOutOfTime(store, [sessionId])
    await followUp(store)
    await store.sandbox.setWebhook(`${store.origin}/hooks/onchain`)
    await expectCaptured(store, orderId)
  })

  it("is kept while its payment confirms, and captured then", async () => {
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    await store.sandbox.pay(invoiceId)
    await store.quiet()
    await runOutOfTime(store, [sessionId])
    await followUp(store)
    await expectUnpaid(store, orderId)
    await store.sandbox.settle(invoiceId)
    await store.quiet()
    await expectCaptured(store, orderId)
  })

  it("is cancelled completely when its money arrives after a cancellation was cut off", async () => {
    const heard = listen(store, "onchain.unpaid_order_cancelled")
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    await cutOffCancellation(store, { orderId, sessionId })
    await store.sandbox.payInFull(invoiceId)
    await store.quiet()
    await untilClosed(store, sessionId)
    await expectCancelled(store, orderId)
    const { id } = await storedPayment(store, sessionId)
    expect(await storedPayment(store, sessionId)).toMatchObject({
      state: "unallocated",
      unallocated_reason: "order_cancelled",
    })
    expect(heard).toContainEqual({ order_id: orderId, payment_id: id, session_id: sessionId })
  })

  it("is not reported as unpaid when a merchant cancels it, and its page shows no address any more", async () => {
    const heard = listen(store, "onchain.unpaid_order_cancelled")
    const { orderId, sessionId } = await placePurchase(store)
    await store.merchant.cancelOrder(orderId)
    await store.db.raw("UPDATE onchain_payment SET order_check_at = now() WHERE session_id = ?", [sessionId])
    await followUp(store)
    await untilClosed(store, sessionId)
    expect(await storedPayment(store, sessionId)).toMatchObject({
      order_check_at: null,
      order_timed_out_at: null,
    })
    expect(await store.shopper.payment(sessionId)).toMatchObject({
      status: "cancelled",
      deposit_address: null,
    })
    expect(heard).toEqual([])
  })

  it("is held while a deposit that no webhook reported is in review, and cancelled when all are decided", async () => {
    const { customer } = await signUp(store)
    const { orderId, sessionId, payment } = await placeIntent(customer, USDC_ON_BASE)
    await store.sandbox.setWebhook(null)
    const depositId = await sendFor(store, payment, { amount: "3" })
    await store.sandbox.setWebhook(`${store.origin}/hooks/onchain`)
    await forgetReadings(store)
    await runOutOfTime(store, [sessionId])
    await followUp(store)
    await searchDeposits(store)
    await followUpNow(store, [sessionId])
    await expectUnpaid(store, orderId)
    await store.merchant.post(`/admin/onchain/deposits/${depositId}/accept`, {})
    await runOutOfTime(store, [sessionId])
    await followUp(store)
    await expectUnpaid(store, orderId)
    const api = store.merchant.unmatched
    const { payments } = await api.list("?resolution=waiting")
    expect(payments).toMatchObject([{ reason: "deposit_accepted", received_amount: "3" }])
    await api.keep(payments[0]?.id ?? "")
    await followUpNow(store, [sessionId])
    await searchDeposits(store)
    await followUpNow(store, [sessionId])
    await expectCancelled(store, orderId)
  })

  it("is held for a deposit that an event reported after the last reading, although its process died before it read the list", async () => {
    const { customer } = await signUp(store)
    const { orderId, sessionId, payment } = await placeIntent(customer, USDC_ON_BASE)
    await forgetReadings(store)
    await runOutOfTime(store, [sessionId])
    await followUp(store)
    await searchDeposits(store)
    const id = await sendFor(store, payment, { amount: "3" })
    await store.quiet()
    const unread = { confirmed_at: null, payment_id: null, linked_by: null }
    await store
      .db("onchain_deposit")
      .where({ id })
      .update({ ...unread, created_at: store.db.fn.now() })
    await followUpNow(store, [sessionId])
    await expectUnpaid(store, orderId)
    await forgetReadings(store)
    await followUpNow(store, [sessionId])
    await expectUnpaid(store, orderId)
    expect(await store.db("onchain_deposit").where({ id }).first("payment_id")).toEqual({
      payment_id: (await storedPayment(store, sessionId)).id,
    })
  })

  it("on an intent is captured instead when its deposit was paid without a webhook", async () => {
    const { customer } = await signUp(store)
    const { orderId, sessionId, payment } = await placeIntent(customer, USDC_ON_BASE)
    await store.sandbox.setWebhook(null)
    await pay(store, payment)
    await store.sandbox.setWebhook(`${store.origin}/hooks/onchain`)
    // Its next check is an hour away.
    await changePayment(store.db, sessionId, { next_check_at: new Date(Date.now() + 3_600_000) })
    await runOutOfTime(store, [sessionId])
    await followUp(store)
    await expectUnpaid(store, orderId)
    await searchDeposits(store)
    await expectCaptured(store, orderId)
    await followUpNow(store, [sessionId])
    await expectCaptured(store, orderId)
  })

  it("on an intent is kept while the deposits in review cannot be read, and cancelled after a read, with others by one read", async () => {
    const { customer } = await signUp(store)
    const first = await placeIntent(customer, USDC_ON_BASE)
    const { customer: another } = await signUp(store)
    const second = await placeIntent(another, USDC_ON_BASE)
    const sessionIds = [first.sessionId, second.sessionId]
    await runOutOfTime(store, sessionIds)
    await followUp(store)
    await searchDeposits(store)
    await forgetReadings(store)
    await store.sandbox.fault({ kind: "server_error", endpoint: "listDeposits", count: 50 })
    await followUpNow(store, sessionIds)
    expect(await store.merchant.order(first.orderId)).toMatchObject({ status: "pending" })
    expect(await store.merchant.order(second.orderId)).toMatchObject({ status: "pending" })
    await store.sandbox.clearFaults()
    await forgetReadings(store)
    const asked = (await store.sandbox.calls("listDeposits")).length
    await followUpNow(store, sessionIds)
    await expectCancelled(store, first.orderId)
    await expectCancelled(store, second.orderId)
    expect((await store.sandbox.calls("listDeposits")).length - asked).toBe(1)
  })

  it("is held when the service does not know its invoice, and cancelled after a day", async () => {
    const { orderId, sessionId } = await placePurchase(store)
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    await changePayment(store.db, sessionId, {
      gateway_invoice_id: "inv_of_another_business",
      created_at: daysAgo(40),
      expires_at: null,
    })
    await runOutOfTime(store, [sessionId])
    await followUp(store)
    await expectUnpaid(store, orderId)
    const row = await storedPayment(store, sessionId)
    expect(row.last_error).toMatch(/^getInvoice: .*NOT_FOUND/)
    expect(row.invoice_unknown_at).not.toBeNull()
    expect((await store.merchant.health()).checks).toContainEqual(
      expect.objectContaining({
        ...{ id: "invoices", status: "warning" },
        message: expect.stringContaining("1 (inv_of_another_business)"),
      })
    )
    await changePayment(store.db, sessionId, { order_placed_at: daysAgo(2) })
    await followUpNow(store, [sessionId])
    await expectCancelled(store, orderId)
  })
})
