import fc from "fast-check"
import { canBeMeantFor, type AwaitedAmount, type DepositedAmount } from "../deposit-link"

const deposit: DepositedAmount = {
  chain: "evm",
  network_id: "base-mainnet",
  token: "USDC",
  token_mint: null,
  canonical_asset_id: null,
  amount_raw: "20000000",
  decimals: 6,
}
const payment: AwaitedAmount = {
  chain: "evm",
  network_id: "base-mainnet",
  token: "USDC",
  canonical_asset_id: null,
  expected_amount: "20",
  decimals: 6,
}
const ISSUER = "stellar:USDC:GISSUER"
const onStellar = { chain: "stellar", network_id: "stellar-mainnet", canonical_asset_id: ISSUER }
const onSolana = { chain: "sol", network_id: "sol-mainnet", canonical_asset_id: "sol:USDC:mint" }

test.each<[string, Partial<DepositedAmount>, Partial<AwaitedAmount>, boolean]>([
  ["the same", {}, {}, true],
  ["another chain", { chain: "sol" }, {}, false],
  ["another network", { network_id: "eth-mainnet" }, {}, false],
  ["another token", { token: "USDT" }, {}, false],
  ["a token without a name", { token: null }, {}, false],
  ["the same issued asset", onStellar, onStellar, true],
  [
    "the same symbol of another issuer",
    { ...onStellar, canonical_asset_id: "stellar:USDC:GOTHER" },
    onStellar,
    false,
  ],
  ["another symbol for the same issued asset", { ...onStellar, token: "usd" }, onStellar, true],
  ["a symbol without an issuer", { ...onStellar, canonical_asset_id: null }, onStellar, false],
  ["the same mint", { ...onSolana, token_mint: "mint" }, onSolana, true],
  ["the same symbol of another mint", { ...onSolana, canonical_asset_id: "sol:USDC:other" }, onSolana, false],
  ["other decimals", { decimals: 18 }, {}, false],
  ["unreported decimals", { decimals: null }, {}, true],
])("%s: %p", (_, changedDeposit, changedPayment, expected) => {
  expect(canBeMeantFor({ ...deposit, ...changedDeposit }, { ...payment, ...changedPayment }, 100)).toBe(
    expected
  )
})

test.each([
  ["20200000", 100, true],
  ["20200001", 100, false],
  ["19800000", 100, true],
  ["19799999", 100, false],
  ["20000000", 0, true],
  ["20000001", 0, false],
])("%s base units for 20.000000 within %d basis points: %p", (amount_raw, toleranceBps, expected) => {
  expect(canBeMeantFor({ ...deposit, amount_raw }, payment, toleranceBps)).toBe(expected)
})

test("the bounds hold for amounts far beyond what a number can count", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 40n }),
      fc.integer({ min: 0, max: 10_000 }),
      (expected, bps) => {
        const awaited = { ...payment, expected_amount: expected.toString(), decimals: 0 }
        const most = expected + (expected * BigInt(bps)) / 10_000n
        const received = (amount: bigint) => ({ ...deposit, decimals: 0, amount_raw: amount.toString() })
        expect(canBeMeantFor(received(most), awaited, bps)).toBe(true)
        expect(canBeMeantFor(received(most + 1n), awaited, bps)).toBe(false)
      }
    )
  )
})
