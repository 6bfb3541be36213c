import { placePurchase, storedPayment } from "../support/purchase"
import type { StoreUnderTest } from "../support/store-suite"
import { PaymentApi } from "../support/unallocated"
import { listen } from "../support/unpaid-orders"

const OWED_BACK = {
  state: "unallocated",
  unallocated_reason: "already_paid",
  resolution: "refund_due",
  resolved_by: null,
}

/** Everything received is a refund due, and nothing is in review. */
async function expectOwedBack(store: StoreUnderTest, sessionId: string, amount: string): Promise<void> {
  expect(await storedPayment(store, sessionId)).toMatchObject(OWED_BACK)
  const { rows } = await store.db.raw("SELECT kind, state, token_amount FROM onchain_refund")
  expect(rows).toEqual([{ kind: "unallocated", state: "due", token_amount: amount }])
}

/** Authorizes another provider's payment on a collection, without a capture, as a card payment does. */
async function authorizeCard({ container }: StoreUnderTest, collectionId: string, amount: number) {
  const payments = container.resolve("payment")
  const session = await payments.createPaymentSession(collectionId, {
    provider_id: "pp_system_default",
    currency_code: "usd",
    amount,
    data: {},
    context: {},
  })
  return payments.authorizePaymentSession(session.id, {})
}

export function otherPaymentsStories(store: StoreUnderTest): void {
  it("is not captured a second time while that payment is authorized: the money is held for review", async () => {
    const heard = listen(store, "onchain.payment_unallocated")
    const { orderId, collectionId, sessionId, invoiceId } = await placePurchase(store)
    await authorizeCard(store, collectionId, 17)
    await store.sandbox.payInFull(invoiceId)
    await store.quiet()
    expect(await storedPayment(store, sessionId)).toMatchObject({
      ...{ state: "unallocated", unallocated_reason: "already_paid", resolution: null },
    })
    expect(await store.merchant.order(orderId)).toMatchObject({ captures: [], booked: [] })
    expect(heard).toEqual([expect.objectContaining({ session_id: sessionId, reason: "already_paid" })])
    const api = new PaymentApi(store.merchant)
    const { id } = await storedPayment(store, sessionId)
    expect(await api.view(String(id))).toMatchObject({ choices: { refund_due: { is_possible: true } } })
    await api.refundDue(String(id))
    const { rows } = await store.db.raw("SELECT kind, state, fiat_amount FROM onchain_refund")
    expect(rows).toEqual([expect.objectContaining({ kind: "unallocated", state: "due" })])
  })

  it("is not captured a second time when a merchant marked another of its collections as paid", async () => {
    const { merchant } = store
    const { orderId, sessionId, invoiceId } = await placePurchase(store)
    const { payment_collection } = await merchant.post<{ payment_collection: { id: string } }>(
      "/admin/payment-collections",
      { order_id: orderId, amount: 17 }
    )
    await merchant.post(`/admin/payment-collections/${payment_collection.id}/mark-as-paid`, {
      order_id: orderId,
    })
    await store.sandbox.payInFull(invoiceId)
    await store.quiet()
    await expectOwedBack(store, sessionId, "17")
    expect(await merchant.order(orderId)).toMatchObject({ captures: [17], booked: [17], outstanding: 0 })
  })
}
