import type {
  OnchainPaymentDetail,
  OnchainPaymentSentenceCode,
  OnchainPaymentSentenceParams,
} from "../../../types/http"
import { texts } from "../../__tests__/english"
import { codesOf } from "../../ui/texts"
import { describeStatus, legsOf } from "../status"

const params: OnchainPaymentSentenceParams = {
  received: "8.50",
  expected: "17",
  remaining: "8.50",
  surplus: "1.7",
  token: "USDC",
  network: "Base",
  fiat: "17",
  currency: "usd",
  refunded_fiat: "12",
  due_fiat: "5",
  due_tokens: null,
  confirmations: 12,
  confirmations_required: 20,
  expires_at: null,
  hold_until: "2026-11-25T10:00:00Z",
  reason: "already_paid",
  contradiction: "amount_mismatch",
  address_refusal: "changed",
  deposit_amount: "0.01",
  deposit_token: "ETH",
}
const nothing: Partial<OnchainPaymentSentenceParams> = {
  received: null,
  expected: null,
  remaining: null,
  surplus: null,
  token: null,
  refunded_fiat: null,
  due_fiat: null,
  confirmations: null,
  reason: null,
  deposit_amount: null,
  deposit_token: null,
}
const say = (sentence: OnchainPaymentSentenceCode, part: Partial<OnchainPaymentSentenceParams> = {}) =>
  describeStatus({ sentence, params: { ...params, ...part } }, texts)

describe("what is going on with a payment", () => {
  const isCode = (key: string): key is OnchainPaymentSentenceCode =>
    !/_(?:until|unknown|uncounted)$/.test(key)

  it.each(codesOf("paymentSentence").filter(isCode))(
    "%s is one sentence, with and without its facts",
    (code) => {
      for (const sentence of [say(code), say(code, nothing)]) {
        expect(sentence).toMatch(/^[A-Z0-9$].*[^.]\.$/)
        expect(sentence).not.toMatch(/_|null|undefined| {2}|of \.|of is/)
      }
    }
  )

  it.each<[OnchainPaymentSentenceCode, Partial<OnchainPaymentSentenceParams>, string]>([
    ["partially_paid", {}, "8.5 of 17 USDC received; waiting for 8.5."],
    ["partially_paid", nothing, "Part of $17.00 USD arrived; the provider does not report how much."],
    ["confirming", {}, "12 of 20 confirmations for 17 USDC."],
    ["captured", { received: "17" }, "17 USDC received for $17.00 USD."],
    ["overpaid_captured", {}, "Captured. A surplus of 1.7 USDC is due back."],
    ["refund_due", { due_fiat: null, due_tokens: "1.7" }, "A refund of 1.7 USDC is due."],
    ["held", {}, "The order owed nothing when this payment arrived: it was paid, credited or edited before."],
    ["contradicted", {}, "The provider reverted this payment: Another amount."],
    ["deposit_in_review", {}, "0.01 ETH arrived and needs review."],
    ["deposit_in_review", nothing, "Deposit arrived and needs review."],
    ["awaiting_no_address", {}, "The shopper sees no address: it changed after it was shown."],
  ])("%s with %o", (sentence, part, words) => {
    expect(say(sentence, part)).toBe(words)
  })
})

test("a payment has the shares of its captured or current attempt, and of others only those that are paid", () => {
  const attempt = (name: string, marks: object, statuses: (string | null)[]) => ({
    ...{ is_current: false, is_captured: false, ...marks },
    legs: statuses.map((status, index) => ({ id: `${name}_${index}`, status })),
  })
  const attempts = [
    attempt("expired", {}, [null, "completed"]),
    attempt("captured", { is_captured: true }, [null]),
    attempt("current", { is_current: true }, [null, "pending"]),
  ] as OnchainPaymentDetail["attempts"]
  expect(legsOf({ attempts }).map(({ id }) => id)).toEqual([
    "expired_1",
    "captured_0",
    "current_0",
    "current_1",
  ])
})
