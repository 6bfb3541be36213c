import fc from "fast-check"
import { type CoverFacts, isCapturedOtherwise, isPaidOtherwise, missingFrom } from "../order-cover"

/** A session of 17 in a collection of 17, unless told otherwise. */
const cover = (change: Partial<CoverFacts> = {}): CoverFacts => ({
  isOfCart: true,
  collection: "17",
  orderId: null,
  order: null,
  session: "17",
  held: [],
  heldElsewhere: [],
  captured: [],
  capturedElsewhere: [],
  open: [],
  ...change,
})

describe("what is missing of a total", () => {
  it.each<[string, Partial<CoverFacts>, string]>([
    ["nothing, where the session is for all of it", {}, "0"],
    ["the rest, where the collection is for more", { collection: "27" }, "10"],
    ["the rest, where the order costs more than its collection", { order: "22.5" }, "5.5"],
    ["nothing, where the order costs less", { order: "12" }, "0"],
    [
      "nothing, where another provider's open session is for the rest",
      { collection: "27", open: ["10"] },
      "0",
    ],
    ["nothing, where another payment holds the rest", { collection: "27", held: ["4", "6"] }, "0"],
    ["a cent, where all together lack one", { collection: "27", held: ["9.99"] }, "0.01"],
    ["nothing, for what a JS number loses", { collection: "17.00000000000000003" }, "0"],
    [
      "all but the session, however small it is",
      { collection: "1000000000000.01", session: "0.01" },
      "1000000000000",
    ],
  ])("is %s", (_, change, missing) => {
    expect(missingFrom(cover(change))).toBe(missing)
  })

  it("and the parts are the total, in whatever parts", () => {
    const cents = fc.bigInt({ min: 1n, max: 10n ** 15n })
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 4 }), cents, (parts, less) => {
        const [session = 1n, ...held] = parts
        const total = parts.reduce((all, part) => all + part, 0n)
        const facts = { session: `${session}`, held: held.map(String) }
        expect(missingFrom(cover({ ...facts, collection: `${total}` }))).toBe("0")
        expect(missingFrom(cover({ ...facts, collection: `${total + less}` }))).toBe(`${less}`)
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
    expect(isPaidOtherwise(cover({ held }))).toBe(expected)
  })

  it("fits as a part beside the other parts", () => {
    expect(isPaidOtherwise(cover({ held: ["10"], session: "7" }))).toBe(false)
    expect(isPaidOtherwise(cover({ held: ["10"], session: "7.01" }))).toBe(true)
  })

  it("fits as the only one paid, even when the order became cheaper", () => {
    expect(isPaidOtherwise(cover({ collection: "12", order: "12" }))).toBe(false)
  })

  it("is added exactly, with more digits than a number holds", () => {
    const digits = { session: "0.00000000000000001", collection: "9007199254740993.00000000000000001" }
    expect(isPaidOtherwise(cover({ ...digits, held: ["9007199254740993"] }))).toBe(false)
    expect(isPaidOtherwise(cover({ ...digits, held: ["9007199254740993.00000000000000001"] }))).toBe(true)
  })

  it("never fits for the whole amount, however the others hold it", () => {
    const cents = fc.bigInt({ min: 1n, max: 10n ** 18n })
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 5 }), (parts) => {
        const total = parts.reduce((all, part) => all + part, 0n).toString()
        expect(isPaidOtherwise(cover({ session: total, collection: total, held: parts.map(String) }))).toBe(
          true
        )
      })
    )
  })
})

describe("a payment beside those of other collections of its order", () => {
  it.each<[string, Partial<CoverFacts>, boolean]>([
    ["does not fit where one was marked as paid", { order: "17", heldElsewhere: ["17"] }, true],
    ["does not fit where all together are too much", { order: "30", held: [], heldElsewhere: ["14"] }, true],
    ["fits for the difference after an exchange", { order: "34", heldElsewhere: ["17"] }, false],
    ["fits where what they held was given back", { order: "17", heldElsewhere: ["0"] }, false],
    [
      "fits where Medusa's number of the total is noisy",
      { order: "33.9999999999999", heldElsewhere: ["17"] },
      false,
    ],
  ])("%s", (_, change, expected) => {
    expect(isPaidOtherwise(cover(change))).toBe(expected)
  })
})

test("a lapsed authorization makes room again; a capture does not", () => {
  expect(isCapturedOtherwise(cover({ held: ["17"] }))).toBe(false)
  expect(isCapturedOtherwise(cover({ held: ["17"], captured: ["17"] }))).toBe(true)
  expect(isCapturedOtherwise(cover({ order: "17", capturedElsewhere: ["17"] }))).toBe(true)
})
