import { publishByJob, unpublish } from "./support/event-listener"
import { changePayment } from "./support/payment-rows"
import { eventually } from "./support/eventually"
import { pay, placeIntent, signUp } from "./support/intent-purchase"
import { findRail, openPurchase, placePurchase, storedPayment, USDC_ON_BASE } from "./support/purchase"
import { letTimePass, letTimePassHere, makeDue, reconcile, untilNextCheck } from "./support/reconciliation"
import { storeSuite, type StoreUnderTest } from "./support/store-suite"
import { paymentId } from "./support/unallocated"

const GUESTS = 4
const SOLANA = "sol:sol-mainnet:USDC"
const DAY_MS = 86_400_000
const PLUGIN = { tuning: { callTimeoutMs: 2_000, callAttempts: 2 } }

storeSuite("a store without webhooks", { plugin: PLUGIN, jobs: true }, (store) => {
  beforeEach(() => store.sandbox.setWebhook(null))

  it("captures orders of every kind once, by its own jobs alone", async () => {
    const { sandbox, merchant, db } = store
    const orderIds: string[] = []
    for (let n = 0; n < GUESTS; n++) {
      const { orderId, invoiceId } = await placePurchase(store)
      orderIds.push(orderId)
      await sandbox.payInFull(invoiceId)
    }
    const rails = [USDC_ON_BASE, SOLANA, await findRail(store, "stellar-mainnet", "USDC")]
    const { customer } = await signUp(store)
    for (const rail of rails) {
      const { orderId, payment } = await placeIntent(customer, rail)
      orderIds.push(orderId)
      await pay(store, payment)
    }
    const before = await callsOf(store)
    await makeDue(store)
    await eventually(() => expectAllCaptured(store, orderIds))
    expect(await merchant.orderIds()).toHaveLength(orderIds.length)
    expect((await db.raw("SELECT id FROM onchain_webhook_delivery")).rows).toEqual([])
    const { rows } = await db.raw(
      "SELECT count(*)::int AS count FROM onchain_payment WHERE state = 'captured'"
    )
    expect(rows).toEqual([{ count: orderIds.length }])
    // One per invoice, three per deposit (found in the list, polled, settled), and two repeated because a job
    // of the store began just before the money arrived.
    const needed = GUESTS + 3 * (orderIds.length - GUESTS)
    expect((await callsOf(store)) - before).toBeLessThanOrEqual(needed + 2 * orderIds.length)
  })

  it("polls an unpaid payment fewer than 30 times on its first day", async () => {
    const { sandbox } = store
    const purchases = [await placePurchase(store), await openPurchase(store)]
    const { customer } = await signUp(store)
    await placeIntent(customer, USDC_ON_BASE)
    const lists = async () => (await sandbox.requests("listInvoices")).length
    const listsBefore = await lists()
    await liveThroughADay(store, letTimePass)
    const asked = await sandbox.requests("getInvoice")
    for (const { invoiceId, sessionId } of purchases) {
      const calls = asked.filter(({ path }) => path.includes(invoiceId)).length
      expect(calls).toBeGreaterThanOrEqual(15)
      expect(calls).toBeLessThan(30)
      expect(await storedPayment(store, sessionId)).toMatchObject({ state: "expired", check_count: calls })
    }
    expect((await lists()) - listsBefore).toBeLessThanOrEqual(40)
    expect((await lists()) - listsBefore).toBeGreaterThanOrEqual(15)
  })

  it("polls a payment that confirms all day at most 40 times on its first day", async () => {
    const { sandbox } = store
    const { invoiceId, sessionId, orderId } = await placePurchase(store)
    await sandbox.pay(invoiceId)
    const before = await callsOf(store)
    await liveThroughADay(store, letTimePassHere)
    const calls = await eventually(async () => {
      const asked = (await callsOf(store)) - before
      expect(await storedPayment(store, sessionId)).toMatchObject({ state: "confirming", check_count: asked })
      return asked
    })
    expect(calls).toBeGreaterThanOrEqual(30)
    // The one that opened it is the fortieth at most.
    expect(calls).toBeLessThan(40)
    await sandbox.settle(invoiceId)
    await reconcileUntil(store, () => expectAllCaptured(store, [orderId]))
  })

  it("stops calling an unresponsive service, and captures after its recovery", async () => {
    const { sandbox } = store
    const orderIds: string[] = []
    for (let n = 0; n < 5; n++) {
      const { orderId, invoiceId } = await placePurchase(store)
      orderIds.push(orderId)
      await sandbox.payInFull(invoiceId)
    }
    await sandbox.fault({ kind: "server_error", status: 503, endpoint: "getInvoice", count: 1_000 })
    const beganAt = Date.now()
    const askedBefore = (await sandbox.requests("getInvoice")).length
    await makeDue(store)
    for (let run = 0; run < 5; run++) await reconcile(store)
    const asked = (await sandbox.requests("getInvoice")).length - askedBefore
    // The calls in flight at that moment: four payments, twice each. Then one, after each pause of ten
    // seconds or more.
    const pauses = Math.floor((Date.now() - beganAt) / 10_000)
    expect(asked).toBeLessThanOrEqual(8 + 2 * pauses)
    const { rows } = await store.db.raw("SELECT state FROM onchain_attempt WHERE next_check_at IS NULL")
    expect(rows).toEqual([])
    await sandbox.clearFaults()
    await makeDue(store)
    await eventually(() => expectAllCaptured(store, orderIds))
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
    await sandbox.fault({ kind: "drop_response", endpoint: "createInvoice", count: 2 })
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

  it("reports a capture and a refund whose process died before publishing", async () => {
    const { sandbox, container } = store
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    await sandbox.pay(invoiceId, { amount: "20" })
    await sandbox.settle(invoiceId)
    await reconcileUntil(store, () => expectAllCaptured(store, [orderId]))
    const reported: unknown[] = []
    const bus = container.resolve("event_bus")
    for (const event of ["onchain.payment_settled", "onchain.refund_due"])
      bus.subscribe(event, ({ name, data }: { name: string; data: unknown }) => {
        reported.push([name, data])
        return Promise.resolve()
      })
    await unpublish(store, await paymentId(store, sessionId))
    await unpublish(store, `surplus_${await paymentId(store, sessionId)}`)
    await publishByJob(store)
    await eventually(() => {
      expect(reported).toEqual(
        expect.arrayContaining([
          ["onchain.payment_settled", expect.objectContaining({ session_id: sessionId, order_id: orderId })],
          ["onchain.refund_due", expect.objectContaining({ session_id: sessionId, token_amount: "3" })],
        ])
      )
      return Promise.resolve()
    })
    await reconcile(store)
    expect(reported).toHaveLength(2)
  })
})

/** The store's own jobs may be at the same payment, and then keep this reconciliation away from it. */
async function reconcileUntil(store: StoreUnderTest, expectation: () => Promise<void>): Promise<void> {
  await eventually(async () => {
    await makeDue(store)
    await reconcile(store)
    await expectation()
  })
}

/** Lets a day pass, and reconciles whenever something is due. */
async function liveThroughADay(
  store: StoreUnderTest,
  pass: (store: StoreUnderTest, ms: number) => Promise<void>
): Promise<void> {
  for (let passedMs = 0; ;) {
    const pauseMs = Math.ceil(Math.max(0, (await untilNextCheck(store)) ?? DAY_MS))
    if (passedMs + pauseMs >= DAY_MS) return
    passedMs += pauseMs
    await pass(store, pauseMs)
    await reconcile(store)
  }
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

/** Calls made only by reconciliation. */
async function callsOf({ sandbox }: StoreUnderTest): Promise<number> {
  const read = ["getInvoice", "getInvoiceProgress", "listInvoices"]
  const counts = await Promise.all(read.map(async (endpoint) => (await sandbox.requests(endpoint)).length))
  return counts.reduce((sum, count) => sum + count, 0)
}
