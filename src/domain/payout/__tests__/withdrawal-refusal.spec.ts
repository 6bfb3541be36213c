import { KNOWN_ERROR_CODES } from "../../../gateway/contract"
import { withdrawalRefusalInWords, type WithdrawalStep } from "../withdrawal-answer"

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
  [
    "quote",
    "FORBIDDEN",
    {},
    "the policy of the payout key does not allow this asset, network, amount or destination",
  ],
  [
    "quote",
    "VALIDATION_ERROR",
    {},
    "The amount may be below its fee, or it may refuse the destination or its memo",
  ],
  ["create", "CONFLICT", {}, "the quote has expired there or was used. Request a new one"],
  ["create", "NOT_FOUND", {}, "it does not know the quote"],
  ["quote", "NOT_FOUND", {}, "it does not know this network or token"],
  ["create", "UNAUTHORIZED", {}, "Check payoutApiKey in the options of the plugin"],
  [
    "create",
    "BRAND_NEW",
    { requestId: "req_7" },
    "it gave no reason that is known here (BRAND_NEW, request req_7).",
  ],
])("%s refused with %s and %j", (step, code, facts, part) => {
  expect(words(step, code, facts)).toContain(part)
})

test("every code of the document gives a sentence that names it", () => {
  for (const step of ["quote", "create"] as const)
    for (const code of KNOWN_ERROR_CODES)
      expect(words(step, code)).toMatch(new RegExp(`^The provider .+: .+\\(${code}\\)\\.$`))
})
