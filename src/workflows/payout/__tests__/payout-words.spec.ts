import type { AssetProblem } from "../../../domain/payout/payout-asset"
import type { PayoutRefusal } from "../../../domain/payout/payout-gate"
import type { LimitProblem } from "../../../domain/payout/payout-limit"
import { assetProblemInWords, limitProblemInWords, payoutRefusalInWords, toChoice } from "../payout-words"

test.each<[PayoutRefusal, RegExp]>([
  [{ code: "payouts_off" }, /payoutApiKey is not set\. Set it in the options/],
  [{ code: "payouts_api_key", reason: "keys_off" }, /Log in, or set payouts\.allowApiKeys/],
  [{ code: "payouts_api_key", reason: "maker_not_a_user" }, /its maker is not a user of this store\. Log in/],
  [
    { code: "payouts_api_key", reason: "maker_not_listed" },
    /its maker is not in payouts\.allowedUsers\. Log in/,
  ],
  [{ code: "payouts_not_allowed", reason: "list_empty" }, /payouts\.allowedUsers is empty\. Copy the ids/],
  [{ code: "payouts_not_allowed", reason: "not_listed" }, /your user id is not in payouts\.allowedUsers/],
  [{ code: "payouts_not_allowed", reason: "not_a_user" }, /you are no longer a user of this store/],
])("the refusal %j says what to do", (refusal, words) => {
  expect(payoutRefusalInWords(refusal)).toMatch(words)
})

const exceeded = { code: "limit_exceeded", token: "USDC" } as const

test.each<[LimitProblem, string]>([
  [
    { code: "no_limit", token: "USDC" },
    "There is no limit for USDC in payouts.limits, so it cannot be paid out.",
  ],
  [
    { ...exceeded, reason: "per_withdrawal", limit: "5", amount: "5.000001" },
    "At most 5 USDC at a time; this is 5.000001.",
  ],
  [
    { ...exceeded, reason: "per_day", limit: "10", networkId: null, sent: "7.5", amount: "2.500001" },
    "At most 10 USDC in 24 hours; 7.5 were sent, and this is 2.500001.",
  ],
  [
    { ...exceeded, reason: "per_day", limit: "1.5", networkId: "base-mainnet", sent: "1", amount: "1" },
    "At most 1.5 USDC on base-mainnet in 24 hours; 1 were sent, and this is 1.",
  ],
])("%j: %s", (problem, words) => {
  expect(limitProblemInWords(problem)).toBe(words)
})

const asset = { token: "USDC", networkId: "base-mainnet" }

test.each<[AssetProblem, string]>([
  [{ code: "token_unknown", ...asset }, "The provider has no USDC on base-mainnet."],
  [
    { code: "symbol_shared", ...asset },
    "Several assets are called USDC on base-mainnet, and a payout names only the symbol.",
  ],
  [
    { code: "no_decimals", ...asset },
    "The provider does not say how many decimals USDC has on base-mainnet.",
  ],
  [
    { code: "no_identity", ...asset },
    "The provider does not say which asset USDC is on base-mainnet: it has no contract, mint or issuer.",
  ],
  [
    { code: "unknown_chain", chain: "nova" },
    "This version of the plugin does not know how to pay out on nova.",
  ],
  [
    { code: "test_network", networkId: "base-sepolia" },
    "base-sepolia is a test network, and this store is live.",
  ],
])("%j: %s", (problem, words) => {
  expect(assetProblemInWords(problem)).toBe(words)
})

test("an action is possible when nothing stands against it", () => {
  const inWords = (code: string) => `It is ${code}.`
  expect(toChoice(null, inWords)).toEqual({ is_possible: true, reason: null })
  expect(toChoice("archived", inWords)).toEqual({ is_possible: false, reason: "It is archived." })
})
