import fc from "fast-check"
import { AmountError, formatAmount, parseAmount } from "../../../gateway/amount"
import { forAll } from "../../__tests__/for-all"
import { chooseRate, fiatToToken, isPrice, type RateAnswer, type RateTerms } from "../attempt"

const convert = (fiatAmount: string, price: string, decimals: number, spreadBps = 0) =>
  fiatToToken({ fiatAmount, price, decimals, spreadBps })
const SCALE = 8
const units = fc.bigInt({ min: 1n, max: 10n ** 20n })
const anyDecimals = fc.integer({ min: 0, max: 18 })

describe("money in tokens", () => {
  test.each([
    ["49.90", "1", 6, 0, "49.9"],
    ["10", "3", 6, 0, "3.333334"],
    ["10", "2.5", 0, 0, "4"],
    ["0.01", "2431.55", 18, 0, "0.000004112603072115"],
    ["0", "1", 6, 0, "0"],
    ["9007199254740993.01", "1", 6, 0, "9007199254740993.01"],
    ["1083", "157.23456789", 6, 0, "6.887799"],
    ["100", "0.000000000000000001", 18, 0, "100000000000000000000"],
    ["100", "1", 6, 100, "101"],
    ["100", "1", 6, 1, "100.01"],
    ["10", "1", 6, 2_000, "12"],
    ["0.000001", "1", 6, 50, "0.000002"],
  ])("%s at a price of %s with %i decimals and a spread of %i basis points is %s", (...given) => {
    const [fiatAmount, price, decimals, spreadBps, expected] = given
    expect(convert(fiatAmount, price, decimals, spreadBps)).toBe(expected)
  })

  test("is the smallest amount that the token can hold that covers what is asked, with the spread", () =>
    forAll(
      units,
      units,
      anyDecimals,
      fc.integer({ min: 0, max: 2_000 }),
      (fiat, price, places, spreadBps) => {
        const text = convert(formatAmount(fiat, SCALE), formatAmount(price, SCALE), places, spreadBps)
        const tokens = parseAmount(text, places)
        const asked = fiat * 10n ** BigInt(places) * (10_000n + BigInt(spreadBps))
        expect(tokens * price * 10_000n).toBeGreaterThanOrEqual(asked)
        expect((tokens - 1n) * price * 10_000n).toBeLessThan(asked)
      }
    ))

  test.each([
    ...["0", "0.000", "-1", "1e3", "", "abc", "1,5"].map((price) => ["10", price]),
    ...["-1", "1e21", "", "NaN", "Infinity"].map((amount) => [amount, "1"]),
  ])("is never of %j at a price of %j", (amount = "", price = "") => {
    expect(() => convert(amount, price, 6)).toThrow(AmountError)
  })
})

describe("the price of a token", () => {
  test.each([
    ["1".repeat(30), true],
    ["1".repeat(31), false],
    [`0.${"1".repeat(30)}`, true],
    [`0.${"1".repeat(31)}`, false],
  ])("is believed with at most 30 digits on a side: %s, %s", (price, is) => expect(isPrice(price)).toBe(is))

  const nowMs = 1_700_000_000_000
  const terms: RateTerms = { nowMs, maxAgeMs: 60_000, maxDisagreementBps: 100 }
  const price = (source: string, text: string, ageMs = 0): RateAnswer => ({
    ...{ kind: "price", source, price: text, asOfMs: nowMs - ageMs },
  })
  const unknown: RateAnswer = { kind: "unknown", source: "kraken" }
  const failed: RateAnswer = { kind: "failed", source: "coinbase" }
  const a = price("a", "100")
  const b = price("b", "100")

  test.each<[string, RateAnswer[], RateAnswer | ReturnType<typeof chooseRate>]>([
    ["not there where no source covers the currency", [], "no_rate"],
    ["not there where no source has the token", [unknown, unknown], "no_rate"],
    ["not there where a source failed and none has the token", [unknown, failed], "rate_failed"],
    ["not there where the only one is too old", [price("a", "2", 60_001)], "rate_stale"],
    ["not there where the only one is from the future", [price("a", "2", -60_001)], "rate_stale"],
    ["not there where it has no valid time", [price("a", "2", NaN)], "rate_stale"],
    ["not there where one is too old, another failed", [price("a", "2", 60_001), failed], "rate_stale"],
    ["not there where the only one is invalid", [price("a", "0.00")], "rate_failed"],
    ["not there where two differ too much", [a, price("b", "101.01")], "rate_disputed"],
    ["not there where the lower of two comes second", [price("a", "101.01"), b], "rate_disputed"],
    ["not there where one of three disagrees", [a, b, price("c", "0.000001")], "rate_disputed"],
    ["that of one source", [a], a],
    ["the first in the merchant's order", [a, price("b", "99.5")], a],
    ["that of the second where the first does not have it", [unknown, b], b],
    ["that of the second where the first failed", [failed, b], b],
    ["that of the second where the first is stale", [price("a", "50", 60_001), b], b],
    ["that of the second where the first is broken", [price("a", "1e3"), b], b],
    ["the first where a stale one disagrees", [a, price("b", "1", 60_001)], a],
    ["the first at the largest difference allowed", [a, price("b", "101")], a],
    ["the oldest one allowed", [price("a", "100", 60_000)], price("a", "100", 60_000)],
  ])("is %s", (_, answers, expected) => {
    const chosen = chooseRate(answers, terms)
    if (typeof expected === "string") expect(chosen).toBe(expected)
    else expect(expected).toEqual({ kind: "price", ...Object(chosen) })
  })

  test.each(["", "0", "0.00", "-1", "1e3", "1,5", "NaN", " 1", "0x1", "1".repeat(31), `0.${"1".repeat(31)}`])(
    "is not %j",
    (text) => expect(isPrice(text)).toBe(false)
  )

  const answer = fc.record({
    ...{ kind: fc.constant("price" as const), source: fc.constantFrom("a", "b", "c") },
    price: fc.oneof(
      units.map((value) => formatAmount(value, SCALE)),
      fc.constantFrom("0", "", "1e3", "-1")
    ),
    asOfMs: fc.integer({ min: nowMs - 120_000, max: nowMs + 120_000 }),
  })
  const anyAnswers = fc.array(fc.oneof(answer, fc.constant(unknown), fc.constant(failed)), { maxLength: 5 })

  test("is the first usable answer; failed sources change nothing, and no order of answers hides a dispute", () =>
    forAll(anyAnswers, (answers) => {
      const chosen = chooseRate(answers, terms)
      const prices = answers.flatMap((one) => (one.kind === "price" ? [one] : []))
      const usable = prices.filter((one) => isPrice(one.price) && Math.abs(nowMs - one.asOfMs) <= 60_000)
      if (typeof chosen !== "string") expect(usable[0]).toMatchObject(chosen)
      if (prices.length > 0) expect(chooseRate([failed, ...prices, unknown], terms)).toEqual(chosen)
      const reversed = chooseRate([...answers].reverse(), terms)
      expect(reversed === "rate_disputed").toBe(chosen === "rate_disputed")
    }))

  test("is disputed exactly from the limit on", () =>
    forAll(units, units, (one, other) => {
      const [low, high] = one < other ? [one, other] : [other, one]
      const chosen = chooseRate([price("a", String(one)), price("b", String(other))], terms)
      expect(chosen === "rate_disputed").toBe((high - low) * 10_000n > low * 100n)
    }))
})
