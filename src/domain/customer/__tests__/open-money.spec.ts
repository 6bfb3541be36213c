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
  ...{ id: "p", state: "open", resolution_done_at: null },
  ...{ contradiction: null, contradiction_ended_at: null },
}
const attempt: CustomerMoney["attempts"][number] = {
  ...{ id: "a", payment_id: "p", environment: "live", state: "expired", received_amount: null },
}
const deposit: CustomerMoney["deposits"][number] = {
  ...{ id: "d", environment: "live", state: "refunded", reported_state: null, confirmed_at: new Date() },
}
const withdrawal: CustomerMoney["withdrawals"][number] = {
  ...{ id: "w", environment: "live", state: "completed", evidence: "calling" },
  ...{ mismatch: null, reviewed_at: null },
}
const openIn = (money: Partial<CustomerMoney>) => findOpenMoney({ ...none, ...money }, "live")
/** The states of a lifecycle in which something is open. */
const openOf = <State extends string>(
  states: readonly State[],
  make: (state: State) => Partial<CustomerMoney>
) => states.filter((state) => openIn(make(state)).length > 0)
const held = { ...payment, state: "held" as const }
const captured = { ...payment, state: "captured" as const }
const part = { ...attempt, received_amount: "0.5" }
const contradicted = { ...captured, contradiction: "expired" }
const settled = { ...attempt, state: "settled" as const }
const listed = { ...deposit, state: "in_review" as const }
const reported = { ...deposit, state: "in_review" as const, confirmed_at: null }
const failed = { ...withdrawal, state: "failed" as const }
const refund = { id: "r", environment: "live", state: "due" as const }
const differing = { ...failed, mismatch: "amount" }
const NOW = new Date()

test.each<[string, Partial<CustomerMoney>, string[]]>([
  ["nothing", {}, []],
  ["a part that nobody has decided about", { payments: [payment], attempts: [part] }, ["partially_paid"]],
  ["a part in one of two attempts", { payments: [payment], attempts: [part, attempt] }, ["partially_paid"]],
  ["a part of another payment", { payments: [payment], attempts: [{ ...part, payment_id: "q" }] }, []],
  ["settled money of one of two", { payments: [payment], attempts: [settled, attempt] }, ["settled"]],
  ["a part beside a capture", { payments: [captured], attempts: [part] }, []],
  ["a part of nothing", { payments: [payment], attempts: [{ ...part, received_amount: "0.00" }] }, []],
  ["held money", { payments: [held] }, ["held"]],
  ["held money, done", { payments: [{ ...held, resolution_done_at: NOW }] }, []],
  ["a contradicted capture", { payments: [contradicted] }, ["contradicted"]],
  ["one that was reviewed", { payments: [{ ...contradicted, contradiction_ended_at: NOW }] }, []],
  ["a deposit in review again", { deposits: [{ ...deposit, reported_state: "in_review" }] }, ["in_review"]],
  [
    "a deposit to be sent back",
    { deposits: [{ ...deposit, reported_state: "refund_pending" }] },
    ["refund_pending"],
  ],
  ["a deposit that ended otherwise", { deposits: [{ ...deposit, reported_state: "accepted" }] }, []],
  [
    "a listed one of which nobody knows",
    { deposits: [{ ...listed, reported_state: "unknown" }] },
    ["in_review"],
  ],
  ["a deposit that is only reported", { deposits: [reported] }, ["in_review"]],
  ["one reported as we do not know", { deposits: [{ ...reported, reported_state: "unknown" }] }, []],
  ["a failed withdrawal in doubt", { withdrawals: [{ ...failed, evidence: "unanswered" }] }, ["uncertain"]],
  ["a paid withdrawal", { withdrawals: [{ ...withdrawal, evidence: "accepted" }] }, []],
  ["a withdrawal that differs", { withdrawals: [differing] }, ["contradicted"]],
  ["a difference that was seen", { withdrawals: [{ ...differing, reviewed_at: NOW }] }, []],
  ["a refund of the sandbox", { refunds: [{ ...refund, environment: "sandbox" }] }, []],
  ["an attempt of it", { attempts: [{ ...attempt, environment: "sandbox", state: "awaiting" }] }, []],
])("of %s, what is open of a customer's money is %j", (_, money, states) => {
  expect(openIn(money).map(({ state }) => state)).toEqual(states)
})

test("what is open is named by kind, id and state", () => {
  expect(openIn({ refunds: [refund] })).toEqual([{ kind: "refund", id: "r", state: "due" }])
})

test("an attempt is open that can be paid, or whose money no capture has taken", () => {
  const openFor = (state: "open" | "captured") =>
    openOf(ATTEMPT_STATES, (one) => ({
      payments: [{ ...payment, state }],
      attempts: [{ ...attempt, state: one }],
    }))
  expect(openFor("open")).toEqual(["opening", "awaiting", "confirming", "settled"])
  expect(openFor("captured")).toEqual(["opening", "awaiting", "confirming"])
})

test("a deposit, a refund and a withdrawal are open until they end, and a webhook until it is processed or dead", () => {
  const of = { id: "d", environment: "live" }
  expect(openOf(DEPOSIT_STATES, (state) => ({ deposits: [{ ...deposit, state }] }))).toEqual([
    ...["in_review", "processing", "refund_pending"],
  ])
  expect(openOf(REFUND_STATES, (state) => ({ refunds: [{ ...of, state }] }))).toEqual(
    REFUND_STATES.filter((state) => state !== "done")
  )
  expect(openOf(WITHDRAWAL_STATES, (state) => ({ withdrawals: [{ ...withdrawal, state }] }))).toEqual([
    ...["requested", "quoted", "awaiting_approval", "sending", "sent", "unknown"],
  ])
  expect(openOf(DELIVERY_STATES, (state) => ({ deliveries: [{ ...of, state }] }))).toEqual([
    ...["received", "processing"],
  ])
})
