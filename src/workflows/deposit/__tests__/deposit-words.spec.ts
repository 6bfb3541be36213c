import type { ActionRefusal } from "../../../domain/deposit/deposit-action"
import { DEPOSIT_ACTIONS } from "../../../domain/deposit/deposit-lifecycle"
import type { LinkRefusal } from "../../../domain/deposit/deposit-link"
import { conflictInWords, gatewayRefusalInWords, refusalInWords } from "../deposit-words"

test.each([
  ["assign", "CONFLICT", "Assign it to another payment, accept it, or refund it"],
  ["accept", "CONFLICT", "Assign it to a payment, or refund it"],
  ["refund", "CONFLICT", "accept the deposit, or ask the provider"],
  ["assign", "UNEXPECTED_RESPONSE", "The health page names the field"],
  ["refund", "FORBIDDEN", "policy of the payout key"],
  ["accept", "FORBIDDEN", "standard key"],
  ["refund", "PAYOUT_KEY_MISSING", "Set payoutApiKey"],
  ["assign", "NOT_FOUND", "this deposit or this payment"],
  ["refund", "NOT_FOUND", "does not know this deposit"],
  ["refund", "INSUFFICIENT_BALANCE", "balance is too low"],
  ["accept", "IDEMPOTENCY_KEY_MISMATCH", "has a new key"],
  ["accept", "TIMEOUT", "did not answer"],
  ["accept", "SOMETHING_NEW", "no reason that is known"],
] as const)("%s refused with %s gets a message, with the code", (action, code, words) => {
  const text = gatewayRefusalInWords(action, { code })
  expect(text).toContain(words)
  expect(text).toContain(`(${code})`)
  expect(text.startsWith(`The provider refused to ${action} it: `)).toBe(true)
})

test("the request is named, to be quoted to the service's support", () => {
  const facts = { code: "CONFLICT", requestId: "req_1" }
  expect(gatewayRefusalInWords("accept", facts)).toMatch(/\(CONFLICT, request req_1\)\.$/)
  const translated = { ...facts, serviceCode: "inactive_intent" }
  expect(gatewayRefusalInWords("assign", translated)).toMatch(/ fit.+\(inactive_intent, request req_1\)\.$/)
})

test.each(DEPOSIT_ACTIONS)(
  "a refusal to %s what the lists no longer have says so, not to try again",
  (action) => {
    for (const code of ["CONFLICT", "NOT_FOUND", "BRAND_NEW"]) {
      const words = gatewayRefusalInWords(action, { code }, "absent")
      expect(words).toContain("its lists no longer have this deposit")
      expect(words).not.toMatch(/try again|in review, but/i)
    }
    expect(gatewayRefusalInWords(action, { code: "CONFLICT" }, "in_review")).toContain(
      "it has the deposit in review, but"
    )
  }
)

const at = new Date("2026-11-21T09:00:00.000Z")

test.each(DEPOSIT_ACTIONS)("the second user reads who chose to %s, and when", (action) => {
  const words = conflictInWords({ state: "processing", action, by: "ada@example.com", at })
  expect(words).toBe(
    `ada@example.com chose to ${action} it on 2026-11-21 at 09:00 UTC, and the provider has not answered yet.`
  )
})

test.each([
  ["assigned", "assign", "ada@example.com assigned it on 2026-11-21 at 09:00 UTC."],
  ["accepted", "accept", "ada@example.com accepted it on 2026-11-21 at 09:00 UTC."],
  ["refund_pending", "refund", "ada@example.com started to refund it on 2026-11-21 at 09:00 UTC."],
] as const)("a user who is too late for %s reads who did it, and when", (state, action, words) => {
  expect(conflictInWords({ state, action, by: "ada@example.com", at })).toBe(words)
})

test("what was resolved at the service names no user", () => {
  expect(conflictInWords({ state: "refund_pending", action: null, by: null, at })).toBe(
    "It is refund pending already, by the provider on 2026-11-21 at 09:00 UTC."
  )
})

test.each<[ActionRefusal | LinkRefusal, string]>([
  [{ code: "unconfirmed" }, "Reported but not confirmed"],
  [{ code: "under_way" }, "waits for the provider's answer"],
  [{ code: "resolved", state: "assigned" }, "It is assigned already."],
  [{ code: "refund_pending" }, "A refund is on its way"],
  [{ code: "unsupported_asset", action: "assign" }, "does not support this asset"],
  [{ code: "unsupported_asset", action: "accept" }, "does not support this asset"],
  [{ code: "nothing_left" }, "can only be refunded"],
  [{ code: "no_customer" }, "belongs to no customer"],
  [{ code: "no_candidate", toleranceBps: 150 }, "within 1.5 %"],
  [{ code: "not_a_candidate" }, "not one of the open payments"],
  [{ code: "no_payout_key" }, "Set payoutApiKey"],
  [{ code: "unknown_sender" }, "sender's address is not known"],
  [{ code: "not_in_review", state: "accepted" }, "is accepted and not in review"],
  [{ code: "already_linked" }, "belongs to a payment already"],
])("%j says why not", (refusal, words) => {
  expect(refusalInWords(refusal)).toContain(words)
})
