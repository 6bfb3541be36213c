import {
  ambiguousDeposit,
  awaitDeposit,
  effectsOf,
  historyOf,
  possibleActions,
  sendFor,
} from "../support/deposits"
import type { OnchainDepositListResponse } from "../../../src/types/http"
import { signUp } from "../support/intent-purchase"
import { expectUnpaid, findRail, USDC_ON_BASE } from "../support/purchase"
import type { StoreUnderTest } from "../support/store-suite"

const ME = "merchant@example.com"
const EVENTS = ["review_required", "assigned", "accepted"]

export function depositActionsStories(store: StoreUnderTest): void {
  const api = () => store.merchant.deposits
  const reported: string[] = []

  beforeAll(() => {
    for (const name of EVENTS)
      store.container.resolve("event_bus").subscribe(`onchain.deposit_${name}`, () => {
        // At-least-once delivery: a repetition has no effect.
        if (reported.at(-1) !== name) reported.push(name)
        return Promise.resolve()
      })
  })
  beforeEach(() => void reported.splice(0))

  it("assigns a deposit, and its order is captured", async () => {
    const rail = await findRail(store, "stellar-mainnet", "USDC")
    const { id, older, newer } = await ambiguousDeposit(store, rail)
    const assigned = await api().assign(id)
    expect(assigned).toMatchObject({
      ...{ state: "assigned", action: { name: "assign", by: ME }, resolved_at: expect.any(String) },
      ...{ last_error: null, candidates: [] },
    })
    expect(possibleActions(assigned)).toEqual([])
    await store.quiet()
    const paid = { payment_status: "captured", captures: [17], booked: [17], outstanding: 0 }
    expect(await store.merchant.order(newer.orderId)).toMatchObject(paid)
    expect((await store.merchant.order(older.orderId)).captures).toEqual([])
    const history = [`deposit.assign_requested by ${ME}`, `deposit.assigned by ${ME}`]
    expect(historyOf(await api().view(id))).toEqual(history)
    expect(reported).toEqual(["review_required", "assigned"])
    expect(await effectsOf(store)).toBe(1)
  })

  it("reads a deposit outside the tolerance with its order and its customer, and accepts it: no order changes", async () => {
    const { sessionId, orderId, payment, customer } = await awaitDeposit(store)
    const id = await sendFor(store, payment, { amount: "1" })
    const { deposits, count, is_count_exact } = await api().list("?state=in_review")
    expect(deposits.map((deposit) => deposit.id)).toEqual([id])
    expect({ count, is_count_exact }).toEqual({ count: 1, is_count_exact: true })
    const deposit = await api().view(id)
    const customerId = customer.account?.customerId ?? ""
    expect(deposit).toMatchObject({
      assignment_status: "review_required_amount_mismatch",
      resolution_status: "review_required",
      amount: "1",
      customer: { id: customerId, email: customer.account?.email, name: "Ada Payer" },
      network_name: "Base",
      expected: { session_id: sessionId, amount: payment.amount, token: "USDC", order: { id: orderId } },
      candidates: [],
    })
    expect(deposit.choices.assign.reason).toContain("within 1 %")
    expect(possibleActions(deposit)).toEqual(["accept", "refund"])
    await expectUnpaid(store, orderId)
    expect(await customer.payment(sessionId)).toMatchObject({ status: "needs_review" })
    const income = await store.merchant.get<OnchainDepositListResponse>("/admin/onchain/income")
    expect(income.deposits).toEqual([])

    const shown = await api().customer(customerId)
    expect(shown).toMatchObject({
      id: customerId,
      gateway_customer_id: expect.stringMatching(/^cus_/),
      addresses: [
        { chain: "evm", network_id: "base-mainnet", network_name: "Base", address: payment.deposit_address },
      ],
    })
    expect(shown.deposits.map((one) => one.id)).toEqual([id])
    const accepted = { state: "accepted", action: { name: "accept", by: ME } }
    expect(await api().act(id, "accept")).toMatchObject(accepted)
    await store.quiet()
    await expectUnpaid(store, orderId)
    expect(await store.merchant.orderIds()).toEqual([orderId])
    const history = [`deposit.accept_requested by ${ME}`, `deposit.accepted by ${ME}`]
    expect(historyOf(await api().view(id))).toEqual(history)
    expect(reported).toEqual(["review_required", "accepted"])
    expect((await api().customer(customerId)).deposits).toEqual([])
    expect(await api().customer("cus_nobody")).toEqual({
      id: "cus_nobody",
      gateway_customer_id: null,
      needs_link: false,
      addresses: [],
      deposits: [],
    })
  })

  it("is offered neither another customer's payment nor a cancelled order's, and assigns a deposit to a cart, which becomes a paid order", async () => {
    const { payment, customer } = await awaitDeposit(store)
    await sendFor(store, payment)
    const id = await sendFor(store, payment)
    await awaitDeposit(store, undefined, (await signUp(store)).customer)
    expect((await api().view(id)).candidates).toEqual([])
    const cancelled = await awaitDeposit(store, undefined, customer)
    expect((await api().view(id)).candidates).toHaveLength(1)
    await store.merchant.cancelOrder(cancelled.orderId)
    expect((await api().view(id)).candidates).toEqual([])

    const before = await store.merchant.orderIds()
    await customer.choose(await customer.fillCart(), USDC_ON_BASE)
    await api().assign(id)
    await store.quiet()
    const [orderId = "", ...others] = (await store.merchant.orderIds()).filter((one) => !before.includes(one))
    expect(others).toEqual([])
    expect(await store.merchant.order(orderId)).toMatchObject({ payment_status: "captured", captures: [17] })
  })
}
