import type { RefundNote, RefundRefusal } from "../../../domain/refund/refund-amount"
import { REFUND_STATES } from "../../../domain/refund/refund-lifecycle"
import { feeInWords, noteInWords, refundConflictInWords, refundRefusalInWords } from "../refund-words"

const at = new Date("2026-11-21T09:00:42Z")
const words = (change: Partial<Parameters<typeof refundConflictInWords>[0]>) =>
  refundConflictInWords({ state: "quoted", isSettledElsewhere: false, by: "ada@example.com", at, ...change })

test("the second operator sees who was first, and the state of the refund", () => {
  expect(words({})).toBe(
    "ada@example.com requested its payout on 2026-11-21 at 09:00 UTC. Its payout awaits confirmation."
  )
  expect(words({ state: "done", isSettledElsewhere: true })).toBe(
    "ada@example.com marked it as paid elsewhere on 2026-11-21 at 09:00 UTC."
  )
  expect(words({ state: "done", isSettledElsewhere: true, by: null })).toBe("It was paid elsewhere.")
})

test.each(REFUND_STATES)("a refund that is %s has words without a name", (state) => {
  expect(words({ state, by: null })).toMatch(/^\p{Lu}.+\.$/u)
  expect(words({ state, at: null })).not.toMatch(/null|undefined/)
})

const units = { token: "USDC", currency_code: "usd" }
const above = {
  code: "exceeds_received",
  reason: "above_received",
  receivedTokens: "22",
  leftTokens: "3",
} as const

test.each<[RefundRefusal, string]>([
  [
    { code: "over_refund", leftFiat: "17.00" },
    "Only 17.00 USD of the payment can still be refunded. Pay it another way and mark it as paid elsewhere.",
  ],
  [{ code: "no_rate" }, "USDC has no price in USD today. Refund the tokens received."],
  [
    { code: "exceeds_received", reason: "above_left", wantedTokens: "34", leftTokens: "17" },
    "This is 34 USDC, but only 17 USDC of the payment are left. Refund the tokens received.",
  ],
  [
    { ...above, isSurplus: true },
    "The payment brought 22 USDC. Its other refunds leave at most 3 USDC for this one.",
  ],
  [{ ...above, isSurplus: false }, "The payment brought 22 USDC, and 3 USDC can still be refunded."],
])("%j gets a message", (refusal, words) => {
  expect(refundRefusalInWords(refusal, units)).toContain(words)
})

test.each<[RefundNote, string]>([
  [
    { kind: "gets_less", shareTokens: "12", leftTokens: "7" },
    "Its share is 12 USDC, but earlier refunds took more than theirs: 7 USDC are left.",
  ],
  [
    { kind: "takes_more", extraTokens: "5", otherFiat: "12.00", otherTokens: "7" },
    "5 USDC more than its share. That leaves 7 USDC for the other 12.00 USD of the payment.",
  ],
])("the note %j is shown", (note, words) => {
  expect(noteInWords(note, units)).toBe(words)
})

test("a refund that the fee would take says how it ends", () => {
  expect(feeInWords("0.04", "0.05", "USDC")).toMatch(/0\.05 USDC.*mark it as paid elsewhere/)
})
