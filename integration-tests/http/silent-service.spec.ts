import { serviceUnavailableStories } from "./stories/service-unavailable"
import { changePayment } from "./support/payment-rows"
import { eventually } from "./support/eventually"
import { pay, placeIntent, signUp } from "./support/intent-purchase"
import { findRail, placePurchase, storedPayment, USDC_ON_BASE } from "./support/purchase"
import { makeDue, reconcile } from "./support/reconciliation"
import { storeSuite, type StoreUnderTest } from "./support/store-suite"

const IMPATIENT = { plugin: { tuning: { callTimeoutMs: 2_000, callAttempts: 1 } } }

storeSuite("a store without webhooks", { ...IMPATIENT, jobs: true }, (store) => {
  beforeEach(() => store.sandbox.setWebhook(null))

  it("captures orders of every kind once, by its own jobs alone", async () => {
    const { sandbox, merchant, db } = store
    const guest = await placePurchase(store)
    await sandbox.payInFull(guest.invoiceId)
    const orderIds = [guest.orderId]
    const rails = [USDC_ON_BASE, await findRail(store, "stellar-mainnet", "USDC")]
    const { customer } = await signUp(store)
    for (const rail of rails) {
      const { orderId, payment } = await placeIntent(customer, rail)
      orderIds.push(orderId)
      await pay(store, payment)
    }
    await makeDue(store)
    await eventually(() => expectAllCaptured(store, orderIds))
    expect(await merchant.orderIds()).toHaveLength(orderIds.length)
    expect((await db.raw("SELECT id FROM onchain_webhook_delivery")).rows).toEqual([])
    const { rows } = await db.raw(
      "SELECT count(*)::int AS count FROM onchain_payment WHERE state = 'captured'"
    )
    expect(rows).toEqual([{ count: orderIds.length }])
  })

  it("opens an invoice again under its key when its answer was lost and the session still waits", async () => {
    const { sandbox, db } = store
    const { sessionId, invoiceId, orderId } = await placePurchase(store)
    const opening = { state: "opening", gateway_invoice_id: null, deposit_address: null } as const
    await changePayment(db, sessionId, { ...opening, next_check_at: new Date() })
    await reconcileUntil(store, async () => {
      expect(await storedPayment(store, sessionId)).toMatchObject({
        state: "awaiting",
        gateway_invoice_id: invoiceId,
      })
    })
    expect(await sandbox.invoices()).toHaveLength(1)
    await sandbox.payInFull(invoiceId)
    await reconcileUntil(store, () => expectAllCaptured(store, [orderId]))
  })

  it("stops opening a payment whose session is gone", async () => {
    const { sandbox, shopper, db } = store
    const cartId = await shopper.fillCart()
    await sandbox.fault({ kind: "drop_response", endpoint: "createInvoice", count: 1 })
    await expect(shopper.choose(cartId, USDC_ON_BASE)).rejects.toMatchObject({ response: { status: 400 } })
    await db.raw("UPDATE onchain_payment SET created_at = now() - interval '5 minutes'")
    await db.raw(
      "UPDATE onchain_attempt SET created_at = now() - interval '5 minutes', next_check_at = now()"
    )
    await reconcileUntil(store, async () => {
      const { rows } = await db.raw("SELECT state, next_check_at, last_error FROM onchain_attempt")
      expect(rows).toEqual([
        { state: "failed", next_check_at: null, last_error: expect.stringContaining("interrupted") },
      ])
    })
  })
})

storeSuite("a service that answers 503 to everything", IMPATIENT, (store) => serviceUnavailableStories(store))

/** The store's own jobs may be at the same payment, and then keep this reconciliation away from it. */
async function reconcileUntil(store: StoreUnderTest, expectation: () => Promise<void>): Promise<void> {
  await eventually(async () => {
    await makeDue(store)
    await reconcile(store)
    await expectation()
  })
}

async function expectAllCaptured({ merchant }: StoreUnderTest, orderIds: readonly string[]): Promise<void> {
  for (const id of orderIds) {
    const order = await merchant.order(id)
    expect(order).toMatchObject({
      status: "pending",
      payment_status: "captured",
      captures: [17],
      booked: [17],
    })
  }
}
