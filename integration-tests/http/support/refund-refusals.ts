import { listenTo } from "./event-listener"
import { fillTreasury, RefundApi, refused, sell, underOptions, WALLETS } from "./refunds"
import type { StoreUnderTest } from "./store-suite"
import { payoutsOf, WithdrawalApi } from "./withdrawals"
import { installed } from "./installed"

/** Stories of refunds that cannot be paid, or no longer, and the errors they give. */
export function refusedRefundStories(store: StoreUnderTest): void {
  let api: RefundApi
  beforeEach(() => {
    api = new RefundApi(store.merchant)
  })
  const stored = async () => (await store.db.raw("SELECT id, state FROM onchain_refund")).rows

  it("goes to an address of its own customer, and to no other", async () => {
    await fillTreasury(store)
    const { refund } = await sell(store)
    const id = await refund()
    const quote = (destination_id: string) => api.quote(id, { destination_id, rate: "payment" })
    const own = await api.addWallet(id)
    const { customer_id } = await store.db("onchain_payout_destination").first("customer_id")
    await store.db("onchain_payout_destination").update({ customer_id: "cus_other" })
    await expect(quote(own)).rejects.toMatchObject(refused(400, /address/, "destination_not_for_this"))
    await store.db("onchain_payout_destination").update({ customer_id })
    await expect(quote("ocdst_nothing")).rejects.toMatchObject({ response: { status: 404 } })
    await expect(
      store.merchant.post(`/admin/onchain/refunds/${id}/quote`, { address: WALLETS[0], rate: "payment" })
    ).rejects.toMatchObject({ response: { status: 400 } })
    expect(await stored()).toMatchObject([{ id, state: "due" }])
    expect((await quote(own)).state).toBe("quoted")
  })

  it("of the only sale is refused by the service, whose fees it would need, and stays due", async () => {
    const { refund } = await sell(store)
    await store.sandbox.advance(120_000)
    const id = await refund()
    const destination_id = await api.addWallet(id)
    await expect(api.quote(id, { destination_id, rate: "payment" })).rejects.toMatchObject(
      refused(400, /to pay out.*fees/)
    )
    expect(await api.view(id)).toMatchObject({
      state: "due",
      last_error: expect.stringContaining("fees"),
      withdrawal: { state: "refused" },
      choices: { quote: { is_possible: true } },
    })
  })

  it("is not paid again while its written-off payout turns out to be sent", async () => {
    await fillTreasury(store)
    const { refund } = await sell(store)
    await store.sandbox.advance(120_000)
    const id = await refund()
    const body = { destination_id: await api.addWallet(id), rate: "payment" } as const
    const quoted = await api.quote(id, body)
    await store.sandbox.setWebhook(null)
    await store.sandbox.fault({ kind: "drop_response", endpoint: "createWithdrawal", count: 20 })
    await api.act(quoted, "confirm")
    await store.sandbox.clearFaults()
    await store.db.raw(
      "UPDATE onchain_withdrawal SET first_sent_at = now() - interval '13 hours', next_attempt_at = now()"
    )
    await (await installed("payout/workers/follow-withdrawals")).finishWithdrawals(store.container)
    const payoutId = quoted.withdrawal?.id ?? ""
    // It cannot be written off before the service has shown another withdrawal.
    const treasury = new WithdrawalApi(store.merchant)
    await treasury.send(await treasury.destination(), { amount: "1" })
    await store.merchant.post(`/admin/onchain/withdrawals/${payoutId}/write-off`, { note: "I see none." })
    expect(await api.view(id)).toMatchObject({ state: "due", choices: { quote: { is_possible: true } } })
    await store.sandbox.advance(15 * 60_000)
    await expect(api.quote(id, body)).rejects.toMatchObject(refused(409, /active after all/))
    expect(await api.view(id)).toMatchObject({ state: "done", withdrawal: { id: payoutId } })
    expect(await payoutsOf(store, payoutId)).toHaveLength(1)
    await store.sandbox.setWebhook(`${store.origin}/hooks/onchain`)
  })

  it("is not paid again while the service contradicts an earlier payout and it is not reviewed", async () => {
    await fillTreasury(store)
    const { refund } = await sell(store)
    await store.sandbox.advance(120_000)
    const id = await refund()
    const body = { destination_id: await api.addWallet(id), rate: "payment" } as const
    const quoted = await api.quote(id, body)
    await api.act(quoted, "cancel")
    const { id: payoutId } = quoted.withdrawal ?? { id: "" }
    await store.container
      .resolve("onchain")
      .payouts.withdrawals.answers.noteMismatch(payoutId, "There are two.")
    await expect(api.quote(id, body)).rejects.toMatchObject(refused(409, /There are two\. .*Review that one/))
    const path = `/admin/onchain/withdrawals/${payoutId}/acknowledge`
    await store.merchant.post(path, { note: "Both are somebody else's.", mismatch: "There are two." })
    expect(await api.quote(id, body)).toMatchObject({ state: "quoted" })
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

  it("that does not exist is not found, and the list refuses unknown filters", async () => {
    await expect(api.view("ref_nothing")).rejects.toMatchObject({ response: { status: 404 } })
    await expect(api.order("order_nothing")).rejects.toMatchObject({ response: { status: 404 } })
    await expect(api.list("?state=lost")).rejects.toMatchObject(refused(400, "state"))
    expect(await api.list()).toMatchObject({ refunds: [], count: 0, waiting: 0 })
  })
}
