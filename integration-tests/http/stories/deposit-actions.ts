import {
  ambiguousDeposit,
  awaitDeposit,
  DepositApi,
  effectsOf,
  historyOf,
  possibleActions,
  sendFor,
} from "../support/deposits"
import { signUp } from "../support/intent-purchase"
import { expectUnpaid, findRail } from "../support/purchase"
import type { StoreUnderTest } from "../support/store-suite"

const ME = "merchant@example.com"
const EVENTS = ["review_required", "assigned", "accepted"]

export function depositActionsStories(store: StoreUnderTest): void {
  const api = () => new DepositApi(store.merchant)
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

  it.each(["sol-mainnet", "stellar-mainnet"])(
    "on %s assigns a deposit, and its order is captured",
    async (networkId) => {
      const rail = await findRail(store, networkId, "USDC")
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
    }
  )

  it("accepts a deposit, and no order changes", async () => {
    const { orderId, payment } = await awaitDeposit(store)
    const id = await sendFor(store, payment, { amount: "3" })
    const accepted = { state: "accepted", action: { name: "accept", by: ME } }
    expect(await api().act(id, "accept")).toMatchObject(accepted)
    await store.quiet()
    await expectUnpaid(store, orderId)
    expect(await store.merchant.orderIds()).toEqual([orderId])
    const history = [`deposit.accept_requested by ${ME}`, `deposit.accepted by ${ME}`]
    expect(historyOf(await api().view(id))).toEqual(history)
    expect(reported).toEqual(["review_required", "accepted"])
  })

  it("assigns a deposit to a cart, which becomes a paid order", async () => {
    const { payment, customer } = await awaitDeposit(store)
    await sendFor(store, payment)
    const id = await sendFor(store, payment)
    await customer.choose(await customer.fillCart(), "evm:base-mainnet:USDC")
    await api().assign(id)
    await store.quiet()
    const [orderId = "", ...others] = (await store.merchant.orderIds()).filter(Boolean)
    expect(others).toHaveLength(1)
    expect(await store.merchant.order(orderId)).toMatchObject({ payment_status: "captured", captures: [17] })
  })

  it("reads the customer's addresses and deposits", async () => {
    const { payment, customer } = await awaitDeposit(store)
    const id = await sendFor(store, payment, { amount: "3" })
    const customerId = customer.account?.customerId ?? ""
    const shown = await api().customer(customerId)
    expect(shown).toMatchObject({
      id: customerId,
      gateway_customer_id: expect.stringMatching(/^cus_/),
      addresses: [
        { chain: "evm", network_id: "base-mainnet", network_name: "Base", address: payment.deposit_address },
      ],
    })
    expect(shown.deposits.map((deposit) => deposit.id)).toEqual([id])
    await api().act(id, "accept")
    await store.quiet()
    expect((await api().customer(customerId)).deposits).toEqual([])
    expect(await api().customer("cus_nobody")).toEqual({
      id: "cus_nobody",
      gateway_customer_id: null,
      needs_link: false,
      addresses: [],
      deposits: [],
    })
  })
}

export function depositsInReviewStories(store: StoreUnderTest): void {
  const api = () => new DepositApi(store.merchant)

  it("outside the tolerance is shown with the order it was meant for", async () => {
    const { sessionId, orderId, payment, customer } = await awaitDeposit(store)
    const id = await sendFor(store, payment, { amount: "1" })
    const { deposits, count, is_count_exact } = await api().list("?state=in_review")
    expect(deposits.map((deposit) => deposit.id)).toEqual([id])
    expect({ count, is_count_exact }).toEqual({ count: 1, is_count_exact: true })
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
