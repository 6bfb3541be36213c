import fc from "fast-check"
import { forAll } from "../../__tests__/for-all"
import {
  type AddressedPayment,
  areContested,
  type AwaitedAmount,
  canBeMeantFor,
  DEPOSIT_LINKS,
  DEPOSIT_MISMATCHES,
  depositMismatch,
  type DepositedAmount,
  findLinkRefusal,
  linkedPayment,
  parseTxHash,
} from "../deposit-link"

const payment = (id: string, change: Partial<AddressedPayment> = {}): AddressedPayment => ({
  ...{ id, session_id: `payses_${id}`, memo: null, isOpen: true, ...change },
})
const [a, b] = [payment("a"), payment("b")]
const over = { isOpen: false }
const link = (paymentId: string, by: string) => ({ paymentId, by })

test.each<[string, AddressedPayment[], string | null, object | null]>([
  ["nobody's address", [], null, null],
  ["the address of one payment", [a], null, link("a", "address")],
  ["that of one which is over", [payment("a", over)], null, link("a", "address")],
  ["the memo of one payment", [payment("a", { memo: "42" })], null, link("a", "memo")],
  ["a reusable one with two open payments", [a, b], null, null],
  ["a reusable one with one open payment", [payment("a", over), b], null, link("b", "address")],
  ["a reusable one with none open", [payment("a", over), payment("b", over)], null, null],
  ["a reusable one, where the service expected one of them", [a, b], "payses_b", link("b", "intent")],
  ["a reusable one, where it expected another", [a, b], "payses_of_another_address", null],
])("a deposit to %s", (_, payments, expected_session_id, found) => {
  expect(linkedPayment({ expected_session_id }, payments)).toEqual(found)
})

test.each([
  [{}, null],
  [{ state: "assigned" }, { code: "not_in_review", state: "assigned" }],
  [{ payment_id: "a" }, { code: "already_linked" }],
  [{ confirmed_at: null }, { code: "unconfirmed" }],
] as const)("an operator ties a deposit to a payment, unless: %j", (change, refusal) => {
  const deposit = { state: "in_review", payment_id: null, confirmed_at: new Date(0) } as const
  expect(findLinkRefusal({ ...deposit, ...change })).toEqual(refusal)
  expect(DEPOSIT_LINKS).toEqual(["address", "memo", "intent", "person"])
})

test.each([
  [["a"], null, false],
  [["a"], "a", false],
  [["a"], "b", true],
  [["a", "b"], null, true],
])("claims of %j for a deposit of payment %s contradict each other: %p", (claiming, linked, isContested) => {
  expect(areContested(claiming, linked)).toBe(isContested)
})

test.each([
  ["evm", `0x${"Ab".repeat(32)}`, `0x${"ab".repeat(32)}`],
  ["evm", ` 0x${"1".repeat(64)} `, `0x${"1".repeat(64)}`],
  ["evm", "1".repeat(64), null],
  ["evm", `0x${"1".repeat(63)}`, null],
  ["stellar", "AB".repeat(32), "ab".repeat(32)],
  ["stellar", `0x${"1".repeat(64)}`, null],
  ["sol", "5".repeat(88), "5".repeat(88)],
  ["sol", "A".repeat(88), "A".repeat(88)],
  ["sol", `${"5".repeat(87)}0`, null],
  ["another", "Ab".repeat(20), "ab".repeat(20)],
  ["another", "short", null],
])("on %s %s is read as %s", (chain, text, hash) => {
  expect(parseTxHash(chain, text)).toBe(hash)
})

test("whatever a shopper types, a hash is letters and digits only", () =>
  forAll(fc.constantFrom("evm", "sol", "stellar", "another"), fc.string(), (chain, text) => {
    expect(parseTxHash(chain, text) ?? "a").toMatch(/^[0-9A-Za-z]+$/)
  }))

describe("a deposit beside the amount that a payment awaits", () => {
  const asset = {
    chain: "evm",
    network_id: "base-mainnet",
    token: "USDC",
    canonical_asset_id: null,
    decimals: 6,
  }
  const deposit: DepositedAmount = { ...asset, token_mint: null, amount_raw: "20000000" }
  const awaited: AwaitedAmount = { ...asset, expected_amount: "20" }
  const ISSUER = "stellar:USDC:GISSUER"
  const onStellar = { chain: "stellar", network_id: "stellar-mainnet", canonical_asset_id: ISSUER }
  const onSolana = { chain: "sol", network_id: "sol-mainnet", canonical_asset_id: "sol:USDC:mint" }
  const otherIssuer = { ...onStellar, canonical_asset_id: "stellar:USDC:GOTHER" }

  test.each<[string, Partial<DepositedAmount>, Partial<AwaitedAmount>, boolean]>([
    ["the same", {}, {}, true],
    ["another chain", { chain: "sol" }, {}, false],
    ["another network", { network_id: "eth-mainnet" }, {}, false],
    ["another token", { token: "USDT" }, {}, false],
    ["a token without a name", { token: null }, {}, false],
    ["the same issued asset", onStellar, onStellar, true],
    ["the same symbol of another issuer", otherIssuer, onStellar, false],
    ["another symbol for the same issued asset", { ...onStellar, token: "usd" }, onStellar, true],
    ["a symbol without an issuer", { ...onStellar, canonical_asset_id: null }, onStellar, false],
    ["the same mint", { ...onSolana, token_mint: "mint" }, onSolana, true],
    ["the symbol of another mint", { ...onSolana, canonical_asset_id: "sol:USDC:other" }, onSolana, false],
    ["other decimals", { decimals: 18 }, {}, false],
    ["unreported decimals", { decimals: null }, {}, true],
  ])("may be meant for it, of %s: %p", (_, changed, changedPayment, expected) => {
    expect(canBeMeantFor({ ...deposit, ...changed }, { ...awaited, ...changedPayment })).toBe(expected)
  })

  test.each([
    ["20200000", true],
    ["20200001", false],
    ["19800000", true],
    ["19799999", false],
  ])("may be meant for it, of %s base units: %p", (amount_raw, expected) => {
    expect(canBeMeantFor({ ...deposit, amount_raw }, awaited)).toBe(expected)
  })

  test("is within bounds that hold for amounts far beyond what a number can count", () =>
    forAll(fc.bigInt({ min: 1n, max: 10n ** 40n }), (expected) => {
      const payment = { ...awaited, expected_amount: expected.toString(), decimals: 0 }
      const most = expected + expected / 100n
      const received = (amount: bigint) => ({ ...deposit, decimals: 0, amount_raw: amount.toString() })
      expect(canBeMeantFor(received(most), payment)).toBe(true)
      expect(canBeMeantFor(received(most + 1n), payment)).toBe(false)
    }))
})

describe("how a deposit differs from the payment that it was sent for", () => {
  const rail = {
    chain: "evm",
    network_id: "base-mainnet",
    token: "USDC",
    canonical_asset_id: null,
    decimals: 6,
  }
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 12, minute))
  const deposit = {
    ...{ ...rail, token_mint: null, amount_raw: "94000000" },
    ...{ state: "in_review" as const, observed_at: at(10) },
  }
  const payment = {
    ...{ ...rail, expected_amount: "94", state: "awaiting" as const },
    ...{ expires_at: at(30), captured_at: null },
  }
  type Case = [string | null, object, object]
  const CASES: Case[] = [
    [null, {}, {}],
    [null, { state: "assigned" }, { captured_at: at(11) }],
    [null, { state: "income", token: "ETH" }, {}],
    [null, {}, { state: "expired" }],
    [null, { observed_at: at(30) }, {}],
    ["late", { observed_at: at(31) }, {}],
    ["late", {}, { state: "expired", expires_at: null }],
    ["late", { state: "refunded", observed_at: at(31) }, {}],
    ["other_asset", { token: "ETH", decimals: 18, observed_at: at(31) }, {}],
    ["other_network", { network_id: "eth-mainnet" }, {}],
    ["other_network", { chain: "sol" }, {}],
    ["paid_before", { observed_at: at(31) }, { state: "captured", captured_at: at(9) }],
    ["too_little", { amount_raw: "93999999" }, {}],
    ["too_much", { amount_raw: "94000001" }, {}],
  ]

  test.each(CASES)("%s: %j beside %j", (mismatch, arrived, expected) => {
    expect(depositMismatch({ ...deposit, ...arrived }, { ...payment, ...expected })).toBe(mismatch)
  })

  test("each difference has a row in this table", () => {
    expect(new Set(CASES.flatMap(([mismatch]) => mismatch ?? []))).toEqual(new Set(DEPOSIT_MISMATCHES))
  })
})
