import { pageText } from "../support/page-text"
import { en } from "../../../src/checkout/locales/en"
import {
  expectCaptured,
  expectUnpaid,
  openPurchase,
  type Purchase,
  storedPayment,
  USDC_ON_BASE,
} from "../support/purchase"
import { storeAllStatuses } from "../support/payment-rows"
import type { StoreUnderTest } from "../support/store-suite"

const LIFE_MS = 31 * 60_000

/** Lets an invoice expire at the service and by the store's clock. The service's webhooks are lost. */
async function runOutOfTime({ sandbox, db }: StoreUnderTest, sessionId: string): Promise<void> {
  await sandbox.advance(LIFE_MS)
  // The store's clock cannot be moved, so the timestamp is.
  await db.raw(
    `UPDATE onchain_attempt SET expires_at = now() - interval '1 second'
     WHERE payment_id = (SELECT id FROM onchain_payment WHERE session_id = ?)`,
    [sessionId]
  )
  await storeAllStatuses(db)
  const deliveries = await sandbox.deliveries()
  expect(deliveries.map(({ event, state }) => [event, state])).toEqual([["invoice.expired", "lost"]])
}

/** Expects every page to show the payer the status, and no address to send money to. */
async function expectNoAddress(
  store: StoreUnderTest,
  purchase: Purchase,
  status: "expired" | "needs_review"
): Promise<void> {
  const { shopper, api } = store
  const address = String((await storedPayment(store, purchase.sessionId)).deposit_address)
  expect(address).toMatch(/^0x/)
  expect(await shopper.payment(purchase.sessionId)).toMatchObject({
    status,
    deposit_address: null,
    memo: null,
  })
  const polled = await api.get(`${shopper.pagePath(purchase.sessionId)}/status`)
  const page = await shopper.page(purchase.sessionId)
  expect(pageText(page)).toContain(status === "expired" ? en.expired_title : en.review_partial_title)
  for (const text of [page, JSON.stringify(polled.data)]) expect(text).not.toContain(address)
}

export function expiryStories(store: StoreUnderTest): void {
  it("expires without a webhook and hides its address; its order is placed unpaid and paid by a new attempt", async () => {
    const { sandbox, shopper } = store
    const purchase = await openPurchase(store)
    const { cartId, sessionId } = purchase
    await sandbox.fault({ kind: "webhook_lost", count: 1 })
    await runOutOfTime(store, sessionId)

    await expectNoAddress(store, purchase, "expired")
    const orderId = await shopper.placeOrder(cartId)
    await expectUnpaid(store, orderId)
    await shopper.attempt(sessionId, USDC_ON_BASE)
    await sandbox.payInFull((await sandbox.invoices()).at(-1)?.id ?? "")
    await store.quiet()
    await expectCaptured(store, orderId)
  })
}
