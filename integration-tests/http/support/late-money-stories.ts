import { eventually } from "./eventually"
import { placePurchase, storedPayment } from "./purchase"
import type { StoreUnderTest } from "./store-suite"
import { paidTooLate, PaymentApi } from "./unallocated"
import { listen } from "./unpaid-orders"
import { installed } from "./installed"

/** Stories of money that arrives beyond what an operator decided about, or partly and never in full. */
export function lateMoneyStories(store: StoreUnderTest): void {
  let api: PaymentApi
  beforeAll(() => {
    api = new PaymentApi(store.merchant)
  })
  const refunds = async () =>
    (await store.db.raw("SELECT kind, state, fiat_amount, token_amount FROM onchain_refund ORDER BY kind"))
      .rows
  const settle = async (id: string) =>
    (await installed("payment/settle-payment")).settlePayment(store.container, id)

  it("pays another order with its amount, and the surplus is owed back", async () => {
    const heard = listen(store, "onchain.refund_due")
    const { id, sessionId } = await paidTooLate(store, { amount: "20.5" })
    await store.db.raw("UPDATE onchain_attempt SET next_check_at = NULL WHERE payment_id = ?", [id])
    const { orderId } = await placePurchase(store)
    await api.apply(id, orderId)
    expect(await store.merchant.order(orderId)).toMatchObject({ captures: [17], outstanding: 0 })
    expect(await refunds()).toEqual([
      { kind: "surplus", state: "due", fiat_amount: null, token_amount: "3.5" },
    ])
    const event = { payment_id: id, session_id: sessionId, token_amount: "3.5", token: "USDC" }
    await eventually(() => Promise.resolve(expect(heard).toEqual([event])))
    // More may follow: it is polled again, though it was no longer due.
    expect(await storedPayment(store, sessionId)).toMatchObject({ next_check_at: expect.any(Date) })
  })

  it.each(["refundDue", "keep"] as const)(
    "is decided as it is then (%s): later money is owed back and reported, each time it grows",
    async (choice) => {
      const { id, sessionId } = await paidTooLate(store)
      await api[choice](id)
      const before = await refunds()
      const heard = listen(store, "onchain.refund_due")
      const reported = { payment_id: id, session_id: sessionId, token: "USDC" }
      // The sandbox takes no more for a paid invoice, so the decision was about less.
      for (const decided of ["17", "14", "14", "12.5"]) {
        await store.db.raw("UPDATE onchain_payment SET resolved_token_amount = ? WHERE id = ?", [decided, id])
        await settle(id)
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
  )
}
