import { WITHDRAWAL_STATES, canWithdrawalMove } from "../withdrawal-lifecycle"
import { withdrawalChoices, type WithdrawalAction, type WithdrawalChoiceFacts } from "../withdrawal-choices"

const NO_SIGNS = { isAccepted: false, conflictCode: null, lastAnswerCode: null }
const facts: WithdrawalChoiceFacts = {
  state: "quoted",
  hasQuote: true,
  isQuoteExpired: false,
  quoteProblem: null,
  isQuoting: false,
  hasGatewayId: false,
  isWrittenOff: false,
  signs: NO_SIGNS,
  isUnreadable: false,
  mismatch: "none",
  refusal: null,
  approvalRefusal: null,
  refundProblem: null,
  destinationProblem: null,
}
const possible = (change: Partial<WithdrawalChoiceFacts>) =>
  Object.entries(withdrawalChoices({ ...facts, ...change })).flatMap(([action, choice]) =>
    choice.is_possible ? [action] : []
  )
const reasonOf = (action: WithdrawalAction, change: Partial<WithdrawalChoiceFacts>) =>
  withdrawalChoices({ ...facts, ...change })[action].reason

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
] as const)("one that is %s can be followed by %j", (state, change, actions) => {
  expect(possible({ state, ...change })).toEqual(actions)
})

test("what can be cancelled, adopted or written off is what the lifecycle lets go there", () => {
  for (const state of WITHDRAWAL_STATES) {
    const choices = withdrawalChoices({ ...facts, state })
    expect([state, choices.cancel.is_possible]).toEqual([state, canWithdrawalMove(state, "cancelled")])
    expect([state, choices.quote.is_possible]).toEqual([state, canWithdrawalMove(state, "cancelled")])
    expect([state, choices.write_off.is_possible]).toEqual([state, state === "unknown"])
  }
})

test.each(["quote", "confirm", "approve", "adopt", "write_off", "end", "acknowledge"] as const)(
  "who may not move money out may not %s",
  (action) => {
    for (const state of WITHDRAWAL_STATES)
      expect(
        possible({ state, isUnreadable: true, mismatch: "unseen", refusal: "Payouts are off." })
      ).not.toContain(action)
  }
)

test("a user who may not move money out can still cancel, and check", () => {
  expect(possible({ refusal: "Payouts are off." })).toEqual(["cancel"])
  expect(possible({ state: "sent", hasGatewayId: true, refusal: "Payouts are off." })).toEqual(["check"])
})

test.each<[WithdrawalAction, Partial<WithdrawalChoiceFacts>, string]>([
  ["confirm", { hasQuote: false }, "It has no quote. Request one first."],
  ["confirm", { state: "requested", hasQuote: false }, "It has no quote. Request one first."],
  ["confirm", { isQuoteExpired: true }, "The quote has expired. Request a new one."],
  ["confirm", { isQuoting: true }, "A quote is being requested."],
  ["confirm", { destinationProblem: "It is archived." }, "It is archived."],
  ["confirm", { refusal: "Payouts are off.", isQuoteExpired: true }, "Payouts are off."],
  ["confirm", { state: "awaiting_approval" }, "It is confirmed and waits for another user."],
  ["confirm", { state: "sending" }, "It is being sent."],
  ["quote", { isQuoting: true }, "A quote is being requested."],
  ["quote", { state: "completed" }, "It is paid already."],
  ["approve", {}, "It is not confirmed yet."],
  ["approve", { state: "awaiting_approval", approvalRefusal: "Somebody else." }, "Somebody else."],
  [
    "approve",
    { state: "awaiting_approval", isQuoteExpired: true },
    "The quote has expired. Request a new one.",
  ],
  ["cancel", { state: "sending" }, "It is being sent."],
  ["cancel", { state: "sent" }, "The provider has it already."],
  ["cancel", { state: "unknown" }, "It may have been sent. It has to be found or written off first."],
  ["adopt", {}, "Nothing was sent yet."],
  ["adopt", { state: "unknown", approvalRefusal: "Somebody else." }, "Somebody else."],
  ["write_off", { state: "sending" }, "It is still being sent with the same key, as long as that is safe."],
  ["write_off", { state: "unknown", approvalRefusal: "Somebody else." }, "Somebody else."],
  [
    "write_off",
    { state: "unknown", signs: { ...NO_SIGNS, lastAnswerCode: "IDEMPOTENCY_KEY_MISMATCH" } },
    "The provider reports that it has had this withdrawal, or another one under its key (IDEMPOTENCY_KEY_MISMATCH). " +
      "Find it in the provider's dashboard and enter its ID, or end it as paid with its transaction.",
  ],
  [
    "end",
    { state: "sent" },
    "It is followed. A person can end it once the provider has not shown it for 3 days.",
  ],
  ["end", {}, "Nothing was sent yet."],
  ["end", { state: "sent", isUnreadable: true, approvalRefusal: "Somebody else." }, "Somebody else."],
  ["acknowledge", {}, "The provider does not contradict this store."],
  ["acknowledge", { mismatch: "seen" }, "It is reviewed already."],
  ["acknowledge", { mismatch: "unseen", approvalRefusal: "Somebody else." }, "Somebody else."],
  ["check", {}, "Nothing was sent yet."],
])("%s with %j says why not", (action, change, words) => {
  expect(reasonOf(action, change)).toBe(words)
})

test.each([["quoted"], ["awaiting_approval"]] as const)(
  "beside another payout of its refund, one that is %s can only be cancelled",
  (state) => {
    expect(possible({ state, refundProblem: "Another one is paid." })).toEqual(["cancel"])
  }
)

test("checking one that is being sent repeats its call, which needs a user who may move money out", () => {
  const refusal = "You may not move money out."
  expect(reasonOf("check", { state: "sending", refusal })).toBe(refusal)
  expect(reasonOf("check", { state: "sent", hasGatewayId: true, refusal })).toBeNull()
  expect(reasonOf("check", { state: "unknown", refusal })).toBeNull()
})
