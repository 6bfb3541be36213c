import { listenTo } from "./event-listener"
import { RefundApi, refused, sell, underOptions } from "./refunds"
import type { StoreUnderTest } from "./store-suite"

/** Stories of refunds that cannot be paid, or no longer, and the errors they give. */
export function refusedRefundStories(store: StoreUnderTest): void {
  let api: RefundApi
  beforeEach(() => {
    api = new RefundApi(store.merchant)
  })

  it("is recorded as settled in a store without a payout key, by users who may move money out", async () => {
    const { refund } = await sell(store)
    const id = await refund()
    const options = store.container.resolve("onchain").options
    const { payoutApiKey } = options
    Reflect.deleteProperty(options, "payoutApiKey")
    try {
      const off = "Payouts are off: payoutApiKey is not set."
      expect((await api.view(id)).choices).toMatchObject({
        quote: { is_possible: false, reason: expect.stringContaining(off) },
        settle: { is_possible: true, reason: null },
      })
      await expect(api.quote(id, { destination_id: "ocdst_any", rate: "payment" })).rejects.toMatchObject(
        refused(403, off, "payouts_off")
      )
      await underOptions(store, { payouts: { allowedUsers: ["user_grace"] } }, async () => {
        await expect(api.settle(id, { note: "paid by bank" })).rejects.toMatchObject(
          refused(403, "payouts.allowedUsers", "payouts_not_allowed")
        )
      })
      expect(await api.settle(id, { note: "paid by bank" })).toMatchObject({ state: "done" })
    } finally {
      Object.assign(options, { payoutApiKey })
    }
  })

  it("that was paid by other means is closed with a note, reported once, and moves nothing", async () => {
    const reported = listenTo(store, "onchain.refund_settled")
    const { refund } = await sell(store)
    const id = await refund(5)
    await expect(api.settle(id, { note: "  " })).rejects.toMatchObject(refused(400, "note"))
    expect(await api.settle(id, { note: "paid by bank", tx_hash: "0xabc" })).toMatchObject({
      state: "done",
      settled: { by: "merchant@example.com", note: "paid by bank", tx_hash: "0xabc" },
      payment_sums: { refunded_fiat: "5", left_fiat: "12", refunded_tokens: "5", left_tokens: "12" },
      choices: { quote: { is_possible: false, reason: "It was paid elsewhere." } },
    })
    await store.quiet()
    expect(reported).toMatchObject([{ refund_id: id, settled_by: expect.stringMatching(/^user_/) }])
    await expect(api.settle(id, { note: "again" })).rejects.toMatchObject(
      refused(409, /^merchant@example.com marked it as paid elsewhere on/)
    )
    expect(await store.sandbox.withdrawals()).toEqual([])
  })
}
