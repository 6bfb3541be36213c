import type { Mismatch } from "../../../domain/payout/withdrawal-gateway-state"
import type { GapInNotPaid, GapInProof } from "../../../domain/payout/withdrawal-search"
import { parseAssumptions } from "../../../gateway/assumptions"
import {
  gapInNotPaidInWords,
  gapInProofInWords,
  mismatchesInWords,
  notFoundInWords,
  unconfirmedInWords,
  withdrawalRefusalInWords,
  type WithdrawalStep,
} from "../withdrawal-gateway-words"

const words = (step: WithdrawalStep, code: string, facts: object = {}) =>
  withdrawalRefusalInWords(step, code, { token: "USDC", ...facts })

test.each<[WithdrawalStep, string, object, string]>([
  [
    "quote",
    "INSUFFICIENT_BALANCE",
    { balance: "9.5" },
    "The provider gave no quote: it has 9.5 USDC to pay out. It kept its fees of this payment, so a full refund may need money from other sales (INSUFFICIENT_BALANCE).",
  ],
  ["create", "INSUFFICIENT_BALANCE", { balance: null }, "it has too little USDC to pay out."],
  ["create", "CONFLICT", {}, "the quote has expired there or was used. Request a new one"],
  ["create", "CONFLICT", { quotesSent: 2 }, "it has refused a new quote again"],
  ["create", "NOT_FOUND", { quotesSent: 3 }, "or cancel this one"],
  ["create", "CONFLICT", { serviceCode: "quote_expired" }, "Request a new one (quote_expired)."],
  ["create", "NOT_FOUND", {}, "it does not know the quote"],
  ["quote", "NOT_FOUND", {}, "it does not know this network or token"],
  [
    "create",
    "BRAND_NEW",
    { requestId: "req_7" },
    'Try again with a new quote. If the provider\'s documentation explains BRAND_NEW, put its meaning into assumptions.errors.categories, such as { "BRAND_NEW": "conflict" } (BRAND_NEW, request req_7).',
  ],
])("%s refused with %s and %j", (step, code, facts, part) => {
  expect(words(step, code, facts)).toContain(part)
})

test.each<[GapInProof, string]>([
  [{ code: "may_be", ids: ["wd_1", "wd_2"] }, "It may be wd_1 or wd_2."],
  [{ code: "list_short", rows: 100 }, "incomplete after 100 rows"],
])("absence is not proven with %j: %s", (gap, words) => {
  expect(gapInProofInWords(gap)).toContain(words)
})

test.each<[GapInNotPaid, string]>([
  [{ code: "found", foundId: "wd_2" }, "has this payout as wd_2"],
  [{ code: "unreadable" }, "Check assumptions.fields.withdrawal."],
  [{ code: "list_unread" }, "being read to the end"],
])("a payout that the service took is not called unpaid with %j: %s", (gap, words) => {
  expect(gapInNotPaidInWords(gap)).toContain(words)
  expect(gapInNotPaidInWords(gap)).toMatch(
    /If it was paid, choose that outcome\.|Try again in a few minutes\./
  )
})

test.each<[Mismatch[], string | null]>([
  [[], null],
  [
    [{ code: "after_completion", status: "failed" }],
    "It was completed here, and the provider now calls it failed.",
  ],
  [
    [{ code: "after_end", state: "refused", status: "done" }],
    "It was refused here, and the provider calls it done after all.",
  ],
  [[{ code: "unsent", status: "pending" }], "It was not sent here, and the provider calls it pending."],
  [
    [
      { code: "differs", difference: ["amount", "net_amount"] },
      { code: "unsent", status: "queued" },
    ],
    "The provider has it with another amount, net amount than was confirmed. It was not sent here, and the provider calls it queued.",
  ],
])("a person reviews %j as: %s", (mismatches, words) => {
  expect(mismatchesInWords(mismatches)).toBe(words)
})

const nothing = { mayBe: [], isComplete: true, lastAnswerCode: null }

test.each([
  ["what it cannot see", {}, "waits for funds, gas or its turn has no transaction"],
  ["that it has not seen everything", { isComplete: false }, "have not all been read"],
  ["what fits", { mayBe: ["wd_1", "wd_2"] }, "It may be wd_1 or wd_2."],
  ["that the service had it", { lastAnswerCode: "DUPLICATE_REQUEST" }, "(DUPLICATE_REQUEST)."],
])("a search without a find says %s", (_, change, words) => {
  expect(notFoundInWords({ ...nothing, ...change })).toContain(words)
})

test.each([
  ["waits for a transaction that names it", {}, "It is completed as soon as one does."],
  ["waits for one in a service with a field per owner", { reference: null }, "as soon as one does."],
  [
    "can be ended by a person where no transaction names one",
    { reference: null, withdrawalId: null },
    "3 days after it was sent you can end it here",
  ],
])("a withdrawal that the provider does not show %s", (_, transaction, words) => {
  expect(unconfirmedInWords(parseAssumptions({ fields: { transaction } }))).toContain(words)
})
