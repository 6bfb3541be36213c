import type { RefundNote, RefundRefusal } from "../../../domain/refund/refund-amount"
import { REFUND_STATES } from "../../../domain/refund/refund-lifecycle"
import { feeInWords, noteInWords, refundConflictInWords, refundRefusalInWords } from "../refund-words"

const at = new Date("2026-11-21T09:00:42Z")
const words = (change: Partial<Parameters<typeof refundConflictInWords>[0]>) =>
  refundConflictInWords({ state: "quoted", isSettledElsewhere: false, by: "ada@example.com", at, ...change })

test("the second operator sees who was first, and the state of the refund", () => {
  expect(words({})).toBe(
    "ada@example.com requested its payout on 2026-11-21 at 09:00 UTC. Its payout waits to be confirmed."
  )
  expect(words({ state: "done", isSettledElsewhere: true })).toBe(
    "ada@example.com settled it by other means on 2026-11-21 at 09:00 UTC."
  )
  expect(words({ state: "done", isSettledElsewhere: true, by: null })).toBe("It was settled by other means.")
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
    "Only 17.00 USD of the payment are left to refund. Pay it by other means, or leave it, and note it as settled with the reason.",
  ],
  [{ code: "too_small", isDust: false }, "There is nothing to refund."],
  [{ code: "too_small", isDust: true }, "It is less than the smallest amount of USDC. Pay it by other means"],
  [{ code: "no_rate" }, "There is no price of USDC in USD today. Take the rate of the payment."],
  [{ code: "unknown_amount" }, "Enter the amount in USDC."],
  [
    { code: "exceeds_received", reason: "nothing_left" },
    "All that came of the payment is paid back or on its way. Pay it by other means and note it as settled.",
  ],
  [
    { code: "exceeds_received", reason: "above_left", wantedTokens: "34", leftTokens: "17" },
    "It comes to 34 USDC, and only 17 USDC of the payment are left. Take the rate of the payment.",
  ],
  [
    { ...above, isSurplus: true },
    "Only 22 USDC came for this payment. Beside its other refunds this one comes to 3 USDC at most.",
  ],
  [
    { ...above, isSurplus: false },
    "Only 22 USDC came for this payment, and 3 USDC of them are not paid back or on their way.",
  ],
])("%j gets a message", (refusal, words) => {
  expect(refundRefusalInWords(refusal, units)).toContain(words)
})

test.each<[RefundNote, string]>([
  [
    { kind: "gets_less", shareTokens: "12", leftTokens: "7" },
    "Its part of what came is 12 USDC. Other refunds of the payment took more than theirs, so 7 USDC are left for it.",
  ],
  [
    { kind: "takes_more", extraTokens: "5", otherFiat: "12.00", otherTokens: "7" },
    "It takes 5 USDC more than its part of what came. For the other 12.00 USD of the payment 7 USDC are left then.",
  ],
])("the note %j is shown", (note, words) => {
  expect(noteInWords(note, units)).toBe(words)
})

test("a refund that the fee would take says how it ends", () => {
  expect(feeInWords("0.04", "0.05", "USDC")).toMatch(/0\.05 USDC.*note it as settled with the reason/)
})
