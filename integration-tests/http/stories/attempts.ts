import english from "../../../src/checkout/locales/en.json"
import { pageText } from "../support/page-text"
import { storeAllStatuses } from "../support/payment-rows"
import { expectCaptured, expectUnpaid, openPurchase, storedPayment, USDC_ON_BASE } from "../support/purchase"
import { refused } from "../support/refunds"
import type { StoreUnderTest } from "../support/store-suite"

const en = english.payment

const USDC_ON_ETHEREUM = "evm:eth-mainnet:USDC"

const newestInvoice = async ({ sandbox }: StoreUnderTest) => (await sandbox.invoices()).at(-1)?.id ?? ""

export function attemptsStories(store: StoreUnderTest): void {
  const dueRefunds = async () => (await store.merchant.refunds.list("?state=due")).refunds

  it("is placed without a choice or a call to the service, captured by the attempt that is paid first, and money for the other is a refund due", async () => {
    const { sandbox, shopper } = store
    const { cartId, sessionId } = await shopper.choose(await shopper.fillCart(), undefined)
    const orderId = await shopper.placeOrder(cartId)
    for (const call of ["createInvoice", "createIntent", "createCustomer", "ensureAddress"])
      expect(await sandbox.calls(call)).toEqual([])
    await expectUnpaid(store, orderId)
    expect(await shopper.payment(sessionId)).toMatchObject({
      ...{ status: "choose", can_choose: true, rail: null, amount: null, deposit_address: null },
      fiat_amount: "17",
    })

    const chosen = await shopper.attempt(sessionId, USDC_ON_BASE)
    expect(chosen).toMatchObject({ status: "awaiting_payment", rail: USDC_ON_BASE, amount: "17" })
    const invoiceId = await newestInvoice(store)
    const switched = await shopper.attempt(sessionId, USDC_ON_ETHEREUM)
    expect(switched).toMatchObject({ rail: USDC_ON_ETHEREUM, status: "awaiting_payment" })
    const later = await newestInvoice(store)
    expect(later).not.toBe(invoiceId)

    await sandbox.payInFull(invoiceId)
    await store.quiet()
    await expectCaptured(store, orderId)
    expect(await shopper.payment(sessionId)).toMatchObject({
      status: "paid",
      rail: USDC_ON_BASE,
      can_choose: false,
    })
    await expect(shopper.attempt(sessionId, USDC_ON_BASE)).rejects.toMatchObject(refused(400, /paid/, "paid"))
    expect(await dueRefunds()).toEqual([])

    await sandbox.payInFull(later)
    await store.quiet()
    await expectCaptured(store, orderId)
    expect(await dueRefunds()).toMatchObject([
      { kind: "surplus", token_amount: "17", network_id: "eth-mainnet", order: { id: orderId } },
    ])
  })

  it("whose invoice expired without a webhook shows no address, is placed unpaid, and is paid by a new attempt", async () => {
    const { sandbox, shopper, db, api } = store
    const { cartId, sessionId } = await openPurchase(store)
    const address = String((await storedPayment(store, sessionId)).deposit_address)
    await sandbox.fault({ kind: "webhook_lost", count: 1 })
    await sandbox.advance(31 * 60_000)
    // The store's clock cannot be moved, so the timestamp is.
    await db("onchain_attempt").update({ expires_at: db.raw("now() - interval '1 second'") })
    await storeAllStatuses(db)
    expect(await sandbox.deliveries()).toMatchObject([{ event: "invoice.expired", state: "lost" }])
    const shown = { status: "expired", deposit_address: null, memo: null }
    expect(await shopper.payment(sessionId)).toMatchObject(shown)
    const polled = await api.get(`${shopper.pagePath(sessionId)}/status`)
    const page = await shopper.page(sessionId)
    expect(pageText(page)).toContain(en.expired_title)
    for (const text of [page, JSON.stringify(polled.data)]) expect(text).not.toContain(address)

    const orderId = await shopper.placeOrder(cartId)
    await expectUnpaid(store, orderId)
    await shopper.attempt(sessionId, USDC_ON_BASE)
    await sandbox.payInFull(await newestInvoice(store))
    await store.quiet()
    await expectCaptured(store, orderId)
  })
}
