import { canWithdrawalMove, WITHDRAWAL_STATES } from "../withdrawal-lifecycle"
import {
  approvalProblemOf,
  decideConsent,
  isUnreadable,
  isWrittenOff,
  obstacleTo,
  type OperatorRefusals,
  reviewOf,
  type StandingRow,
  WITHDRAWAL_ACTIONS,
  type WithdrawalAction,
  type WithdrawalObstacle,
  type WithdrawalStanding,
} from "../withdrawal-decisions"

const NOW = new Date("2026-11-23T12:00:00Z")
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)
const SOON = ago(-1)
const later = (ms: number) => new Date(NOW.getTime() + ms)
const KEY_MISMATCH = "IDEMPOTENCY_KEY_MISMATCH"
const row: StandingRow = {
  ...{ state: "quoted", state_at: NOW, created_at: NOW, checked_at: null, token: "USDC", amount: "10" },
  chain: "evm",
  ...{ quote_id: "quote_1", quote_fee: null, quote_expires_at: SOON, due_at: null, requested_by: "user_1" },
  ...{ gateway_withdrawal_id: null, evidence: null },
  ...{ mismatch: null, first_sent_at: null, reviewed_at: null },
}
const facts = {
  destinationState: "approved",
  isOwnAddress: false,
  otherPayout: null,
  now: NOW,
  history: [],
  isAtTodaysRate: false,
} as const

type Given = Partial<StandingRow> &
  Partial<Omit<WithdrawalStanding, "row" | "now">> &
  Partial<OperatorRefusals>

function obstacle(action: WithdrawalAction, given: Given) {
  const {
    destinationState,
    isOwnAddress,
    otherPayout,
    isAtTodaysRate = false,
    refusal = null,
    approvalRefusal = null,
    ...change
  } = given
  const standing = {
    ...{ ...facts, isAtTodaysRate, row: { ...row, ...change } },
    ...(destinationState && { destinationState }),
    ...(isOwnAddress && { isOwnAddress }),
    ...(otherPayout && { otherPayout }),
  }
  return obstacleTo(action, standing, { refusal, approvalRefusal })
}
const possible = (given: Given) => WITHDRAWAL_ACTIONS.filter((action) => obstacle(action, given) === null)

const OFF = { code: "payouts_off" } as const
const OWN = { code: "self_approval" } as const
const ODD = { code: "quote_inconsistent" } as const
const known = { gateway_withdrawal_id: "wd_1" } as const
const unreadable = { ...known, state_at: ago(73) } as const
const rejected = { ...known, state: "failed", first_sent_at: NOW } as const
const unseen = { ...known, mismatch: "It failed." } as const

test.each([
  ["requested", { quote_id: null }, ["quote", "cancel"]],
  ["quoted", {}, ["quote", "confirm", "cancel"]],
  ["awaiting_approval", {}, ["quote", "approve", "cancel"]],
  ["sending", {}, ["adopt", "check"]],
  ["sent", known, ["check"]],
  ["unknown", {}, ["adopt", "write_off", "end", "check"]],
  ["completed", known, ["check"]],
  ["failed", known, ["check"]],
  ["failed", rejected, ["acknowledge", "check"]],
  ["failed", { ...rejected, approvalRefusal: OWN }, ["acknowledge", "check"]],
  ["failed", { ...rejected, ...unseen, approvalRefusal: OWN }, ["check"]],
  ["refused", { first_sent_at: NOW }, ["acknowledge"]],
  ["sent", unreadable, ["end", "check"]],
  ["completed", unseen, ["acknowledge", "check"]],
  ["completed", { ...unseen, reviewed_at: NOW }, ["check"]],
  ["unknown", { evidence: "DUPLICATE_REQUEST" }, ["adopt", "end", "check"]],
  ["unknown", { evidence: "accepted" }, ["adopt", "end", "check"]],
  ["unknown", { evidence: "CONFLICT" }, ["adopt", "end", "check"]],
  ["refused", { evidence: "unanswered" }, ["check"]],
  ["refused", {}, []],
  ["cancelled", {}, []],
  ["quoted", { refusal: OFF }, ["cancel"]],
  ["sent", { ...known, refusal: OFF }, ["check"]],
] as const)("one that is %s can be followed by %j", (state, change, actions) => {
  expect(possible({ state, ...change })).toEqual(actions)
})

test.each<[StandingRow["state"], Partial<StandingRow>, ReturnType<typeof reviewOf>]>([
  ["failed", { first_sent_at: NOW }, "failure"],
  ["refused", { first_sent_at: NOW }, "failure"],
  ["failed", { first_sent_at: NOW, mismatch: "It differs." }, "mismatch"],
  ["failed", { first_sent_at: NOW, reviewed_at: NOW }, null],
  ["refused", {}, null],
  ["cancelled", { first_sent_at: NOW }, null],
  ["completed", { first_sent_at: NOW }, null],
  ["sent", { first_sent_at: NOW }, null],
  ["sent", { mismatch: "It differs." }, "mismatch"],
])("of one that is %s with %j a person has to review: %s", (state, change, review) => {
  expect(reviewOf({ ...row, state, ...change })).toBe(review)
})

test.each<[StandingRow["state"], Partial<StandingRow>, boolean]>([
  ["refused", { evidence: "unanswered" }, true],
  ["refused", { evidence: "calling" }, false],
  ["refused", {}, false],
  ["refused", { evidence: "unanswered", ...known }, false],
  ["unknown", { evidence: "unanswered" }, false],
])("one that is %s with %j was ended without proof: %s", (state, change, isEnded) => {
  expect(isWrittenOff({ ...row, state, ...change })).toBe(isEnded)
})

test("what can be cancelled, adopted or written off is what the lifecycle lets go there", () => {
  for (const state of WITHDRAWAL_STATES) {
    const isOpen = canWithdrawalMove(state, "cancelled")
    const given = (["cancel", "quote", "write_off"] as const).map(
      (action) => obstacle(action, { state }) === null
    )
    expect([state, ...given]).toEqual([state, isOpen, isOpen, state === "unknown"])
  }
})

test.each(["quote", "confirm", "approve", "adopt", "write_off", "end", "acknowledge"] as const)(
  "who may not move money out may not %s",
  (action) => {
    for (const state of WITHDRAWAL_STATES)
      expect(possible({ ...unreadable, ...unseen, state, refusal: OFF })).not.toContain(action)
  }
)

test.each<[WithdrawalAction, Given, WithdrawalObstacle | null]>([
  ["confirm", { quote_id: null }, { code: "no_quote" }],
  ["confirm", { state: "requested", quote_id: null }, { code: "no_quote" }],
  ["confirm", { quote_expires_at: NOW }, { code: "expired", at: NOW }],
  ["confirm", { quote_expires_at: later(5_000) }, { code: "expired", at: later(5_000) }],
  ["confirm", { quote_expires_at: later(5_001) }, null],
  ["confirm", { quote_expires_at: null }, null],
  ["confirm", { quote_fee: "99" }, { ...ODD, reason: "fee_above_amount", fee: "99", amount: "10" }],
  ["confirm", { due_at: SOON }, { code: "quoting" }],
  ["confirm", { due_at: NOW }, null],
  ["confirm", { destinationState: "pending" }, { code: "destination_not_approved" }],
  ["confirm", { destinationState: "archived" }, { code: "destination_archived" }],
  ["confirm", { refusal: OFF, quote_expires_at: NOW }, OFF],
  ["confirm", { state: "awaiting_approval" }, { code: "awaiting_approval" }],
  ["confirm", { state: "sending" }, { code: "in_state", state: "sending" }],
  ["quote", { due_at: SOON }, { code: "quoting" }],
  ["quote", { isOwnAddress: true }, { code: "own_address" }],
  ["quote", { created_at: ago(24), isAtTodaysRate: true }, { code: "quote_expired", computedAt: ago(24) }],
  ["quote", { created_at: ago(24) }, null],
  ["quote", { state: "completed" }, { code: "in_state", state: "completed" }],
  ["approve", {}, { code: "not_confirmed" }],
  ["approve", { state: "requested" }, { code: "not_confirmed" }],
  ["approve", { state: "awaiting_approval", approvalRefusal: OWN }, OWN],
  ["approve", { state: "awaiting_approval", quote_expires_at: NOW }, { code: "expired", at: NOW }],
  ["cancel", { state: "sending" }, { code: "in_state", state: "sending" }],
  ["cancel", { state: "sent" }, { code: "in_state", state: "sent" }],
  ["cancel", { state: "unknown" }, { code: "in_state", state: "unknown" }],
  ["adopt", {}, { code: "in_state", state: "quoted" }],
  ["adopt", { state: "unknown", approvalRefusal: OWN }, OWN],
  ["write_off", { state: "sending" }, { code: "still_sending" }],
  ["write_off", { state: "unknown", approvalRefusal: OWN }, OWN],
  ["write_off", { state: "unknown", evidence: KEY_MISMATCH }, { code: "conflict", answerCode: KEY_MISMATCH }],
  ["end", { state: "sent" }, { code: "followed", days: 3 }],
  ["end", { state: "sent", state_at: ago(72) }, { code: "followed", days: 3 }],
  ["end", { state: "sent", state_at: new Date(ago(72).getTime() - 1) }, null],
  ["end", { state: "sent", ...unreadable, checked_at: ago(1) }, { code: "followed", days: 3 }],
  ["end", {}, { code: "in_state", state: "quoted" }],
  ["end", { state: "sent", ...unreadable, approvalRefusal: OWN }, OWN],
  ["acknowledge", {}, { code: "nothing_to_review" }],
  ["acknowledge", { ...unseen, reviewed_at: NOW }, { code: "already_reviewed" }],
  ["acknowledge", { ...rejected, reviewed_at: NOW }, { code: "already_reviewed" }],
  ["acknowledge", { ...rejected, refusal: OFF }, OFF],
  ["acknowledge", { ...unseen, approvalRefusal: OWN }, OWN],
  ["check", {}, { code: "in_state", state: "quoted" }],
  ["check", { state: "sending", refusal: OFF }, OFF],
  ["check", { state: "unknown", refusal: OFF }, null],
])("%s with %j says why not", (action, change, expected) => {
  expect(obstacle(action, change)).toEqual(expected)
})

test.each([["quoted"], ["awaiting_approval"]] as const)(
  "beside another payout of its refund, one that is %s can only be cancelled",
  (state) => {
    const otherPayout = { id: "ocwd_2", state: "completed", mismatch: null } as const
    expect(possible({ state, otherPayout })).toEqual(["cancel"])
    expect(obstacle("quote", { state, otherPayout })).toEqual({ code: "already_done", otherPayout })
  }
)

/** What speaks against the second user, where the one who confirmed has left `payouts.allowedUsers`. */
function problemIn(state: StandingRow["state"]) {
  const access = { approval: "second_user", allowedUsers: ["user_2"], allowApiKeys: false } as const
  const action = "withdrawal.confirmed"
  const history = [{ action, actor_id: "user_1", owner_id: null, created_at: NOW }]
  return approvalProblemOf({ row: { ...row, state }, history }, { id: "user_2", type: "user" }, access)?.code
}

test.each([
  ["sent", true],
  ["unknown", false],
] as const)("of one that is %s and was not shown for days, a person reports the outcome: %s", (state, is) => {
  expect(isUnreadable({ ...row, ...unreadable, state }, NOW)).toBe(is)
})

test.each(["quote_expired", "quote_refused"])(
  "after a confirmation that ended by %s, users behind the keys that requested and confirmed it cannot approve it",
  (ended) => {
    const by = (action: string, actor_id: string | null, owner_id: string | null) => ({
      ...{ action: `withdrawal.${action}`, actor_id, owner_id, created_at: NOW },
    })
    const history = [
      by("requested", "apk_1", "user_2"),
      by("confirmed", "user_3", null),
      by(ended, null, null),
      by("confirmed", "apk_2", "user_1"),
      by("confirmed", null, null),
      by("checked", "user_3", null),
    ]
    const its = { row: { ...row, state: "awaiting_approval", requested_by: "apk_1" } as const, history }
    const access = {
      approval: "second_user",
      allowedUsers: ["user_1", "user_2", "user_3"],
      allowApiKeys: true,
    } as const
    const codeFor = (id: string, past = history) =>
      approvalProblemOf({ ...its, history: past }, { id, type: "user" }, access)?.code
    expect(codeFor("user_3", history.slice(0, 3))).toBeUndefined()
    expect(["user_1", "user_2", "user_3"].map((id) => codeFor(id))).toEqual([
      "self_approval",
      "self_approval",
      undefined,
    ])
  }
)

test("a confirmation that counts no more stops an approval", () => {
  expect(problemIn("awaiting_approval")).toBe("confirmation_void")
})

test.each(["sending", "sent", "unknown", "completed", "failed", "refused"] as const)(
  "an obsolete confirmation does not block the resolution of one that is %s",
  (state) => {
    expect(problemIn(state)).toBeUndefined()
  }
)

test.each([
  ["evm", "send", undefined],
  ["nova", "hold", "self_approval"],
])("without a required approval, a confirmed payout on %s is: %s", (chain, kind, own) => {
  const access = { approval: "none", allowedUsers: ["user_1", "user_2"], allowApiKeys: false } as const
  const standing = { ...facts, row: { ...row, chain }, sentLastDay: [] }
  const actor = { id: "user_1", type: "user", ownerId: null }
  const consent = { action: "confirm", quoteId: "quote_1", actor } as const
  const policy = { ...access, limits: "none" } as const
  expect(decideConsent(standing, consent, policy).kind).toBe(kind)
  expect(approvalProblemOf(standing, actor, access)?.code).toBe(own)
})
