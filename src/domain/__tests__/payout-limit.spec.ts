import { findLimitProblem, limitsFor, type AssetLimits, type PayoutLimit } from "../payout-limit"

const usdc = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
const xlm = {
  chain: "stellar",
  networkId: "stellar-mainnet",
  token: "XLM",
  canonicalAssetId: "stellar:XLM:native",
}

test.each<[string, PayoutLimit[], AssetLimits]>([
  ["no limits", [], "none"],
  ["limits of other tokens", [{ token: "ETH", perDay: "1" }], "unlisted"],
  ["a limit of another network", [{ token: "USDC", networkId: "eth-mainnet", perDay: "1" }], "unlisted"],
  ["a limit of another asset", [{ token: "USDC", canonicalAssetId: "sol:USDC:x", perDay: "1" }], "unlisted"],
  ["a limit of the token", [{ token: "USDC", perDay: "10" }], { perWithdrawal: null, perDay: "10" }],
  [
    "limits of the token and of the network: the lowest of each",
    [
      { token: "USDC", perWithdrawal: "5.50", perDay: "10" },
      { token: "USDC", networkId: "base-mainnet", perWithdrawal: "5.5", perDay: "9" },
      { token: "USDC", networkId: "base-mainnet", perDay: "100" },
    ],
    { perWithdrawal: "5.50", perDay: "9" },
  ],
])("%s", (_, limits, expected) => {
  expect(limitsFor(usdc, limits)).toEqual(expected)
})

test("a limit can name an asset by its canonical id", () => {
  const limits = [{ token: "XLM", canonicalAssetId: "stellar:XLM:native", perDay: "3" }]
  expect(limitsFor(xlm, limits)).toEqual({ perWithdrawal: null, perDay: "3" })
})

const wordsOf = (amount: string, usedToday: string, limits: AssetLimits) =>
  findLimitProblem({ token: "USDC", amount, usedToday, limits })?.words ?? null

test.each<[string, string, AssetLimits, string | null]>([
  ["1000", "1000", "none", null],
  ["0.000001", "0", "unlisted", "There is no limit for USDC in payouts.limits, so it cannot be paid out."],
  ["5", "0", { perWithdrawal: "5.00", perDay: null }, null],
  ["5.000001", "0", { perWithdrawal: "5", perDay: null }, "At most 5 USDC at a time; this is 5.000001."],
  ["2.5", "7.5", { perWithdrawal: null, perDay: "10" }, null],
  [
    "2.500001",
    "7.5",
    { perWithdrawal: "5", perDay: "10" },
    "At most 10 USDC in 24 hours; 7.5 of them are used, and this is 2.500001.",
  ],
  ["0.1", "0.2", { perWithdrawal: null, perDay: "0.3" }, null],
])("%s after %s with %j", (amount, used, limits, words) => {
  expect(wordsOf(amount, used, limits)).toBe(words)
})
