import { canWithdrawalMove, WITHDRAWAL_STATES } from "../withdrawal-lifecycle"
import {
  withdrawalChoices,
  type WithdrawalAction,
  type WithdrawalChoiceFacts,
  type WithdrawalObstacle,
} from "../withdrawal-choices"

const NO_SIGNS = { isAccepted: false, conflictCode: null, lastAnswerCode: null }
const KEY_MISMATCH = "IDEMPOTENCY_KEY_MISMATCH"
const MISMATCH = { ...NO_SIGNS, lastAnswerCode: KEY_MISMATCH }
const facts: WithdrawalChoiceFacts = {
  ...{ state: "quoted", hasQuote: true, isQuoteExpired: false, quoteProblem: null, isQuoting: false },
  ...{ hasGatewayId: false, isWrittenOff: false, signs: NO_SIGNS, isUnreadable: false, mismatch: "none" },
  ...{ refusal: null, approvalRefusal: null, refundProblem: null, destinationProblem: null },
}
const OFF = { code: "payouts_off" } as const
const OWN = { code: "self_approval" } as const
const possible = (change: Partial<WithdrawalChoiceFacts>) =>
  Object.entries(withdrawalChoices({ ...facts, ...change })).flatMap(([action, obstacle]) =>
    obstacle === null ? [action] : []
  )

test.each([
  ["requested", { hasQuote: false }, ["quote", "cancel"]],
  ["quoted", {}, ["quote", "confirm", "cancel"]],
  ["awaiting_approval", {}, ["quote", "approve", "cancel"]],
  ["sending", {}, ["adopt", "check"]],
  ["sent", { hasGatewayId: true }, ["check"]],
  ["unknown", {}, ["adopt", "write_off", "end", "check"]],
  ["completed", { hasGatewayId: true }, ["check"]],
  ["failed", { hasGatewayId: true }, ["check"]],
  ["sent", { hasGatewayId: true, isUnreadable: true }, ["end", "check"]],
  ["completed", { hasGatewayId: true, mismatch: "unseen" }, ["acknowledge", "check"]],
  ["completed", { hasGatewayId: true, mismatch: "seen" }, ["check"]],
  ["unknown", { signs: { ...NO_SIGNS, lastAnswerCode: "DUPLICATE_REQUEST" } }, ["adopt", "end", "check"]],
  ["unknown", { signs: { ...NO_SIGNS, isAccepted: true } }, ["adopt", "end", "check"]],
  ["unknown", { signs: { ...NO_SIGNS, conflictCode: "CONFLICT" } }, ["adopt", "end", "check"]],
  ["refused", { isWrittenOff: true }, ["check"]],
  ["refused", {}, []],
  ["cancelled", {}, []],
  ["quoted", { refusal: OFF }, ["cancel"]],
  ["sent", { hasGatewayId: true, refusal: OFF }, ["check"]],
] as const)("one that is %s can be followed by %j", (state, change, actions) => {
  expect(possible({ state, ...change })).toEqual(actions)
})

test("what can be cancelled, adopted or written off is what the lifecycle lets go there", () => {
  for (const state of WITHDRAWAL_STATES) {
    const choices = withdrawalChoices({ ...facts, state })
    const isOpen = canWithdrawalMove(state, "cancelled")
    const given = [choices.cancel, choices.quote, choices.write_off].map((obstacle) => obstacle === null)
    expect([state, ...given]).toEqual([state, isOpen, isOpen, state === "unknown"])
  }
})

test.each(["quote", "confirm", "approve", "adopt", "write_off", "end", "acknowledge"] as const)(
  "who may not move money out may not %s",
  (action) => {
    for (const state of WITHDRAWAL_STATES)
      expect(possible({ state, isUnreadable: true, mismatch: "unseen", refusal: OFF })).not.toContain(action)
  }
)

test.each<[WithdrawalAction, Partial<WithdrawalChoiceFacts>, WithdrawalObstacle | null]>([
  ["confirm", { hasQuote: false }, { code: "no_quote" }],
  ["confirm", { state: "requested", hasQuote: false }, { code: "no_quote" }],
  ["confirm", { isQuoteExpired: true }, { code: "expired" }],
  ["confirm", { isQuoting: true }, { code: "quoting" }],
  ["confirm", { destinationProblem: { code: "destination_archived" } }, { code: "destination_archived" }],
  ["confirm", { refusal: OFF, isQuoteExpired: true }, OFF],
  ["confirm", { state: "awaiting_approval" }, { code: "awaiting_approval" }],
  ["confirm", { state: "sending" }, { code: "in_state", state: "sending" }],
  ["quote", { isQuoting: true }, { code: "quoting" }],
  ["quote", { state: "completed" }, { code: "in_state", state: "completed" }],
  ["approve", {}, { code: "not_confirmed" }],
  ["approve", { state: "awaiting_approval", approvalRefusal: OWN }, OWN],
  ["approve", { state: "awaiting_approval", isQuoteExpired: true }, { code: "expired" }],
  ["cancel", { state: "sending" }, { code: "in_state", state: "sending" }],
  ["cancel", { state: "sent" }, { code: "in_state", state: "sent" }],
  ["cancel", { state: "unknown" }, { code: "in_state", state: "unknown" }],
  ["adopt", {}, { code: "in_state", state: "quoted" }],
  ["adopt", { state: "unknown", approvalRefusal: OWN }, OWN],
  ["write_off", { state: "sending" }, { code: "still_sending" }],
  ["write_off", { state: "unknown", approvalRefusal: OWN }, OWN],
  ["write_off", { state: "unknown", signs: MISMATCH }, { code: "conflict", answerCode: KEY_MISMATCH }],
  ["end", { state: "sent" }, { code: "followed", days: 3 }],
  ["end", {}, { code: "in_state", state: "quoted" }],
  ["end", { state: "sent", isUnreadable: true, approvalRefusal: OWN }, OWN],
  ["acknowledge", {}, { code: "no_mismatch" }],
  ["acknowledge", { mismatch: "seen" }, { code: "mismatch_seen" }],
  ["acknowledge", { mismatch: "unseen", approvalRefusal: OWN }, OWN],
  ["check", {}, { code: "in_state", state: "quoted" }],
  ["check", { state: "sending", refusal: OFF }, OFF],
  ["check", { state: "unknown", refusal: OFF }, null],
])("%s with %j says why not", (action, change, obstacle) => {
  expect(withdrawalChoices({ ...facts, ...change })[action]).toEqual(obstacle)
})

test.each([["quoted"], ["awaiting_approval"]] as const)(
  "beside another payout of its refund, one that is %s can only be cancelled",
  (state) => {
    const otherPayout = { id: "ocwd_2", state: "completed", mismatch: null } as const
    const refundProblem = { code: "already_done", otherPayout } as const
    expect(possible({ state, refundProblem })).toEqual(["cancel"])
  }
)
