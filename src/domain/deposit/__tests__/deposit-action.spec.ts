import {
  type ActionFacts,
  type ActionSurroundings,
  decideAction,
  decideAfterFailure,
  DEPOSIT_ACTIONS,
  DEPOSIT_STATES,
  type DepositAction,
  type FailedAction,
  findActionRefusal,
  isOutcomeCurrent,
  pauseBeforeRepeating,
} from "../deposit-lifecycle"

const facts: ActionFacts & ActionSurroundings = {
  ...{ state: "in_review", confirmed_at: new Date(), reported_state: null },
  ...{ assignment_status: "review_required_ambiguous", is_supported: true },
  ...{ customer_id: "cus_1", from_address: "0xFrom", candidates: ["int_1"], hasPayoutKey: true },
}
type Change = Partial<typeof facts>
const refusalOf = (action: DepositAction, change: Change) => {
  const changed = { ...facts, ...change }
  return findActionRefusal(action, changed, changed)
}
const possible = (change: Change) => DEPOSIT_ACTIONS.filter((action) => refusalOf(action, change) === null)

const ALL = ["assign", "accept", "refund"]

test.each<[string | null, string[]]>([
  ["unassigned_no_intent", ALL],
  ["review_required_asset_mismatch", ALL],
  ["review_required_amount_mismatch", ALL],
  ["review_required_ambiguous", ALL],
  ["review_required_unsupported_asset", ["accept", "refund"]],
  ["review_required_non_positive_net", ["refund"]],
  ["review_required_sanctions", ALL],
  [null, ALL],
])(
  "%s, known or not, has the actions %j, and no assignment without a fitting payment",
  (assignment_status, actions) => {
    expect(possible({ assignment_status })).toEqual(actions)
    const withoutCandidate = possible({ assignment_status, candidates: [] })
    expect(withoutCandidate).toEqual(actions.filter((action) => action !== "assign"))
    for (const state of DEPOSIT_STATES.filter((one) => one !== "in_review"))
      expect(possible({ assignment_status, state })).toEqual([])
    expect(possible({ assignment_status, reported_state: "refunded" })).toEqual([])
  }
)

test.each<[DepositAction, Change, string]>([
  ["assign", { state: "processing" }, "under_way"],
  ["accept", { state: "assigned" }, "resolved"],
  ["refund", { state: "refund_pending" }, "refund_pending"],
  ["assign", { is_supported: false }, "unsupported_asset"],
  ["assign", { assignment_status: "review_required_non_positive_net" }, "nothing_left"],
  ["accept", { assignment_status: "review_required_non_positive_net" }, "nothing_left"],
  ["assign", { customer_id: null, candidates: [] }, "no_customer"],
  ["assign", { candidates: [] }, "no_candidate"],
  ["refund", { hasPayoutKey: false }, "no_payout_key"],
  ["refund", { from_address: null }, "unknown_sender"],
  ["refund", { confirmed_at: null }, "unconfirmed"],
])("%s with %j is refused as %s", (action, change, code) => {
  expect(refusalOf(action, change)?.code).toBe(code)
})

const processing = { state: "processing" } as const
const same = { action: "assign", action_intent_id: "int_1" } as const
const other = { ...same, action_intent_id: "int_2" } as const
const unsupported = { code: "unsupported_asset" }
const nothing = { action: null, action_intent_id: null, is_leased: false } as const
type UnderWay = Partial<Parameters<typeof decideAction>[1]>

test.each<[string, DepositAction, Change, UnderWay, string | object]>([
  ["assign begins", "assign", {}, {}, "begin"],
  ["accept begins", "accept", {}, {}, "begin"],
  ["refund begins", "refund", {}, {}, "begin"],
  ["what is not possible is refused", "assign", { is_supported: false }, {}, unsupported],
  ["what does not fit is refused", "assign", { candidates: ["int_2"] }, {}, { code: "not_a_candidate" }],
  ["the same resumes", "assign", processing, same, "resume"],
  ["the same conflicts during a call", "assign", processing, { ...same, is_leased: true }, "conflict"],
  ["another payment conflicts", "assign", processing, other, "conflict"],
  ["another action conflicts", "accept", processing, { action: "refund" }, "conflict"],
])("of choices on a locked row, %s", (_, action, change, underWay, decision) => {
  const choice = { action, intentId: action === "assign" ? "int_1" : null }
  const changed = { ...facts, ...change }
  const decided = decideAction(choice, { ...changed, ...nothing, ...underWay }, changed)
  if (typeof decision === "string") expect(decided).toEqual({ kind: decision })
  else expect(decided).toEqual({ kind: "refused", refusal: decision })
})

test.each(DEPOSIT_STATES.filter((state) => state !== "in_review" && state !== "processing"))(
  "a deposit that is %s conflicts, whatever was done before",
  (state) => {
    const accepted = { ...facts, ...nothing, state, action: "accept" } as const
    const decided = decideAction({ action: "accept", intentId: null }, accepted, facts)
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
  ["an answer that was lost, after that of a conflict", "TIMEOUT", { status: 409 }, "repeat"],
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

test("pauses double from five seconds to five minutes", () => {
  expect([1, 2, 3, 6, 7, 8, 1_000].map(pauseBeforeRepeating)).toEqual([
    5_000, 10_000, 20_000, 160_000, 300_000, 300_000, 300_000,
  ])
})
