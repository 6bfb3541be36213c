import { listenTo } from "../support/event-listener"
import { ambiguousDeposit, awaitDeposit, DepositApi, possibleActions, sendFor } from "../support/deposits"
import { signUp } from "../support/intent-purchase"
import { expectUnpaid, findRail } from "../support/purchase"
import type { StoreUnderTest } from "../support/store-suite"

export function depositsInReviewStories(store: StoreUnderTest): void {
  const api = () => new DepositApi(store.merchant)

  it("outside the tolerance is shown with the order it was meant for", async () => {
    const { sessionId, orderId, payment, customer } = await awaitDeposit(store)
    const id = await sendFor(store, payment, { amount: "1" })
    const { deposits, count, is_count_exact, waiting } = await api().list("?state=in_review")
    expect(deposits.map((deposit) => deposit.id)).toEqual([id])
    expect({ count, is_count_exact, waiting }).toEqual({ count: 1, is_count_exact: true, waiting: 1 })
    const deposit = await api().view(id)
    expect(deposit).toMatchObject({
      assignment_status: "review_required_amount_mismatch",
      resolution_status: "review_required",
      amount: "1",
      customer: { id: customer.account?.customerId, email: customer.account?.email, name: "Ada Payer" },
      network_name: "Base",
      expected: { session_id: sessionId, amount: payment.amount, token: "USDC", order: { id: orderId } },
      candidates: [],
    })
    expect(deposit.choices.assign.reason).toContain("within 1 %")
    expect(possibleActions(deposit)).toEqual(["accept", "refund"])
    await expectUnpaid(store, orderId)
  })

  it("of another asset than expected is shown with the expected asset", async () => {
    const { payment, orderId } = await awaitDeposit(store)
    const deposit = await api().view(await sendFor(store, payment, { token: "ETH", amount: "0.01" }))
    expect(deposit).toMatchObject({
      assignment_status: "review_required_asset_mismatch",
      token: "ETH",
      amount: "0.01",
      expected: { amount: payment.amount, token: "USDC", order: { id: orderId } },
    })
    expect(possibleActions(deposit)).toEqual(["accept", "refund"])
    await expectUnpaid(store, orderId)
  })

  it("of an asset that the service does not support can only be refunded", async () => {
    const { payment, orderId } = await awaitDeposit(store)
    const deposit = await api().view(await sendFor(store, payment, { token: "SCAM", amount: "5000" }))
    expect(deposit).toMatchObject({
      assignment_status: "review_required_unsupported_asset",
      is_supported: false,
      token: "SCAM",
    })
    expect(possibleActions(deposit)).toEqual(["refund"])
    expect(deposit.choices.accept.reason).toContain("does not support this asset")
    await expectUnpaid(store, orderId)
  })

  it("that the fee would consume can only be refunded", async () => {
    const { payment } = await awaitDeposit(store)
    const deposit = await api().view(await sendFor(store, payment, { amount: "0.08" }))
    expect(deposit).toMatchObject({ assignment_status: "review_required_non_positive_net" })
    expect(possibleActions(deposit)).toEqual(["refund"])
    expect(deposit.choices.assign.reason).toContain("can only be refunded")
  })

  it("that no payment expects can be assigned once one does", async () => {
    const { payment, customer } = await awaitDeposit(store)
    await sendFor(store, payment)
    const id = await sendFor(store, payment)
    const alone = await api().view(id)
    expect(alone).toMatchObject({ assignment_status: "unassigned_no_intent", expected: null })
    expect(possibleActions(alone)).toEqual(["accept", "refund"])

    const next = await awaitDeposit(store, undefined, customer)
    const wanted = await api().view(id)
    expect(possibleActions(wanted)).toEqual(["assign", "accept", "refund"])
    expect(wanted.candidates).toMatchObject([
      {
        session_id: next.sessionId,
        order: { id: next.orderId, display_id: expect.any(Number), total: "17", currency_code: "usd" },
        expected_amount: next.payment.amount,
        token: "USDC",
      },
    ])
  })

  it("that two payments expect is offered the one that is still open here", async () => {
    const { id, older, newer } = await ambiguousDeposit(store)
    const deposit = await api().view(id)
    expect(deposit).toMatchObject({ assignment_status: "review_required_ambiguous" })
    expect(deposit.candidates.map((candidate) => candidate.session_id)).toEqual([newer.sessionId])
    expect(possibleActions(deposit)).toEqual(["assign", "accept", "refund"])
    expect((await store.merchant.order(older.orderId)).captures).toEqual([])
    expect((await store.merchant.order(newer.orderId)).captures).toEqual([])
  })

  it("is not offered the payment of another customer, nor one whose order was cancelled", async () => {
    const { payment, customer } = await awaitDeposit(store)
    await sendFor(store, payment)
    const id = await sendFor(store, payment)
    await awaitDeposit(store, undefined, (await signUp(store)).customer)
    expect((await api().view(id)).candidates).toEqual([])
    const cancelled = await awaitDeposit(store, undefined, customer)
    expect((await api().view(id)).candidates).toHaveLength(1)
    await store.merchant.cancelOrder(cancelled.orderId)
    expect((await api().view(id)).candidates).toEqual([])
  })

  it("is offered a payment whose order is not placed yet", async () => {
    const { payment, customer } = await awaitDeposit(store)
    await sendFor(store, payment)
    const id = await sendFor(store, payment)
    const open = await customer.choose(await customer.fillCart(), "evm:base-mainnet:USDC")
    expect((await api().view(id)).candidates).toMatchObject([{ session_id: open.sessionId, order: null }])
  })

  it.each([
    ["without a memo", { memo: null }],
    ["with an unknown memo", { memo: "42" }],
  ])("at the treasury %s belongs to no customer, and can be accepted or refunded", async (_, change) => {
    const { payment, orderId } = await awaitDeposit(store, await findRail(store, "stellar-mainnet", "USDC"))
    const deposit = await api().view(await sendFor(store, payment, change))
    expect(deposit).toMatchObject({
      customer: null,
      assignment_status: "unassigned_no_intent",
      chain: "stellar",
    })
    expect(possibleActions(deposit)).toEqual(["accept", "refund"])
    expect(deposit.choices.assign.reason).toContain("no customer")
    await expectUnpaid(store, orderId)
  })

  it("of another issuer on Stellar is not offered the payment of the same symbol", async () => {
    const { payment } = await awaitDeposit(store, await findRail(store, "stellar-mainnet", "USDC"))
    const canonicalAssetId = `stellar:USDC:G${"A".repeat(55)}`
    const deposit = await api().view(await sendFor(store, payment, { canonicalAssetId }))
    expect(deposit).toMatchObject({
      is_supported: false,
      token: "USDC",
      canonical_asset_id: canonicalAssetId,
    })
    expect(possibleActions(deposit)).toEqual(["refund"])
  })

  it("in a business that assigns nothing is not a deposit in review, and captures nothing", async () => {
    await store.sandbox.changeSettings({ assignmentMode: "ledger_only" })
    const { payment, orderId } = await awaitDeposit(store)
    await sendFor(store, payment)
    await api().sync()
    expect(await api().list()).toMatchObject({ deposits: [], count: 0, waiting: 0 })
    await expectUnpaid(store, orderId)
  })

  it("is found through the list alone when no webhook arrives, and reported once", async () => {
    const reported = listenTo(store, "onchain.deposit_review_required")
    const { payment, customer } = await awaitDeposit(store)
    await store.sandbox.setWebhook(null)
    const id = await sendFor(store, payment, { amount: "1" })
    await api().sync()
    expect(await api().until(id, "in_review")).toMatchObject({ amount: "1" })
    await api().sync()
    expect(reported).toEqual([{ id, customer_id: customer.account?.customerId }])
  })
}
