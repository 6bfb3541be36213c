import type { WithdrawalObstacle } from "../../../domain/payout/withdrawal-choices"
import { WITHDRAWAL_STATES, type WithdrawalState } from "../../../domain/payout/withdrawal-lifecycle"
import { inconsistencyOf, type QuotedFigures } from "../../../domain/payout/withdrawal-quote"
import { obstacleInWords, withdrawalProblemInWords } from "../withdrawal-words"

const OTHER_WAYS =
  "Find it in the provider's dashboard and enter its ID, or mark it as paid with its transaction."

test.each<[WithdrawalObstacle, string]>([
  [{ code: "no_quote" }, "It has no quote. Request one first."],
  [{ code: "expired" }, "The quote has expired. Request a new one."],
  [{ code: "quoting" }, "A quote is being requested."],
  [{ code: "awaiting_approval" }, "It is confirmed. Another user must approve it."],
  [{ code: "not_confirmed" }, "It is not confirmed yet."],
  [{ code: "still_sending" }, "It is still being sent with the same key, as long as that is safe."],
  [{ code: "accepted" }, `The provider accepted it, so it has it. ${OTHER_WAYS}`],
  [
    { code: "conflict", answerCode: "IDEMPOTENCY_KEY_MISMATCH" },
    `The provider reports that it has had this withdrawal, or another one under its key (IDEMPOTENCY_KEY_MISMATCH). ${OTHER_WAYS}`,
  ],
  [
    { code: "followed", days: 3 },
    "Its status is being checked. You can close it once the provider has not shown it for 3 days.",
  ],
  [{ code: "no_mismatch" }, "The provider does not contradict this store."],
  [{ code: "mismatch_seen" }, "It is already reviewed."],
  [{ code: "destination_archived" }, "Its destination is archived. Request a new one."],
  [{ code: "destination_not_approved" }, "Its destination awaits approval."],
  [{ code: "self_approval" }, "Another user must approve what you requested."],
  [{ code: "approver_is_key" }, "A secret API key cannot approve. A user must log in to approve it."],
  [
    { code: "confirmation_void" },
    "The user who confirmed it may no longer move money out: payouts.allowedUsers has changed. Cancel it and request it again.",
  ],
  [
    { code: "payouts_off" },
    "Payouts are off: payoutApiKey is not set. Set it in the options of the plugin and restart the store.",
  ],
])("%j: %s", (obstacle, words) => {
  expect(obstacleInWords(obstacle)).toBe(words)
})

test.each<[WithdrawalState, string]>([
  ["requested", "Nothing has been sent yet."],
  ["quoted", "Nothing has been sent yet."],
  ["awaiting_approval", "Nothing has been sent yet."],
  ["sending", "It is being sent."],
  ["sent", "The provider already has it."],
  ["unknown", "It may have been sent. Find it or close it as not sent first."],
  ["completed", "It is already paid."],
  ["failed", "It has failed. Request a new one."],
  ["refused", "It was refused. Request a new one."],
  ["cancelled", "It was cancelled. Request a new one."],
])("one that is %s: %s", (state, words) => {
  expect(obstacleInWords({ code: "in_state", state })).toBe(words)
})

describe("another payout of the same refund", () => {
  test("is said with where it is, and what the service says of it", () => {
    const otherPayout = { id: "ocwd_1", state: "completed", mismatch: "It was refused here." } as const
    expect(withdrawalProblemInWords({ code: "already_done", otherPayout })).toBe(
      "Another payout of this refund, ocwd_1, is paid. It was refused here. Review that one first: this one could pay " +
        "the refund twice. Nothing was sent for this one, and you can cancel it."
    )
  })

  test.each(WITHDRAWAL_STATES)("has words when it is %s", (state) => {
    const otherPayout = { id: "ocwd_1", state, mismatch: null }
    expect(withdrawalProblemInWords({ code: "already_done", otherPayout })).toMatch(
      /^Another payout of this refund, ocwd_1, (is|may|waits) [a-z ]+\. Review/
    )
  })
})

test("a rate that has expired is said with its time", () => {
  const computedAt = new Date("2026-11-23T09:00:00Z")
  expect(withdrawalProblemInWords({ code: "quote_expired", computedAt })).toBe(
    "The amount was computed on 2026-11-23 at 09:00 UTC at the rate of that day. Cancel it and request a new payout " +
      "of the refund."
  )
})

test("an own address is said with what to do", () => {
  expect(withdrawalProblemInWords({ code: "own_address" })).toMatch(
    /^This is one of your own addresses .+ Enter an address that the provider does not hold\.$/
  )
})

const figures = { amount: "1.5", fee: "0.05", net: "1.45" }

test.each<[Partial<QuotedFigures>, string]>([
  [{ fee: "99" }, "the fee of 99 is more than the amount of 1.5"],
  [{ fee: "99", net: null }, "the fee of 99 is more than the amount of 1.5"],
  [{ net: "1.46" }, "1.46 would arrive, and the amount of 1.5 without the fee of 0.05 is 1.45"],
  [{ fee: null, net: "2" }, "2 would arrive, which is more than the amount of 1.5"],
  [{ fee: null, negative: ["fee", "net"] }, "fee and net below zero"],
  [{ fee: `0.${"1".repeat(31)}` }, "a figure has more digits than any token"],
])("a quote with %j: %s", (change, words) => {
  const problem = inconsistencyOf({ ...figures, ...change })
  expect(problem && withdrawalProblemInWords(problem)).toBe(
    `The provider's quote is inconsistent: ${words}. It cannot be confirmed. Request another quote. If that one is inconsistent too, report it to the provider.`
  )
})

test("a quote for other terms than requested names them", () => {
  const difference = ["amount", "destination"] as const
  const problem = { code: "quote_inconsistent", reason: "other_terms", difference } as const
  expect(withdrawalProblemInWords(problem)).toContain("it is for another amount, destination than requested")
})
