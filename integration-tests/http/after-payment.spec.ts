import { openIntent, pay, signUp } from "./support/intent-purchase"
import { payWhileBookingFails } from "./support/failed-completion"
import { check } from "./support/partial-payments"
import { changePayment, STORED } from "./support/payment-rows"
import { expectCaptured, openPurchase, storedPayment, USDC_ON_BASE } from "./support/purchase"
import { chooseTwice, expectOneOwedBack, payBothAtOnce } from "./support/session-tricks"
import { storeSuite } from "./support/store-suite"
import { paymentId } from "./support/unallocated"

storeSuite("a store that places orders after payment", { jobs: true }, (store) => {
  const options = () => store.container.resolve("onchain").options
  beforeAll(() => {
    options().placeOrder = "after_payment"
  })
  afterAll(() => {
    options().placeOrder = "before_payment"
  })

  it("places the order by itself once the payment is final", async () => {
    const { sandbox, merchant, shopper, seed } = store
    const { cartId, invoiceId, sessionId } = await openPurchase(store)
    await expect(shopper.complete(cartId)).rejects.toMatchObject({ response: { status: 400 } })
    await sandbox.pay(invoiceId)
    await store.quiet()
    expect(await merchant.orderIds()).toEqual([])
    expect(await merchant.reserved(seed.inventoryItemIds[0] ?? "")).toBe(0)

    await sandbox.settle(invoiceId)
    await store.quiet()
    const [orderId] = await merchant.orderIds()
    await expectCaptured(store, orderId ?? "")
    expect(await shopper.payment(sessionId)).toMatchObject({ status: "paid" })
    expect(await sandbox.calls("createInvoice")).toHaveLength(1)
  })

  it("places the order of an intent by its own deposit, and not by that of an older cart", async () => {
    const { customer } = await signUp(store)
    const older = await openIntent(customer, USDC_ON_BASE, { pieces: 2 })
    const newer = await openIntent(customer, USDC_ON_BASE)
    await pay(store, older.payment)
    expect(await store.merchant.orderIds()).toEqual([])
    await pay(store, newer.payment)
    const [orderId] = await store.merchant.orderIds()
    await expectCaptured(store, orderId ?? "")
    expect(await customer.payment(newer.sessionId)).toMatchObject({ status: "paid" })
    expect(await customer.payment(older.sessionId)).toMatchObject({ status: "superseded" })
  })

  it("places one order and captures it once when two sessions are paid at the same moment", async () => {
    const { opened } = await chooseTwice(store)
    await payBothAtOnce(store, opened)
    const [orderId = ""] = await store.merchant.orderIds()
    await expectCaptured(store, orderId)
    await expectOneOwedBack(store, opened, { mayBeHeld: true })
  })

  it("captures another payment after core rolled back the first capture", async () => {
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

  it("owes the money once, and places no order, when the store died while core was rolling back the capture", async () => {
    const { sandbox, container, db } = store
    const { sessionId, invoiceId } = await openPurchase(store)
    await sandbox.setWebhook(null)
    await sandbox.payInFull(invoiceId)
    await sandbox.setWebhook(`${store.origin}/hooks/onchain`)
    await changePayment(db, sessionId, {
      ...{ state: "settled", settled_at: new Date(), captured_at: null },
    })
    const payments = container.resolve("payment")
    const captured = await payments.authorizePaymentSession(sessionId, {})
    await payments.refundPayment({ payment_id: captured?.id ?? "", amount: 17 })
    await db.raw("DELETE FROM onchain_refund")
    await changePayment(db, sessionId, { state: "settled", captured_at: null })
    await check(store, await paymentId(store, sessionId))
    expect(await storedPayment(store, sessionId)).toMatchObject({ state: "captured" })
    expect(await store.merchant.orderIds()).toEqual([])
    const { rows: inMedusa } = await db.raw("SELECT id FROM refund")
    const { rows: owed } = await db.raw("SELECT id, kind, state, fiat_amount FROM onchain_refund")
    expect(owed).toEqual([{ id: inMedusa[0].id, kind: "order", state: "due", fiat_amount: "17" }])
  })
})
