import { DEPOSIT_ACTIONS } from "../../../domain/deposit/deposit-lifecycle"
import { conflictInWords, gatewayRefusalInWords } from "../deposit-words"

test.each([
  ["refund", "FORBIDDEN", "policy of the payout key"],
  ["accept", "FORBIDDEN", "standard key"],
  ["assign", "NOT_FOUND", "this deposit or this payment"],
  ["refund", "NOT_FOUND", "does not know this deposit"],
  ["accept", "SOMETHING_NEW", "no reason that is known"],
] as const)("%s refused with %s gets a message, with the code", (action, code, words) => {
  const text = gatewayRefusalInWords(action, { code })
  expect(text).toContain(words)
  expect(text).toContain(`(${code})`)
  expect(text.startsWith(`The provider refused to ${action} it: `)).toBe(true)
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
