import { eventually } from "./eventually"
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
