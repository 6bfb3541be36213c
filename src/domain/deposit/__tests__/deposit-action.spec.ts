import { ASSIGNMENT_STATUSES } from "../../../gateway/contract"
import {
  type ActionFacts,
  decideAction,
  DEPOSIT_ACTIONS,
  DEPOSIT_STATES,
  type DepositAction,
  findActionRefusal,
  isOutcomeCurrent,
} from "../deposit-lifecycle"

const facts: ActionFacts = {
  state: "in_review",
  isConfirmed: true,
  assignmentStatus: "review_required_ambiguous",
  isSupported: true,
  hasCustomer: true,
  hasSender: true,
  hasPayoutKey: true,
  candidates: ["int_1"],
  toleranceBps: 100,
}
const possible = (change: Partial<ActionFacts>) =>
  DEPOSIT_ACTIONS.filter((action) => findActionRefusal(action, { ...facts, ...change }) === null)

test("a deposit that is only reported offers nothing, and says so", () => {
  expect(possible({ isConfirmed: false })).toEqual([])
  expect(findActionRefusal("refund", { ...facts, isConfirmed: false })).toEqual({ code: "unconfirmed" })
})

const WITH_CANDIDATE = {
  unassigned_no_intent: ["assign", "accept", "refund"],
  review_required_asset_mismatch: ["assign", "accept", "refund"],
  review_required_amount_mismatch: ["assign", "accept", "refund"],
  review_required_ambiguous: ["assign", "accept", "refund"],
  review_required_unsupported_asset: ["refund"],
  review_required_non_positive_net: ["refund"],
} as const satisfies Record<(typeof ASSIGNMENT_STATUSES)[number], readonly string[]>

test.each(ASSIGNMENT_STATUSES)("%s has the right actions, with and without a fitting payment", (status) => {
  expect(possible({ assignmentStatus: status })).toEqual(WITH_CANDIDATE[status])
  expect(possible({ assignmentStatus: status, candidates: [] })).toEqual(
    WITH_CANDIDATE[status].filter((action) => action !== "assign")
  )
})

test.each([null, "review_required_sanctions"])(
  "the status %p, which we do not know, leaves it to the service",
  (status) => {
    expect(possible({ assignmentStatus: status })).toEqual(["assign", "accept", "refund"])
  }
)

test.each(DEPOSIT_STATES.filter((state) => state !== "in_review"))(
  "nothing is possible when it is %s",
  (state) => {
    expect(possible({ state })).toEqual([])
  }
)

test.each<[DepositAction, Partial<ActionFacts>, string]>([
  ["assign", { state: "processing" }, "under_way"],
  ["accept", { state: "assigned" }, "resolved"],
  ["refund", { state: "refund_pending" }, "refund_pending"],
  ["assign", { isSupported: false }, "unsupported_asset"],
  ["accept", { isSupported: false }, "unsupported_asset"],
  ["assign", { assignmentStatus: "review_required_non_positive_net" }, "nothing_left"],
  ["accept", { assignmentStatus: "review_required_non_positive_net" }, "nothing_left"],
  ["assign", { hasCustomer: false, candidates: [] }, "no_customer"],
  ["assign", { candidates: [], toleranceBps: 150 }, "no_candidate"],
  ["refund", { hasPayoutKey: false }, "no_payout_key"],
  ["refund", { hasSender: false }, "unknown_sender"],
])("%s with %j is refused as %s", (action, change, code) => {
  expect(findActionRefusal(action, { ...facts, ...change })?.code).toBe(code)
})

describe("a choice on a locked row", () => {
  const none = { action: null, intentId: null, isLeased: false }
  const decide = (
    action: DepositAction,
    change: Partial<ActionFacts> = {},
    underWay: Partial<Parameters<typeof decideAction>[2]> = {}
  ) =>
    decideAction(
      { action, intentId: action === "assign" ? "int_1" : null },
      { ...facts, ...change },
      { ...none, ...underWay }
    )

  test.each(DEPOSIT_ACTIONS)("%s begins where it is possible", (action) => {
    expect(decide(action)).toEqual({ kind: "begin" })
  })

  test("what is not possible is refused, and so is a payment that does not fit", () => {
    expect(decide("accept", { isSupported: false })).toEqual({
      kind: "refused",
      refusal: { code: "unsupported_asset", action: "accept" },
    })
    expect(decide("assign", { candidates: ["int_2"] })).toEqual({
      kind: "refused",
      refusal: { code: "not_a_candidate" },
    })
  })

  test("the same action resumes once no process is calling, another one conflicts", () => {
    const processing = { state: "processing" } as const
    expect(decide("assign", processing, { action: "assign", intentId: "int_1" })).toEqual({ kind: "resume" })
    expect(decide("assign", processing, { action: "assign", intentId: "int_1", isLeased: true })).toEqual({
      kind: "conflict",
    })
    expect(decide("assign", processing, { action: "assign", intentId: "int_2" })).toEqual({
      kind: "conflict",
    })
    expect(decide("accept", processing, { action: "refund" })).toEqual({ kind: "conflict" })
  })

  test.each(DEPOSIT_STATES.filter((state) => state !== "in_review" && state !== "processing"))(
    "a deposit that is %s conflicts, whatever was done before",
    (state) => {
      expect(decide("accept", { state }, { action: "accept" })).toEqual({ kind: "conflict" })
    }
  )
})

test("a success counts while its action is under way, a refusal only from the latest call", () => {
  const deposit = { state: "processing", action_key: "key_1", action_attempts: 2 } as const
  const late = { action_key: "key_1", action_attempts: 1 }
  expect(isOutcomeCurrent(deposit, late, false)).toBe(true)
  expect(isOutcomeCurrent(deposit, late, true)).toBe(false)
  expect(isOutcomeCurrent(deposit, { ...late, action_attempts: 2 }, true)).toBe(true)
  expect(isOutcomeCurrent(deposit, { ...late, action_key: "key_0" }, false)).toBe(false)
  expect(isOutcomeCurrent({ ...deposit, state: "accepted" }, late, false)).toBe(false)
})
