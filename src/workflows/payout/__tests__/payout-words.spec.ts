import {
  ACCOUNT,
  EVM,
  MUXED,
  problemOf,
  SOL,
  type Chain,
} from "../../../domain/__tests__/entered-destinations"
import { inEnglish } from "../../../words/say"
import {
  destinationProblemInWords,
  obstacleInWords,
  unconfirmedInWords,
  withdrawalRefusalInWords,
  type WithdrawalStep,
} from "../payout-words"
import { inconsistencyOf, type QuotedFigures } from "../../../domain/payout/payout-evidence"
import { parseAssumptions } from "../../../gateway/assumptions"

function wordsOf(...given: Parameters<typeof problemOf>) {
  const problem = problemOf(...given)
  return problem && inEnglish(destinationProblemInWords(problem))
}

test.each<[Chain, string, string]>([
  ["evm", EVM.slice(0, -1), "The address has the wrong length: Base takes 40 digits after 0x."],
  ["sol", SOL.slice(0, -1), "The address has the wrong length: Solana takes 32 bytes"],
  ["stellar", ACCOUNT.slice(0, -1), "The address has the wrong length: Stellar takes 56 characters."],
  ["evm", EVM.slice(2), "This is not an address of Base: it must begin with 0x."],
  ["sol", SOL.replace("E", "l"), 'character 2 is "l", which no address has.'],
  ["stellar", `C${ACCOUNT.slice(1, -4)}UWDA`, "This is not an address of Stellar."],
  ["evm", SOL, "This is an address of Solana, not of Base."],
  ["sol", EVM, "This is an address of an EVM network, not of Solana."],
  ["evm", MUXED, "This is an address of Stellar, not of Base."],
  ["evm", EVM.replace("A", "a"), "its checksum does not match. Copy it again from its source."],
])("a mistyped address on %s, %s: %s", (chain, address, words) => {
  expect(wordsOf(chain, address)).toContain(words)
})

test("an invisible character, or a look-alike, is said with its place", () => {
  expect(wordsOf("evm", ` ${EVM}`)).toBe("The address begins with a blank. Remove it.")
  expect(wordsOf("evm", `${EVM}\u200b`)).toBe(
    "The address ends with a blank or an invisible character (U+200B). Remove it."
  )
  expect(wordsOf("sol", `${SOL.slice(0, 4)}\u00a0${SOL.slice(4)}`)).toBe(
    "Character 5 is a blank or an invisible character (U+00A0). Copy the address again from its source."
  )
  expect(wordsOf("evm", EVM.replace("5a", "5\u0430"))).toBe(
    'Character 4 is "\u0430" (U+0430). It may look right, but no address has it. Copy the address again from its source.'
  )
})

const figures = { amount: "1.5", fee: "0.05", net: "1.45" }

test.each<[Partial<QuotedFigures>, string]>([
  [{ fee: "99" }, "the fee of 99 is more than the amount of 1.5"],
  [{ net: "1.46" }, "1.46 would arrive, and the amount of 1.5 without the fee of 0.05 is 1.45"],
  [{ fee: null, net: "2" }, "2 would arrive, which is more than the amount of 1.5"],
  [{ fee: null, negative: ["fee", "net"] }, "fee and net below zero"],
  [{ fee: `0.${"1".repeat(31)}` }, "a figure has more digits than any token"],
])("a quote with %j: %s", (change, words) => {
  const problem = inconsistencyOf({ ...figures, ...change })
  expect(problem && inEnglish(obstacleInWords(problem))).toBe(
    `The provider's quote is inconsistent: ${words}. It cannot be confirmed. Request another quote. If that one is inconsistent too, report it to the provider.`
  )
})

test("a quote for other terms than requested names them", () => {
  const difference = ["amount", "destination"] as const
  const problem = { code: "quote_inconsistent", reason: "other_terms", difference } as const
  expect(inEnglish(obstacleInWords(problem))).toContain(
    "it is for another amount, destination than requested"
  )
})

const words = (step: WithdrawalStep, code: string, facts: object = {}) =>
  inEnglish(withdrawalRefusalInWords(step, code, { token: "USDC", ...facts }))

test.each<[WithdrawalStep, string, object, string]>([
  [
    "quote",
    "INSUFFICIENT_BALANCE",
    { balance: "9.5" },
    "The provider gave no quote: it has 9.5 USDC to pay out (INSUFFICIENT_BALANCE).",
  ],
  [
    "create",
    "INSUFFICIENT_BALANCE",
    { balance: null },
    "it has too little USDC to pay out (INSUFFICIENT_BALANCE).",
  ],
  ["create", "CONFLICT", {}, "the quote has expired there or was used. Request a new one"],
  ["create", "CONFLICT", { isAgain: true }, "it has refused a new quote again"],
  ["create", "NOT_FOUND", { isAgain: true }, "or cancel this one"],
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
