import { listenTo } from "./event-listener"
import { payWhileBookingFails } from "./failed-completion"
import { placePurchase, storedPayment } from "./purchase"
import { fillTreasury, refused, sell, underOptions, WALLETS } from "./refunds"
import type { StoreUnderTest } from "./store-suite"
import { paidTooLate } from "./unallocated"

export function refundOriginStories(store: StoreUnderTest): void {
  const api = () => store.merchant.refunds
  const payOut = (id: string) => api().payOut(store, id)
  const payouts = () => store.sandbox.withdrawals()

  it("is independent of money without an order that is owed back", async () => {
    await fillTreasury(store)
    const { id } = await paidTooLate(store)
    await store.merchant.unmatched.refundDue(id)
    const [due] = (await api().list("?kind=unallocated")).refunds
    expect(due).toMatchObject({ payment_id: id, token_amount: "17" })
    expect(await payOut(due?.id ?? "")).toMatchObject({ state: "done", values: null })
    expect(await payouts()).toMatchObject([{ amount: "17" }])
  })

  it("of money that was applied to another order is a part of that money; a surplus of an unreported amount is entered by an operator", async () => {
    await fillTreasury(store)
    const { id, sessionId } = await paidTooLate(store, { amount: "20" })
    const { orderId } = await placePurchase(store)
    await store.merchant.unmatched.apply(id, orderId)
    const { applied_session_id } = await storedPayment(store, sessionId)
    const { rows } = await store.db.raw("SELECT id FROM payment WHERE payment_session_id = ?", [
      String(applied_session_id),
    ])
    await store.merchant.post(`/admin/payments/${rows[0].id}/refund`, { amount: 7 })
    const [due] = (await api().list("?kind=order")).refunds
    expect(due).toMatchObject({ payment_id: id, fiat_amount: "7", order: { id: orderId } })
    expect(await payOut(due?.id ?? "")).toMatchObject({
      token_amount: "7",
      payment_sums: { captured_fiat: "17", refunded_fiat: "7", left_fiat: "10", left_tokens: "10" },
    })
    expect((await api().order(orderId)).payments.map((payment) => payment.id)).toContain(id)
    const surpluses = (await api().list("?kind=surplus")).refunds
    expect(surpluses).toMatchObject([{ state: "due", token_amount: "3" }])

    const surplusId = surpluses[0]?.id ?? ""
    await store.db("onchain_refund").where({ id: surplusId }).update({ token_amount: null })
    const body = { destination_id: await api().addWallet(surplusId, WALLETS[1]), rate: "payment" } as const
    await expect(api().quote(surplusId, body)).rejects.toMatchObject(
      refused(400, /how much/, "unknown_amount")
    )
    expect(await api().quote(surplusId, { ...body, token_amount: "3" })).toMatchObject({ token_amount: "3" })
  })

  it("that core created itself when completing the cart failed is paid, though there is no order", async () => {
    await fillTreasury(store)
    const orders = await store.merchant.orderIds()
    await underOptions(store, { placeOrder: "after_payment" }, async () => {
      const { sessionId } = await payWhileBookingFails(store)
      expect(await store.merchant.orderIds()).toEqual(orders)
      const [due] = (await api().list("?kind=order")).refunds
      expect(due).toMatchObject({ session_id: sessionId, fiat_amount: "17", order: null })
      await store.db.raw("UPDATE onchain_payment SET customer_id = NULL WHERE session_id = ?", [sessionId])
      const { destinations } = await payOut(due?.id ?? "")
      expect(destinations).toMatchObject([{ address: WALLETS[0], customer: null }])
    })
    expect(await payouts()).toMatchObject([{ amount: "17", destinationAddress: WALLETS[0] }])
    // The address belongs to no known customer: it is for that money, and no other refund is offered it or
    // goes there.
    const { refund } = await sell(store)
    const other = await refund()
    expect(await api().view(other)).toMatchObject({ destinations: [] })
    const { rows } = await store.db.raw("SELECT id FROM onchain_payout_destination")
    await expect(api().quote(other, { destination_id: rows[0].id, rate: "payment" })).rejects.toMatchObject(
      refused(400, "another customer", "destination_not_for_this")
    )
  })

  it("is settled by other means without a payout key, by users who may move money out, with a note, once", async () => {
    const reported = listenTo(store, "onchain.refund_settled")
    const { refund } = await sell(store)
    const id = await refund(5)
    const options = store.container.resolve("onchain").options
    const { payoutApiKey } = options
    Reflect.deleteProperty(options, "payoutApiKey")
    try {
      const off = "Payouts are off: payoutApiKey is not set."
      expect((await api().view(id)).choices).toMatchObject({
        quote: { is_possible: false, reason: expect.stringContaining(off) },
        settle: { is_possible: true, reason: null },
      })
      await expect(api().quote(id, { destination_id: "ocdst_any", rate: "payment" })).rejects.toMatchObject(
        refused(403, off, "payouts_off")
      )
      const settle = (note: string) => api().settle(id, { note, tx_hash: "0xabc" })
      await underOptions(store, { payouts: { allowedUsers: ["user_grace"] } }, async () => {
        await expect(settle("paid by bank")).rejects.toMatchObject(
          refused(403, "payouts.allowedUsers", "payouts_not_allowed")
        )
      })
      await expect(settle("  ")).rejects.toMatchObject(refused(400, "note"))
      expect(await settle("paid by bank")).toMatchObject({
        state: "done",
        settled: { by: "merchant@example.com", note: "paid by bank", tx_hash: "0xabc" },
        payment_sums: { refunded_fiat: "5", left_fiat: "12", refunded_tokens: "5", left_tokens: "12" },
        choices: { quote: { is_possible: false, reason: "It was paid elsewhere." } },
      })
      await store.quiet()
      expect(reported).toMatchObject([{ refund_id: id, settled_by: expect.stringMatching(/^user_/) }])
      await expect(settle("again")).rejects.toMatchObject(
        refused(409, /^merchant@example.com marked it as paid elsewhere on/)
      )
      expect(await payouts()).toEqual([])
    } finally {
      Object.assign(options, { payoutApiKey })
    }
  })
}
