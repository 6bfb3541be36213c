import { changePayment } from "./payment-rows"
import type { OnchainOrderResponse, OnchainReviewResponse } from "../../../src/types/http"
import { check } from "./partial-payments"
import { expectCaptured, expectUnpaid, placePurchase } from "./purchase"
import type { StoreUnderTest } from "./store-suite"
import { eventually } from "./eventually"
import { paymentId } from "./unallocated"
import { listen } from "./unpaid-orders"

export function settledMoneyStories(store: StoreUnderTest): void {
  const api = () => store.merchant.unmatched
  const answerInvoicesWith = (set: object) =>
    store.sandbox.fault({ kind: "altered_answer", endpoint: "getInvoice", set, count: 1_000 })
  const healthOf = async (id: string) =>
    (await store.merchant.health()).checks.find((one) => one.id === id)?.status
  const waiting = async () => (await api().list("?resolution=waiting")).payments

  async function placeAndPay(set: object) {
    const purchase = await placePurchase(store)
    await answerInvoicesWith(set)
    await store.sandbox.payInFull(purchase.invoiceId)
    await store.quiet()
    return { ...purchase, id: await paymentId(store, purchase.sessionId) }
  }

  it("that is short beyond the bound is held for review, and an operator applies what arrived", async () => {
    const { orderId, id } = await placeAndPay({ amountReceived: "0.01" })
    await expectUnpaid(store, orderId)
    expect(await waiting()).toMatchObject([
      { id, reason: "underpaid", received_amount: "0.01", order: { id: orderId } },
    ])
    await api().apply(id, orderId)
    expect(await store.merchant.order(orderId)).toMatchObject({ captures: [0.01], outstanding: 16.99 })
  })

  it("that is reverted before the capture does not pay the order, until it is paid again", async () => {
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    const id = await paymentId(store, sessionId)
    await store.sandbox.fault({ kind: "webhook_lost", count: 10 })
    await store.sandbox.payInFull(invoiceId)
    // The state after a process dies between the record and the capture.
    const settled = { state: "settled", gateway_status: "paid", settled_at: new Date() } as const
    await changePayment(store.db, sessionId, settled)
    await answerInvoicesWith({ status: "confirming" })
    await check(store, id)
    expect(await store.shopper.payment(sessionId)).toMatchObject({ status: "confirming" })
    await expectUnpaid(store, orderId)
    await store.sandbox.clearFaults()
    await check(store, id)
    await expectCaptured(store, orderId)
  })

  it("that a slower process records as unpaid meanwhile is read again, and captured by the same check", async () => {
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    const { payments, gateway } = store.container.resolve("onchain")
    const unpaid = await gateway.getInvoice(invoiceId)
    await store.sandbox.fault({ kind: "webhook_lost", count: 10 })
    await store.sandbox.payInFull(invoiceId)
    const record = payments.record.bind(payments)
    jest.spyOn(payments, "record").mockImplementationOnce(async (payment, invoice) => {
      await record(payment, { ...unpaid, status: "expired" })
      return record(payment, invoice)
    })
    await check(store, await paymentId(store, sessionId))
    await expectCaptured(store, orderId)
    await store.sandbox.clearFaults()
  })

  it("that is reverted after the capture is reported once, by event, health and the order, until an operator has reviewed it", async () => {
    const heard = listen(store, "onchain.payment_contradicted")
    const { orderId, sessionId, id } = await placeAndPay({})
    await expectCaptured(store, orderId)
    expect(await healthOf("contradicted")).toBe("ok")
    await store.sandbox.clearFaults()
    await answerInvoicesWith({ status: "expired" })
    await check(store, id)
    await check(store, id)
    const reported = { payment_id: id, session_id: sessionId, order_id: orderId, status: "expired" }
    expect(heard).toEqual([reported])
    expect(await healthOf("contradicted")).toBe("error")
    expect(await paymentsOf(orderId)).toMatchObject([
      { contradiction: { status: "expired", reviewed: null } },
    ])
    await expectCaptured(store, orderId)

    const { payment } = await store.merchant.post<OnchainReviewResponse>(
      `/admin/onchain/payments/${id}/review`,
      {}
    )
    expect(payment.contradiction).toMatchObject({ reviewed: { by: "merchant@example.com" } })
    expect(await healthOf("contradicted")).toBe("ok")
    await check(store, id)
    expect(heard).toEqual([reported])
  })

  async function paymentsOf(orderId: string) {
    const { order } = await store.merchant.get<OnchainOrderResponse>(`/admin/onchain/orders/${orderId}`)
    return order.payments
  }
}

/**
 * Expects that money which arrives after a payment was decided about is owed back and reported, each time it grows.
 *
 * @param decided less and less of what arrived, because the sandbox takes no more for a paid invoice: all of it, 3 less
 *   twice, and 4.5 less
 */
export async function expectLaterMoneyOwed(
  store: StoreUnderTest,
  { id, sessionId }: { id: string; sessionId: string },
  decided: readonly string[]
): Promise<void> {
  const refunds = async () =>
    store.db("onchain_refund").select("kind", "state", "fiat_amount", "token_amount").orderBy("kind")
  const before = await refunds()
  const heard = listen(store, "onchain.refund_due")
  const reported = { payment_id: id, session_id: sessionId, token: "USDC" }
  for (const token_amount of decided) {
    await store.db("onchain_decision").update({ token_amount }).where({ payment_id: id })
    await check(store, id)
  }
  expect(await refunds()).toEqual([
    { kind: "surplus", state: "due", fiat_amount: null, token_amount: "4.5" },
    ...before,
  ])
  const events = [
    { ...reported, token_amount: "3" },
    { ...reported, token_amount: "4.5" },
  ]
  await eventually(() => Promise.resolve(expect(heard).toEqual(events)))
}
