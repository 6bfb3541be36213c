import { expectCaptured, openPurchase, placePurchase, storedPayment } from "./support/purchase"
import { storeSuite } from "./support/store-suite"

storeSuite("webhook deliveries", {}, (store) => {
  it("capture once when the same one comes five times at once", async () => {
    const { sandbox, db } = store
    const { orderId, invoiceId } = await placePurchase(store)
    await sandbox.payInFull(invoiceId)
    const paid = (await sandbox.deliveries()).find((delivery) => delivery.event === "invoice.paid")
    const { statuses } = await sandbox.redeliver(paid?.id ?? "", { times: 5, parallel: true })
    expect(statuses).toEqual([200, 200, 200, 200, 200])
    await store.quiet()
    await expectCaptured(store, orderId)
    const { rows } = await db.raw("SELECT count(*)::int AS n FROM onchain_webhook_delivery WHERE id = ?", [
      paid?.id,
    ])
    expect(rows[0].n).toBe(1)
  })

  it("capture once when each is sent five times, and the first arrival is what counts", async () => {
    const { sandbox } = store
    const { orderId, invoiceId } = await placePurchase(store)
    await sandbox.fault({ kind: "webhook_duplicated", times: 5, count: 20 })
    await sandbox.payInFull(invoiceId)
    await store.quiet()
    await expectCaptured(store, orderId)
  })

  it("capture when they come out of order, and nothing goes backwards", async () => {
    const { sandbox } = store
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    await sandbox.fault({ kind: "webhook_delayed", ms: 600_000, count: 1, event: "invoice.confirming" })
    await sandbox.payInFull(invoiceId)
    await store.quiet()
    await expectCaptured(store, orderId)
    await sandbox.advance(700_000)
    await store.quiet()
    expect(await storedPayment(store, sessionId)).toMatchObject({ state: "captured", gateway_status: "paid" })
    await expectCaptured(store, orderId)
  })

  it("are refused when badly signed, and the repetition with the right signature captures", async () => {
    const { sandbox, merchant } = store
    const { orderId, invoiceId } = await placePurchase(store)
    await sandbox.fault({ kind: "webhook_badly_signed", count: 20 })
    await sandbox.payInFull(invoiceId)
    const attempts = (await sandbox.deliveries()).flatMap((delivery) => delivery.attempts)
    expect(attempts[0]).toMatchObject({ status: 401 })
    const { webhooks } = await merchant.health()
    expect(webhooks.rejected.signature_invalid).toBeGreaterThanOrEqual(1)
    await sandbox.advance(3_600_000)
    await store.quiet()
    await expectCaptured(store, orderId)
  })

  it("of invoices that are not this store's are looked for a few times and then ignored", async () => {
    const { sandbox, db } = store
    const { sessionId, invoiceId } = await openPurchase(store)
    await db.raw("UPDATE onchain_payment SET gateway_invoice_id = 'another' WHERE session_id = ?", [
      sessionId,
    ])
    await sandbox.expire(invoiceId)
    await store.quiet()
    const { rows } = await db.raw("SELECT state, last_error FROM onchain_webhook_delivery")
    expect(rows).toEqual([{ state: "ignored", last_error: "not an invoice of this store" }])
  })

  it("through Medusa's own payment route feed the same inbox", async () => {
    const { sandbox, origin } = store
    const { orderId, invoiceId } = await placePurchase(store)
    await sandbox.setWebhook(`${origin}/hooks/payment/onchain_default`)
    try {
      await sandbox.payInFull(invoiceId)
      // Core waits five seconds before it hands a webhook on.
      await new Promise((resolve) => setTimeout(resolve, 6_000))
      await store.quiet()
      await expectCaptured(store, orderId)
    } finally {
      await sandbox.setWebhook(`${origin}/hooks/onchain`)
    }
  })
})
