import {
  type AssetLimits,
  type DayLimit,
  findLimitProblem,
  type LimitProblem,
  limitsFor,
  type PayoutLimit,
} from "../payout-gate"

const usdc = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
const xlm = { ...usdc, chain: "stellar", token: "XLM", canonicalAssetId: "stellar:XLM:native" }
const day = (amount: string, change: Partial<DayLimit> = {}): DayLimit => ({
  ...{ token: "USDC", networkId: null, canonicalAssetId: null, amount, ...change },
})

const onBase = { networkId: "base-mainnet" }
const several: PayoutLimit[] = [
  { token: "USDC", perWithdrawal: "6", perDay: "10" },
  { token: "USDC", ...onBase, perWithdrawal: "5.50", perDay: "9" },
  { token: "USDC", ...onBase, perWithdrawal: "5.5", perDay: "100" },
]
const severalDays = [day("10"), day("9", onBase), day("100", onBase)]

test.each<[string, PayoutLimit[], AssetLimits]>([
  ["no limits", [], "none"],
  ["limits of other tokens", [{ token: "ETH", perDay: "1" }], "unlisted"],
  ["a limit of another network", [{ token: "USDC", networkId: "eth-mainnet", perDay: "1" }], "unlisted"],
  ["a limit of another asset", [{ token: "USDC", canonicalAssetId: "sol:USDC:x", perDay: "1" }], "unlisted"],
  ["a limit of the token", [{ token: "USDC", perDay: "10" }], { perWithdrawal: null, perDay: [day("10")] }],
  ["the lowest of one payout, and each of a day", several, { perWithdrawal: "5.50", perDay: severalDays }],
])("%s", (_, limits, expected) => {
  expect(limitsFor(usdc, limits)).toEqual(expected)
})

test("a limit can name an asset by its canonical id", () => {
  const named = { token: "XLM", canonicalAssetId: "stellar:XLM:native" }
  expect(limitsFor(xlm, [{ ...named, perDay: "3" }])).toEqual({
    perWithdrawal: null,
    perDay: [day("3", named)],
  })
  const whole = { perWithdrawal: null, perDay: [day("3", { token: "XLM" })] }
  expect(limitsFor(xlm, [{ token: "XLM", perDay: "3" }])).toEqual(whole)
})

const days = (...perDay: DayLimit[]): AssetLimits => ({ perWithdrawal: null, perDay })
const five: AssetLimits = { perWithdrawal: "5", perDay: [day("10")] }
const exceeded = { code: "limit_exceeded", token: "USDC" } as const
const perDay = (limit: string, networkId: string | null, sent: string, amount: string): LimitProblem => ({
  ...{ ...exceeded, reason: "per_day", limit, networkId, sent, amount },
})

test.each<[string, string[], AssetLimits, LimitProblem | null]>([
  ["1000", [], "none", null],
  ["0.000001", [], "unlisted", { code: "no_limit", token: "USDC" }],
  ["5", [], five, null],
  ["5.000001", [], five, { ...exceeded, reason: "per_withdrawal", limit: "5", amount: "5.000001" }],
  ["2.5", ["7.5"], five, null],
  ["2.500001", ["7.5"], five, perDay("10", null, "7.5", "2.500001")],
  ["0.1", ["0.2"], days(day("0.3")), null],
  ["2", ["9", "1"], days(day("10"), day("1.5", onBase)), perDay("10", null, "9", "2")],
  ["1", ["8", "1"], days(day("10"), day("1.5", onBase)), perDay("1.5", "base-mainnet", "1", "1")],
])("%s after %s with %j", (amount, sentLastDay, limits, problem) => {
  expect(findLimitProblem({ token: "USDC", amount, sentLastDay, limits })).toEqual(problem)
})
