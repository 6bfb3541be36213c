import { ASSIGNMENT_STATUSES } from "../../../gateway/contract/payments"
import { reachableFrom } from "../../__tests__/reachable"
import {
  DEPOSIT_ACTIONS,
  DEPOSIT_STATES,
  DEPOSIT_TRANSITIONS,
  type DepositState,
  INCOME_STATES,
  type InvoiceFacts,
  isReportStored,
  isResolved,
  isResultOf,
  judgeInvoice,
  judgeListed,
  REPORTED_STATES,
  reportedState,
  type ReportedState,
  resolutionToState,
  STATE_AFTER,
} from "../deposit-lifecycle"

const TRANSITIONS: Record<DepositState, readonly DepositState[]> = DEPOSIT_TRANSITIONS
const leadingTo = (to: DepositState) => DEPOSIT_STATES.filter((state) => TRANSITIONS[state].includes(to))
/** What the service can call a deposit, and the states that these words mean. */
const STATUSES = ["review_required", "assigned", "accepted", "refund_pending", "refunded"]
const EVENTS = ["in_review", "assigned", "accepted", "refund_pending", "refunded"] as const

/** Of a deposit that was in review. */
const REVIEWED = DEPOSIT_STATES.filter((state) => state !== "income")

test("every state but income can be reached from review, and every one that is not resolved leads to each end", () => {
  expect(reachableFrom(TRANSITIONS, "in_review")).toEqual([...REVIEWED].sort())
  expect([isResolved("income"), leadingTo("income")]).toEqual([true, []])
  const ends = REVIEWED.filter(isResolved)
  expect(ends).toEqual(["assigned", "accepted", "refunded"])
  for (const state of DEPOSIT_STATES.filter((one) => !isResolved(one)))
    expect(reachableFrom(TRANSITIONS, state)).toEqual(expect.arrayContaining(ends))
})

test("only review leads to an action, and only one that did not happen or a failed refund comes back", () => {
  for (const state of DEPOSIT_STATES) expect(TRANSITIONS[state]).not.toContain(state)
  expect(leadingTo("processing")).toEqual(["in_review"])
  expect(leadingTo("in_review")).toEqual(["processing", "refund_pending"])
})

test.each([
  ["assign", ["assigned"]],
  ["accept", ["accepted"]],
  ["refund", ["refund_pending", "refunded"]],
] as const)("%s can lead to %j and to nothing else", (action, states) => {
  const all = ["in_review", "processing", "assigned", "accepted", "refund_pending", "refunded"] as const
  expect(all.filter((state) => isResultOf(action, state))).toEqual(states)
  expect(DEPOSIT_ACTIONS.map((one) => TRANSITIONS.processing.includes(STATE_AFTER[one]))).not.toContain(false)
})

test("a status reads as its state, and one that is not known as none", () => {
  expect(STATUSES.map(resolutionToState)).toEqual(EVENTS)
  expect(REPORTED_STATES).toEqual([...EVENTS, "unknown"])
  expect(INCOME_STATES).toEqual(["income", "accepted"])
  expect(["held_for_compliance", ""].map(resolutionToState)).toEqual([null, null])
})

test.each<[DepositState, DepositState[]]>([
  ["in_review", ["in_review"]],
  ["processing", ["in_review"]],
  ["assigned", ["assigned"]],
  ["accepted", ["accepted"]],
  ["refund_pending", ["refund_pending"]],
  ["refunded", ["refunded"]],
])(
  "a report of each state that a deposit can have come to is kept: when it is %s, not of %j",
  (state, not) => {
    const stored = EVENTS.filter((to) => isReportStored({ state, reported: null }, to))
    expect(stored).toEqual(EVENTS.filter((to) => !not.includes(to)))
  }
)

const NOT_REVIEW = ["assigned", "accepted", "refund_pending", "refunded"]
const ENDS = ["assigned", "accepted", "refunded"]
test.each<[ReportedState, readonly string[]]>([
  ["in_review", NOT_REVIEW],
  ["refund_pending", NOT_REVIEW],
  ["unknown", NOT_REVIEW],
  ["assigned", ENDS],
  ["accepted", ENDS],
  ["refunded", ENDS],
])("the unconfirmed report %s gives way: a final one to final ones only", (reported, stored) => {
  expect(EVENTS.filter((to) => isReportStored({ state: "in_review", reported }, to))).toEqual(stored)
})

test("an old event of the review does not undo the reported end of an action", () => {
  expect(isReportStored({ state: "refund_pending", reported: "refunded" }, "in_review")).toBe(false)
})

describe("a list", () => {
  test.each(DEPOSIT_STATES)(
    "moves a deposit that is %s to another state, also one that had ended here",
    (state) => {
      const own = state === "processing" ? "in_review" : state
      const stays = state === "processing" ? "unknown" : "current"
      expect(STATUSES.map((status) => judgeListed(state, status))).toEqual(
        EVENTS.map((to) => (to === own ? stays : to))
      )
      const unknown = isResolved(state) ? "unknown" : "current"
      expect([judgeListed(state, "held_for_compliance"), judgeListed(state, null)]).toEqual([
        unknown,
        unknown,
      ])
    }
  )
})

test.each([
  ["deposit.review_required", null, "in_review"],
  ["deposit.assigned", "review_required", "assigned"],
  ["deposit.refund_failed", null, "in_review"],
  ["deposit.closed", "refunded", "refunded"],
  ["deposit.frozen", "held_for_compliance", null],
  ["deposit.frozen", null, null],
])("the event %s with the status %s reports %s", (event, status, state) => {
  expect(reportedState(event, status)).toBe(state)
})

const LEDGER_ONLY: InvoiceFacts = {
  ...{ status: "paid", autoDepositAssignmentStatus: undefined, externalOrderId: undefined },
  ...{ isOfPayment: false, isOfCustomer: true, hasDeposit: false },
}
const inReview = (word: string): [string, Partial<InvoiceFacts>, "review"] => [
  word,
  assignment(word),
  "review",
]
const named = { externalOrderId: "payses_1" }
const assignment = (autoDepositAssignmentStatus: string) => ({ autoDepositAssignmentStatus })

test.each<[string, Partial<InvoiceFacts>, ReturnType<typeof judgeInvoice>]>([
  ["paid, at an address of ours, without an order", {}, "income"],
  ["overpaid", { status: "overpaid" }, "income"],
  ["with a word that no order follows from", assignment("recorded"), "income"],
  ["with such a word, although it names an order", { ...assignment("recorded"), ...named }, "income"],
  ["on its way", { status: "confirming" }, "unsettled"],
  ["ended", { status: "expired" }, "unsettled"],
  ["with a status that is not known", { status: "settled_partially" }, "unsettled"],
  ["of a payment of ours", { isOfPayment: true }, "order"],
  ["attached to an intent", { ...assignment("matched"), ...named }, "order"],
  ["attached to an intent of nobody", assignment("matched"), "order"],
  ["that names an order and no assignment", named, "order"],
  ...ASSIGNMENT_STATUSES.map(inReview),
  ["that names the order it may be for", { ...assignment("review_required_ambiguous"), ...named }, "review"],
  ["whose transfer is in review, unmarked", { hasDeposit: true }, "review"],
  ["of another shop of the business", { isOfCustomer: false }, "stranger"],
])("an invoice %s", (_, change, standing) => {
  expect(judgeInvoice({ ...LEDGER_ONLY, ...change })).toBe(standing)
})
