import fc from "fast-check"
import { type Money, moneyOf, smallestUnit } from "../../money"
import {
  type CoverFacts,
  findMisfit,
  findOtherCurrency,
  findPlacedMisfit,
  isCapturedOtherwise,
  isPaidOtherwise,
} from "../order-cover"

const usd = (amount: string) => moneyOf(amount, "USD")
const jpy = (amount: string) => moneyOf(amount, "JPY")
const list = (...amounts: string[]) => amounts.map(usd)

/** A session of 17 USD in a collection of 17 USD, unless changed. */
const cover = (change: Partial<CoverFacts> = {}): CoverFacts => ({
  isOfCart: true,
  collectionId: "pay_col_1",
  collection: usd("17"),
  decimals: 2,
  orderId: null,
  order: null,
  session: usd("17"),
  held: [],
  heldElsewhere: [],
  captured: [],
  capturedElsewhere: [],
  open: [],
  rivals: [],
  ...change,
})

/** As cents of a property, in a currency with so many decimals. */
const written = (units: bigint, decimals: number): Money => {
  const text = units.toString().padStart(decimals + 1, "0")
  const amount = decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
  return moneyOf(amount, "xxx")
}
const DECIMALS = [0, 2, 3, 8, 18]
const units = fc.bigInt({ min: 1n, max: 10n ** 24n })

describe("a session fits the order that it places", () => {
  it.each<[string, Partial<CoverFacts>]>([
    ["when it is for all of it", {}],
    ["when another provider's open session is for the rest", { collection: usd("27"), open: list("10") }],
    ["when other payments hold the rest", { collection: usd("27"), held: list("4", "6") }],
    ["apart from what a JS number loses", { collection: usd("17.00000000000000003") }],
    ["up to half of the smallest unit", { collection: usd("17.005") }],
    ["when its total has more digits than its currency", { session: usd("16.996"), collection: usd("17") }],
  ])("%s", (_, change) => {
    expect(findMisfit(cover(change))).toBeNull()
  })
})

describe("a session does not fit the order that it places", () => {
  it.each<[string, Partial<CoverFacts>, string, string]>([
    ["and leaves the rest, when the collection is for more", { collection: usd("27") }, "missing", "10"],
    ["and leaves the rest, when the order costs more", { order: usd("22.5") }, "missing", "5.5"],
    ["and leaves a cent", { collection: usd("27"), held: list("9.99") }, "missing", "0.01"],
    ["when the collection is for less", { collection: usd("12") }, "exceeds", "5"],
    ["by a cent", { collection: usd("16.99"), order: usd("12") }, "exceeds", "0.01"],
    [
      "however small it is",
      { collection: usd("1000000000000.01"), session: usd("0.01") },
      "missing",
      "1000000000000",
    ],
    [
      "by the smallest unit of a currency with eight decimals",
      { decimals: 8, collection: usd("0.0004"), session: usd("0.00039999") },
      "missing",
      "0.00000001",
    ],
  ])("%s", (_, change, kind, amount) => {
    expect(findMisfit(cover(change))).toEqual({ kind, amount: usd(amount) })
  })

  it.each<[string, Partial<CoverFacts>]>([
    ["its collection", { session: jpy("1800"), collection: usd("1793") }],
    ["an equal number in its collection", { session: jpy("17") }],
    ["its order", { order: jpy("17") }],
    ["a payment of the collection", { held: [jpy("1")], captured: [jpy("1")] }],
    ["a payment of another collection", { order: usd("34"), heldElsewhere: [jpy("1")] }],
    ["another provider's open session", { open: [jpy("1")] }],
  ])("in another currency than %s", (_, change) => {
    const misfit = findOtherCurrency(cover(change))
    expect(misfit?.kind).toBe("other_currency")
    expect(findMisfit(cover(change))).toEqual(misfit)
  })
})

describe("a session for an order that was placed before", () => {
  const placed = (change: Partial<CoverFacts>) => cover({ orderId: "order_1", order: usd("17"), ...change })

  it.each<[string, Partial<CoverFacts>]>([
    ["fits when the order costs more by now", { order: usd("27"), collection: usd("27") }],
    ["fits when the order costs less by now", { order: usd("12"), collection: usd("12") }],
    ["fits beside an equal one", { order: usd("27"), rivals: list("17") }],
    ["fits beside one for less", { order: usd("27"), rivals: list("12") }],
    ["fits beside one for more when it covers the order itself", { rivals: list("27") }],
    ["fits beside a larger number in another currency", { order: usd("27"), rivals: [jpy("1800")] }],
  ])("%s", (_, change) => {
    expect(findPlacedMisfit(placed(change))).toBeNull()
  })

  it("does not fit beside one for more when it leaves a part unpaid", () => {
    const both = { collection: usd("1793"), order: usd("1793"), rivals: list("1793") }
    expect(findPlacedMisfit(placed(both))).toEqual({ kind: "missing", amount: usd("1776") })
  })

  it("does not fit in another currency", () => {
    expect(findPlacedMisfit(placed({ session: jpy("1800") }))?.kind).toBe("other_currency")
  })
})

describe.each(DECIMALS)("in a currency with %i decimals", (decimals) => {
  const unit = moneyOf(smallestUnit(decimals), "xxx")

  it("parts cover their sum, and nothing that is a smallest unit more or less", () => {
    fc.assert(
      fc.property(fc.array(units, { minLength: 1, maxLength: 4 }), (parts) => {
        const total = parts.reduce((all, part) => all + part, 0n)
        const [session = unit, ...held] = parts.map((part) => written(part, decimals))
        const facts = { decimals, session, held }
        const fits = (collection: bigint) =>
          findMisfit(cover({ ...facts, collection: written(collection, decimals) }))
        expect(fits(total)).toBeNull()
        expect(fits(total + 1n)).toEqual({ kind: "missing", amount: unit })
        if (held.length === 0) expect(fits(total - 1n)).toEqual({ kind: "exceeds", amount: unit })
      })
    )
  })

  it("a whole amount never fits beside payments that hold it, however they do", () => {
    fc.assert(
      fc.property(fc.array(units, { minLength: 1, maxLength: 5 }), (parts) => {
        const total = written(
          parts.reduce((all, part) => all + part, 0n),
          decimals
        )
        const held = parts.map((part) => written(part, decimals))
        const facts = { decimals, session: total, collection: total, order: total }
        expect(isPaidOtherwise(cover({ ...facts, held }))).toBe(true)
        expect(isPaidOtherwise(cover({ ...facts, heldElsewhere: held }))).toBe(true)
      })
    )
  })
})

describe("a payment beside others of its collection", () => {
  it.each<[string, string[], boolean]>([
    ["none", [], false],
    ["one that holds nothing any more", ["0"], false],
    ["one that holds all", ["17"], true],
    ["two that hold all together", ["10", "7"], true],
    ["one that holds a part", ["0.01"], true],
  ])("that are %s", (_, held, expected) => {
    expect(isPaidOtherwise(cover({ held: list(...held) }))).toBe(expected)
  })

  it("fits as a part beside the other parts", () => {
    expect(isPaidOtherwise(cover({ held: list("10"), session: usd("7") }))).toBe(false)
    expect(isPaidOtherwise(cover({ held: list("10"), session: usd("7.01") }))).toBe(true)
  })

  it("fits as the only one paid, even when the order became cheaper", () => {
    expect(isPaidOtherwise(cover({ collection: usd("12"), order: usd("12") }))).toBe(false)
  })

  it("is added exactly, with more digits than a number holds", () => {
    const digits = {
      decimals: 17,
      session: usd("0.00000000000000001"),
      collection: usd("9007199254740993.00000000000000001"),
    }
    expect(isPaidOtherwise(cover({ ...digits, held: list("9007199254740993") }))).toBe(false)
    expect(isPaidOtherwise(cover({ ...digits, held: list("9007199254740993.00000000000000001") }))).toBe(true)
  })
})

describe("a payment beside those of other collections of its order", () => {
  it.each<[string, Partial<CoverFacts>, boolean]>([
    ["does not fit where one was marked as paid", { order: usd("17"), heldElsewhere: list("17") }, true],
    ["does not fit where all together are too much", { order: usd("30"), heldElsewhere: list("14") }, true],
    ["fits for the difference after an exchange", { order: usd("34"), heldElsewhere: list("17") }, false],
    ["fits where what they held was given back", { order: usd("17"), heldElsewhere: list("0") }, false],
    [
      "fits where Medusa's number of the total is noisy",
      { order: usd("33.9999999999999"), heldElsewhere: list("17") },
      false,
    ],
    [
      "does not fit where an order of 0.0004 BTC was paid once",
      { decimals: 8, session: usd("0.0004"), order: usd("0.0004"), heldElsewhere: list("0.0004") },
      true,
    ],
  ])("%s", (_, change, expected) => {
    expect(isPaidOtherwise(cover(change))).toBe(expected)
  })
})

test("a lapsed authorization makes room again; a capture does not", () => {
  expect(isCapturedOtherwise(cover({ held: list("17") }))).toBe(false)
  expect(isCapturedOtherwise(cover({ held: list("17"), captured: list("17") }))).toBe(true)
  expect(isCapturedOtherwise(cover({ order: usd("17"), capturedElsewhere: list("17") }))).toBe(true)
})
