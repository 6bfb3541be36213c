import fc from "fast-check"
import { chooseRate, isPrice, type RateAnswer, type RateTerms } from "../attempt"

const nowMs = 1_700_000_000_000
const terms: RateTerms = { nowMs, maxAgeMs: 60_000, maxDisagreementBps: 100 }
const price = (source: string, text: string, ageMs = 0): RateAnswer => ({
  ...{ kind: "price", source, price: text, asOfMs: nowMs - ageMs },
})
const unknown: RateAnswer = { kind: "unknown", source: "kraken" }
const failed: RateAnswer = { kind: "failed", source: "coinbase" }

describe("without a usable price, the reason says why", () => {
  test.each<[string, RateAnswer[], ReturnType<typeof chooseRate>]>([
    ["no source covers the currency", [], "no_rate"],
    ["no source has the token", [unknown, unknown], "no_rate"],
    ["a source failed and none has the token", [unknown, failed], "rate_failed"],
    ["the only price is too old", [price("a", "2", 60_001)], "rate_stale"],
    ["the only price is from the future", [price("a", "2", -60_001)], "rate_stale"],
    ["the price has no valid time", [price("a", "2", NaN)], "rate_stale"],
    ["one price is too old, another source failed", [price("a", "2", 60_001), failed], "rate_stale"],
    ["the only price is invalid", [price("a", "0.00")], "rate_failed"],
    ["two prices differ too much", [price("a", "100"), price("b", "101.01")], "rate_disputed"],
    ["the lower of two prices comes second", [price("a", "101.01"), price("b", "100")], "rate_disputed"],
    [
      "one of three disagrees",
      [price("a", "100"), price("b", "100"), price("c", "0.000001")],
      "rate_disputed",
    ],
  ])("%s", (_, answers, reason) => {
    expect(chooseRate(answers, terms)).toBe(reason)
  })
})

describe("the first usable price is used unchanged", () => {
  test.each<[string, RateAnswer[], string]>([
    ["one source", [price("a", "2431.55")], "a"],
    ["the merchant's order", [price("a", "100"), price("b", "99.5")], "a"],
    ["a source that does not have it first", [unknown, price("b", "100")], "b"],
    ["a source that failed first", [failed, price("b", "100")], "b"],
    ["a stale price first", [price("a", "50", 60_001), price("b", "100")], "b"],
    ["a broken price first", [price("a", "1e3"), price("b", "100")], "b"],
    ["a stale price that disagrees", [price("a", "100"), price("b", "1", 60_001)], "a"],
    ["the largest difference allowed", [price("a", "100"), price("b", "101")], "a"],
    ["the oldest price allowed", [price("a", "100", 60_000)], "a"],
  ])("%s", (_, answers, source) => {
    const taken = answers.find((answer) => answer.source === source)
    expect(taken).toMatchObject(chooseRate(answers, terms))
    expect(chooseRate(answers, terms)).toMatchObject({ source })
  })
})

test.each(["", "0", "0.00", "-1", "1e3", "1,5", "NaN", " 1", "0x1", "1".repeat(31), `0.${"1".repeat(31)}`])(
  "%j is not a valid price",
  (text) => expect(isPrice(text)).toBe(false)
)

const decimals = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 20n }), fc.integer({ min: 0, max: 18 }))
  .map(([units, scale]) => {
    const digits = units.toString().padStart(scale + 1, "0")
    const at = digits.length - scale
    return scale === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`
  })
const answers = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant("price" as const),
      source: fc.constantFrom("a", "b", "c"),
      price: fc.oneof(decimals, fc.constantFrom("0", "", "1e3", "-1")),
      asOfMs: fc.integer({ min: nowMs - 120_000, max: nowMs + 120_000 }),
    }),
    fc.constant(unknown),
    fc.constant(failed)
  ),
  { maxLength: 5 }
)

test("the chosen price is always the first current and valid answer", () => {
  fc.assert(
    fc.property(answers, (given) => {
      const chosen = chooseRate(given, terms)
      if (typeof chosen === "string") return
      const usable = given.filter(
        (answer) =>
          answer.kind === "price" && isPrice(answer.price) && Math.abs(nowMs - answer.asOfMs) <= 60_000
      )
      expect(usable[0]).toMatchObject(chosen)
    })
  )
})

test("a disagreement does not depend on the order of sources and never exceeds the limit", () => {
  fc.assert(
    fc.property(answers, (given) => {
      const isDisputed = chooseRate(given, terms) === "rate_disputed"
      expect(chooseRate([...given].reverse(), terms) === "rate_disputed").toBe(isDisputed)
    })
  )
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 20n }), fc.bigInt({ min: 1n, max: 10n ** 20n }), (a, b) => {
      const [low, high] = a < b ? [a, b] : [b, a]
      const isFar = (high - low) * 10_000n > low * 100n
      const given = [price("a", String(a)), price("b", String(b))]
      expect(chooseRate(given, terms) === "rate_disputed").toBe(isFar)
    })
  )
})

test("a source that fails or has no price changes neither the price nor a dispute", () => {
  fc.assert(
    fc.property(answers, (given) => {
      const prices = given.filter(({ kind }) => kind === "price")
      if (prices.length === 0) return
      expect(chooseRate([failed, ...given, unknown], terms)).toEqual(chooseRate(prices, terms))
    })
  )
})
