import { listenTo } from "./support/event-listener"
import { storedPayment } from "./support/purchase"
import { refundOriginStories } from "./support/refund-origins"
import { fillTreasury, letItBePaid, refused, sell, WALLETS } from "./support/refunds"
import { GUEST } from "./support/shopper"
import { storeSuite } from "./support/store-suite"

/** Of what is paid, in the lists that are exported. */
const STATES = { refunds: "done", withdrawals: "completed" } as const

storeSuite("a refund of an order", { jobs: true }, (store) => {
  const api = () => store.merchant.refunds

  const payouts = async () =>
    (await store.sandbox.withdrawals()).map(({ status, amount, destinationAddress }) => ({
      status,
      amount,
      to: destinationAddress,
    }))

  it("in full is due, quoted, confirmed and paid once, to the chosen address", async () => {
    await fillTreasury(store)
    const paid = listenTo(store, "onchain.refund_paid")
    const { orderId, sessionId, refund } = await sell(store)
    const captured = await storedPayment(store, sessionId)
    const id = await refund()
    expect(await api().view(id)).toMatchObject({
      state: "due",
      kind: "order",
      order: { id: orderId },
      fiat_amount: "17",
      token_amount: null,
      values: {
        payment: { is_possible: true, token_amount: "17", rate: "1" },
        today: { is_possible: true, token_amount: "17" },
      },
      payment_sums: { captured_fiat: "17", refunded_fiat: "0", left_fiat: "17", left_tokens: "17" },
      observed_sender: null,
      destinations: [],
      withdrawal: null,
      choices: { quote: { is_possible: true }, settle: { is_possible: true } },
    })
    expect((await api().list("?state=due")).refunds).toMatchObject([{ id, order: { id: orderId } }])

    const destination_id = await api().addWallet(id)
    const quoted = await api().quote(id, { destination_id, rate: "payment" })
    expect(quoted).toMatchObject({
      state: "quoted",
      token_amount: "17",
      destinations: [{ id: destination_id }],
      withdrawal: { state: "quoted", kind: "refund", amount: "17", destination: { address: WALLETS[0] } },
      choices: { quote: { is_possible: false }, settle: { is_possible: false } },
    })
    expect(await payouts()).toEqual([])
    const first = /^merchant@example\.com requested its payout on .* awaits confirmation/
    await expect(api().quote(id, { destination_id, rate: "payment" })).rejects.toMatchObject(
      refused(409, first, "already_done")
    )
    await api().act(quoted, "confirm")
    await letItBePaid(store)
    const done = await api().until(id, "done")
    expect(done).toMatchObject({ done_at: expect.any(String), withdrawal: { state: "completed" } })
    expect(await payouts()).toEqual([{ status: "completed", amount: "17", to: WALLETS[0] }])
    const file = async (list: keyof typeof STATES) => {
      const csv = await store.merchant.get<string>(`/admin/onchain/${list}/export?state=${STATES[list]}`)
      const [header = "", ...lines] = csv.replace("\uFEFF", "").trim().split("\r\n")
      expect(lines).toHaveLength(1)
      return Object.fromEntries(header.split(",").map((name, n) => [name, lines[0]?.split(",")[n]]))
    }
    expect(await file("refunds")).toMatchObject({
      ...{ "Customer email": GUEST, Kind: "Order refund", Status: "Done", Value: "17", Currency: "USD" },
      ...{ Token: "USDC", Amount: "17", Rate: "1", To: WALLETS[0], "Refund ID": id },
      "Provider fee": done.withdrawal?.fee ?? "",
    })
    expect(await file("withdrawals")).toMatchObject({
      ...{ Kind: "Refund", Status: "Paid out", Amount: "17", "Refunded value": "17", Currency: "USD" },
      ...{ Address: WALLETS[0], Transaction: done.withdrawal?.tx_hash, "Refund ID": id },
    })
    // At-least-once delivery: several webhooks of a payout are processed in parallel.
    const reported = {
      refund_id: id,
      payment_id: captured.id,
      session_id: sessionId,
      withdrawal_id: done.withdrawal?.id,
    }
    expect(new Set(paid.map((data) => JSON.stringify(data)))).toEqual(new Set([JSON.stringify(reported)]))

    const after = await storedPayment(store, sessionId)
    expect(after).toMatchObject({ state: "captured", received_amount: captured.received_amount })
    const { payments } = await api().order(orderId)
    expect(payments).toMatchObject([
      { session_id: sessionId, expected_amount: "17", refunds: [{ id, state: "done" }] },
    ])
    expect(payments[0]?.timeline.map(({ event }) => event)).toEqual(
      expect.arrayContaining(["opened", "captured", "refund_due", "refund.payout_started"])
    )
  })

  it("whose payout fails is due again, and is paid by another payout", async () => {
    await fillTreasury(store)
    const { refund } = await sell(store)
    const id = await refund()
    await store.sandbox.rejectDestination(WALLETS[1])
    const bad = await api().addWallet(id, WALLETS[1])
    await api().act(await api().quote(id, { destination_id: bad, rate: "payment" }), "confirm")
    await letItBePaid(store)
    const due = await api().until(id, "due")
    expect(due).toMatchObject({ token_amount: null, last_error: expect.any(String) })
    expect(due.withdrawal).toMatchObject({ state: "failed" })
    const done = await api().payOut(store, id)
    expect(done.earlier_withdrawals).toMatchObject([{ state: "failed" }])
    expect(await payouts()).toEqual([
      { status: "destination_rejected", amount: "17", to: WALLETS[1] },
      { status: "completed", amount: "17", to: WALLETS[0] },
    ])
  })

  refundOriginStories(store)
})
