import { awaitDeposit, DepositApi, possibleActions, sendFor } from "../support/deposits"
import { signUp } from "../support/intent-purchase"
import { expectUnpaid } from "../support/purchase"
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
}
