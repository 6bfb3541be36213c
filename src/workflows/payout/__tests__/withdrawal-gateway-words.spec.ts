import { parseAssumptions } from "../../../gateway/assumptions"
import {
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
