import { ATTEMPT_STATES } from "../../payment/payment-status"
import { DEPOSIT_STATES } from "../../deposit/deposit-lifecycle"
import { DELIVERY_STATES } from "../../inbox/delivery"
import { REFUND_STATES } from "../../refund/refund-lifecycle"
import { WITHDRAWAL_STATES } from "../../payout/withdrawal-lifecycle"
import { type CustomerMoney, findOpenMoney } from "../open-money"

const none: CustomerMoney = {
  ...{ payments: [], attempts: [], deposits: [], refunds: [], withdrawals: [], deliveries: [] },
}
const payment: CustomerMoney["payments"][number] = {
  ...{ id: "p", state: "open", resolution: null, resolution_done_at: null },
  ...{ contradiction: null, contradiction_ended_at: null },
}
const attempt: CustomerMoney["attempts"][number] = {
  ...{ id: "a", payment_id: "p", environment: "live", state: "expired", received_amount: null },
}
const deposit: CustomerMoney["deposits"][number] = {
  ...{ id: "d", environment: "live", state: "refunded", reported_state: null, confirmed_at: new Date() },
}
const withdrawal: CustomerMoney["withdrawals"][number] = {
  ...{ id: "w", environment: "live", state: "completed", is_uncertain: false },
  ...{ mismatch: null, mismatch_seen_at: null },
}
const openIn = (money: Partial<CustomerMoney>) => findOpenMoney({ ...none, ...money }, "live")
const statesOf = (money: Partial<CustomerMoney>) => openIn(money).map(({ state }) => state)
/** The states of a lifecycle in which something is open. */
const openOf = <State extends string>(
  states: readonly State[],
  make: (state: State) => Partial<CustomerMoney>
) => states.filter((state) => openIn(make(state)).length > 0)

describe("the open money of a customer", () => {
  it("is none without rows", () => expect(openIn({})).toEqual([]))

  it("is named by kind, id and state", () => {
    expect(openIn({ refunds: [{ id: "r", environment: "live", state: "due" }] })).toEqual([
      { kind: "refund", id: "r", state: "due" },
    ])
  })

  it("is an attempt that can be paid, or whose money no capture has taken", () => {
    const open = openOf(ATTEMPT_STATES, (state) => ({
      payments: [payment],
      attempts: [{ ...attempt, state }],
    }))
    expect(open).toEqual(["opening", "awaiting", "confirming", "settled"])
    const captured = openOf(ATTEMPT_STATES, (state) => ({
      payments: [{ ...payment, state: "captured" }],
      attempts: [{ ...attempt, state }],
    }))
    expect(captured).toEqual(["opening", "awaiting", "confirming"])
  })

  it("is a part that arrived for an order that nobody has decided about", () => {
    const part = { payments: [payment], attempts: [{ ...attempt, received_amount: "0.5" }] }
    expect(statesOf(part)).toEqual(["partially_paid"])
    expect(statesOf({ ...part, payments: [{ ...payment, state: "captured" }] })).toEqual([])
    expect(statesOf({ ...part, attempts: [{ ...attempt, received_amount: "0.00" }] })).toEqual([])
  })

  it("is held money until the decision about it is done", () => {
    const held = { ...payment, state: "held" as const }
    expect(statesOf({ payments: [held] })).toEqual(["held"])
    expect(statesOf({ payments: [{ ...held, resolution: "keep" }] })).toEqual(["held"])
    const done = { ...held, resolution: "keep", resolution_done_at: new Date() }
    expect(statesOf({ payments: [done] })).toEqual([])
  })

  it("is a contradicted capture until it was reviewed", () => {
    const contradicted = { ...payment, state: "captured" as const, contradiction: "expired" }
    expect(statesOf({ payments: [contradicted] })).toEqual(["contradicted"])
    expect(statesOf({ payments: [{ ...contradicted, contradiction_ended_at: new Date() }] })).toEqual([])
  })

  it("is a deposit that is not resolved, or was reported in review again", () => {
    expect(openOf(DEPOSIT_STATES, (state) => ({ deposits: [{ ...deposit, state }] }))).toEqual([
      ...["in_review", "processing", "refund_pending"],
    ])
    expect(statesOf({ deposits: [{ ...deposit, reported_state: "in_review" }] })).toEqual(["in_review"])
    const rumour = { ...deposit, state: "in_review" as const, confirmed_at: null }
    expect(statesOf({ deposits: [rumour] })).toEqual(["in_review"])
    expect(statesOf({ deposits: [{ ...rumour, reported_state: "unknown" }] })).toEqual([])
  })

  it("is every refund but one that is done", () => {
    const open = openOf(REFUND_STATES, (state) => ({ refunds: [{ id: "r", environment: "live", state }] }))
    expect(open).toEqual(REFUND_STATES.filter((state) => state !== "done"))
  })

  it("is a withdrawal that is not over, may have left, or contradicts the service", () => {
    expect(openOf(WITHDRAWAL_STATES, (state) => ({ withdrawals: [{ ...withdrawal, state }] }))).toEqual([
      ...["requested", "quoted", "awaiting_approval", "sending", "sent", "unknown"],
    ])
    const failed = { ...withdrawal, state: "failed" as const }
    expect(statesOf({ withdrawals: [{ ...failed, is_uncertain: true }] })).toEqual(["uncertain"])
    expect(statesOf({ withdrawals: [{ ...failed, mismatch: "amount" }] })).toEqual(["contradicted"])
    const seen = { ...failed, mismatch: "amount", mismatch_seen_at: new Date() }
    expect(statesOf({ withdrawals: [seen] })).toEqual([])
  })

  it("is a webhook that is not processed yet; a dead one blocks nothing", () => {
    const open = openOf(DELIVERY_STATES, (state) => ({
      deliveries: [{ id: "d", environment: "live", state }],
    }))
    expect(open).toEqual(["received", "processing"])
  })

  it("is not what a live store has from the sandbox", () => {
    const rows = { refunds: [{ id: "r", environment: "sandbox", state: "due" as const }] }
    expect(
      openIn({ ...rows, attempts: [{ ...attempt, environment: "sandbox", state: "awaiting" }] })
    ).toEqual([])
  })
})
