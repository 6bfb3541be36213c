import {
  type ActionFacts,
  decideAction,
  decideAfterFailure,
  DEPOSIT_ACTIONS,
  DEPOSIT_STATES,
  type DepositAction,
  type FailedAction,
  findActionRefusal,
  isOutcomeCurrent,
} from "../deposit-lifecycle"

const facts: ActionFacts = {
  ...{ state: "in_review", isConfirmed: true, assignmentStatus: "review_required_ambiguous" },
  ...{ isSupported: true, hasCustomer: true, hasSender: true, hasPayoutKey: true },
  ...{ candidates: ["int_1"], toleranceBps: 100 },
}
const possible = (change: Partial<ActionFacts>) =>
  DEPOSIT_ACTIONS.filter((action) => findActionRefusal(action, { ...facts, ...change }) === null)

const ALL = ["assign", "accept", "refund"]

test.each<[string | null, string[]]>([
  ["unassigned_no_intent", ALL],
  ["review_required_asset_mismatch", ALL],
  ["review_required_amount_mismatch", ALL],
  ["review_required_ambiguous", ALL],
  ["review_required_unsupported_asset", ["refund"]],
  ["review_required_non_positive_net", ["refund"]],
  ["review_required_sanctions", ALL],
  [null, ALL],
])(
  "%s, known or not, has the actions %j, and no assignment without a fitting payment",
  (assignmentStatus, actions) => {
    expect(possible({ assignmentStatus })).toEqual(actions)
    const withoutCandidate = possible({ assignmentStatus, candidates: [] })
    expect(withoutCandidate).toEqual(actions.filter((action) => action !== "assign"))
    for (const state of DEPOSIT_STATES.filter((one) => one !== "in_review"))
      expect(possible({ assignmentStatus, state })).toEqual([])
    expect(possible({ assignmentStatus, isConfirmed: false })).toEqual([])
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
  ["refund", { isConfirmed: false }, "unconfirmed"],
])("%s with %j is refused as %s", (action, change, code) => {
  expect(findActionRefusal(action, { ...facts, ...change })?.code).toBe(code)
})

const processing = { state: "processing" } as const
const same = { action: "assign", intentId: "int_1" } as const
const unsupported = { code: "unsupported_asset", action: "accept" }
type UnderWay = Parameters<typeof decideAction>[2]

test.each<[string, DepositAction, Partial<ActionFacts>, Partial<UnderWay>, string | object]>([
  ["assign begins", "assign", {}, {}, "begin"],
  ["accept begins", "accept", {}, {}, "begin"],
  ["refund begins", "refund", {}, {}, "begin"],
  ["what is not possible is refused", "accept", { isSupported: false }, {}, unsupported],
  ["what does not fit is refused", "assign", { candidates: ["int_2"] }, {}, { code: "not_a_candidate" }],
  ["the same resumes", "assign", processing, same, "resume"],
  ["the same conflicts during a call", "assign", processing, { ...same, isLeased: true }, "conflict"],
  ["another payment conflicts", "assign", processing, { action: "assign", intentId: "int_2" }, "conflict"],
  ["another action conflicts", "accept", processing, { action: "refund" }, "conflict"],
])("of choices on a locked row, %s", (_, action, change, underWay, decision) => {
  const choice = { action, intentId: action === "assign" ? "int_1" : null }
  const nothing = { action: null, intentId: null, isLeased: false }
  const decided = decideAction(choice, { ...facts, ...change }, { ...nothing, ...underWay })
  if (typeof decision === "string") expect(decided).toEqual({ kind: decision })
  else expect(decided).toEqual({ kind: "refused", refusal: decision })
})

test.each(DEPOSIT_STATES.filter((state) => state !== "in_review" && state !== "processing"))(
  "a deposit that is %s conflicts, whatever was done before",
  (state) => {
    const underWay = { action: "accept", intentId: null, isLeased: false } as const
    const decided = decideAction({ action: "accept", intentId: null }, { ...facts, state }, underWay)
    expect(decided).toEqual({ kind: "conflict" })
  }
)

test("a success counts while its action is under way, a refusal only from the latest call", () => {
  const deposit = { state: "processing", action_key: "key_1", action_attempts: 2 } as const
  const late = { action_key: "key_1", action_attempts: 1 }
  expect(isOutcomeCurrent(deposit, late, false)).toBe(true)
  expect(isOutcomeCurrent(deposit, late, true)).toBe(false)
  expect(isOutcomeCurrent(deposit, { ...late, action_attempts: 2 }, true)).toBe(true)
  expect(isOutcomeCurrent(deposit, { ...late, action_key: "key_0" }, false)).toBe(false)
  expect(isOutcomeCurrent({ ...deposit, state: "accepted" }, late, false)).toBe(false)
})

const unread = "UNEXPECTED_RESPONSE"
const mismatched = "IDEMPOTENCY_KEY_MISMATCH"
const notApplied = { outcome: "not_applied" } as const
const refused = { ...notApplied, isRetryable: false } as const
const unclear = { isRetryable: false }

test.each<[string, string, Partial<FailedAction>, ReturnType<typeof decideAfterFailure>]>([
  ["an answer that was lost", "TIMEOUT", {}, "repeat"],
  ["an answer that was lost seven times", "TIMEOUT", { attempts: 7 }, "repeat"],
  ["an answer that was lost eight times", "TIMEOUT", { attempts: 8 }, "look"],
  ["a service that is away", "SERVICE_UNAVAILABLE", {}, "repeat"],
  ["a forbidden refund", "FORBIDDEN", refused, "release"],
  ["a missing payout key", "PAYOUT_KEY_MISSING", refused, "release"],
  ["a rate limit", "RATE_LIMIT_EXCEEDED", notApplied, "repeat"],
  ["a rate limit, for the twentieth time", "RATE_LIMIT_EXCEEDED", { ...notApplied, attempts: 20 }, "repeat"],
  ["a code we do not know", "inactive_intent", { ...refused, status: 422 }, "release"],
  ["such a code, of a repetition", "BRAND_NEW", { ...refused, status: 422, attempts: 2 }, "look"],
  ["such a code, with the status of a conflict", "BRAND_NEW", { ...refused, status: 409 }, "look"],
  ["a conflict", "CONFLICT", refused, "look"],
  ["a conflict after a lost answer", "CONFLICT", unclear, "look"],
  ["a refusal after a lost answer", "FORBIDDEN", unclear, "look"],
  ["a key used for something else", mismatched, unclear, "look"],
  ["an answer that cannot be read", unread, {}, "repeat"],
  ["an answer that was read and is of something else", unread, unclear, "look"],
  ["one in progress, the thirtieth time", "IDEMPOTENCY_REQUEST_IN_PROGRESS", { attempts: 30 }, "repeat"],
])("%s leads on", (_, code, change, next) => {
  const lost = { status: undefined, outcome: "unknown", isRetryable: true, attempts: 1 } as const
  expect(decideAfterFailure({ ...lost, code, ...change })).toBe(next)
})
