import type { ApplicationRefusal } from "../../../domain/payment/resolution"
import { inUnit } from "../../../domain/money"
import { inEnglish } from "../../../words/say"
import { applicationRefusalInWords } from "../words"

it.each([
  [
    { code: "less_owed", outstanding: "16.994", currency: "usd", value: "17.005" },
    "Only 16.99 USD is owed on the order, less than the 17.01 that arrived.",
  ],
  [
    { code: "other_customer", why: { code: "payouts_api_key", reason: "keys_off" } },
    "The money is not known to come from the customer of the order. Only users who may move money out can apply it there: " +
      "ada@example.com, bob@example.com. Secret API keys cannot move money out here. Log in, or set payouts.allowApiKeys.",
  ],
] as [ApplicationRefusal, string][])("the refusal %o is said in a sentence", (refusal, words) => {
  const names = {
    fiat: (amount: string) => inUnit(amount, 2),
    allowed: ["ada@example.com", "bob@example.com"],
  }
  expect(inEnglish(applicationRefusalInWords(refusal, names))).toBe(words)
})
