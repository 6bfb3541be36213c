import { retryDeliveries } from "./support/day-books"
import { eventually } from "./support/eventually"
import { expectCaptured, openPurchase, placePurchase, storedPayment } from "./support/purchase"
import { storedDeliveries } from "./support/refusals"
import { type StoreUnderTest, storeSuite } from "./support/store-suite"

/** Pays in full while the service has no webhook URL. @returns id of the delivery about the payment */
async function payUnheard({ sandbox, origin }: StoreUnderTest, invoiceId: string): Promise<string> {
  await sandbox.setWebhook(null)
  try {
    await sandbox.payInFull(invoiceId)
  } finally {
    await sandbox.setWebhook(`${origin}/hooks/onchain`)
  }
  const paid = (await sandbox.deliveries()).find((delivery) => delivery.event === "invoice.paid")
  if (!paid) throw new Error("the service sent no webhook about the payment")
  return paid.id
}

storeSuite("webhook deliveries", { jobs: true }, (store) => {
  it("capture once when the same one arrives five times at once, also after it ran out of attempts", async () => {
    const { sandbox, db } = store
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    const paid = await payUnheard(store, invoiceId)
    expect(await storedDeliveries(store)).toEqual([])
    const fiveAtOnce = async () => (await sandbox.redeliver(paid, { times: 5, parallel: true })).statuses
    await sandbox.fault({ kind: "server_error", status: 500, endpoint: "getInvoice", count: 100 })
    expect(await fiveAtOnce()).toEqual([200, 200, 200, 200, 200])
    expect(await storedDeliveries(store)).toMatchObject([{ id: paid }])
    await eventually(async () => {
      const { rowCount } = await db.raw(
        `UPDATE onchain_webhook_delivery SET state = 'dead'
         WHERE id = ? AND state = 'received' AND last_error IS NOT NULL`,
        [paid]
      )
      expect(rowCount).toBe(1)
    })
    await sandbox.clearFaults()
    expect(await storedPayment(store, sessionId)).toMatchObject({ state: "awaiting" })

    expect(await fiveAtOnce()).toEqual([200, 200, 200, 200, 200])
    await store.quiet()
    await expectCaptured(store, orderId)
    expect(await storedDeliveries(store)).toMatchObject([{ id: paid, state: "processed", last_error: null }])
  })

  it("capture when the first one arrives ten minutes late, and no status moves backwards", async () => {
    const { sandbox } = store
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    await sandbox.fault({ kind: "webhook_delayed", ms: 600_000, count: 1, event: "invoice.confirming" })
    await sandbox.payInFull(invoiceId)
    await store.quiet()
    await expectCaptured(store, orderId)
    await sandbox.advance(700_000)
    await store.quiet()
    expect((await storedDeliveries(store)).at(-1)).toMatchObject({ event: "invoice.confirming" })
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

  it("of invoices that are not this store's are retried a few times and then ignored", async () => {
    const { sandbox, db } = store
    const { sessionId, invoiceId } = await openPurchase(store)
    await db.raw(
      "UPDATE onchain_attempt SET gateway_invoice_id = 'another' WHERE payment_id = (SELECT id FROM onchain_payment WHERE session_id = ?)",
      [sessionId]
    )
    await sandbox.expire(invoiceId)
    await retryDeliveries(store)
    const { rows } = await db.raw("SELECT state, last_error FROM onchain_webhook_delivery")
    expect(rows).toEqual([{ state: "ignored", last_error: "not an invoice of this store" }])
  })
})
