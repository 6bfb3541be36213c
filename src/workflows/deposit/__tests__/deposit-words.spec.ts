import { DEPOSIT_ACTIONS } from "../../../domain/deposit/deposit-lifecycle"
import { inEnglish } from "../../../words/say"
import { gatewayRefusalInWords } from "../deposit-words"

test.each([
  ["refund", "FORBIDDEN", "policy of the payout key"],
  ["accept", "FORBIDDEN", "standard key"],
  ["assign", "NOT_FOUND", "this deposit or this payment"],
  ["refund", "NOT_FOUND", "does not know this deposit"],
  ["accept", "SOMETHING_NEW", "no reason that is known"],
] as const)("%s refused with %s gets a message, with the code", (action, code, words) => {
  const text = inEnglish(gatewayRefusalInWords(action, { code }))
  expect(text).toContain(words)
  expect(text).toContain(`(${code})`)
  expect(text.startsWith(`The provider refused to ${action} it: `)).toBe(true)
})

test.each(DEPOSIT_ACTIONS)(
  "a refusal to %s what the lists no longer have says so, not to try again",
  (action) => {
    for (const code of ["CONFLICT", "NOT_FOUND", "BRAND_NEW"]) {
      const words = inEnglish(gatewayRefusalInWords(action, { code }, "absent"))
      expect(words).toContain("its lists no longer have this deposit")
      expect(words).not.toMatch(/try again|in review, but/i)
    }
    expect(inEnglish(gatewayRefusalInWords(action, { code: "CONFLICT" }, "in_review"))).toContain(
      "it has the deposit in review, but"
    )
  }
)
