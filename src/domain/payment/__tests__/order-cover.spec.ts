import fc from "fast-check"
import { formatAmount, parseAmount } from "../../../gateway/amount"
import { forAll } from "../../__tests__/for-all"
import { CurrencyMismatchError, isSameAmount, moneyOf, smallestUnit } from "../../money"
import {
  type CoverFacts,
  dueOf,
  findMisfit,
  isPaidOtherwise,
  type OrderSums,
  outstandingOf,
  owedOf,
  paidElsewhere,
  refuseSessionChange,
  tokensTaken,
} from "../settlement"

const usd = (amount: string) => moneyOf(amount, "USD")
const jpy = (amount: string) => moneyOf(amount, "JPY")
const list = (...amounts: string[]) => amounts.map(usd)

const missing = (amount: string) => ({ kind: "missing" as const, amount: usd(amount) })
const exceeds = (amount: string) => ({ kind: "exceeds" as const, amount: usd(amount) })

/** A session of 17 USD in a collection of 17 USD, unless changed. */
const cover = (change: Partial<CoverFacts> = {}): CoverFacts => ({
  ...{ isOfCart: true, collectionId: "pay_col_1", collection: usd("17"), decimals: 2 },
  ...{ orderId: null, order: null, session: usd("17"), open: [], rivals: [] },
  ...{ held: [], heldElsewhere: [], captured: [], capturedElsewhere: [] },
  ...change,
})

const DECIMALS = [0, 2, 3, 8, 18]
const units = fc.bigInt({ min: 1n, max: 10n ** 24n })
const sumOf = (parts: bigint[]) => parts.reduce((all, part) => all + part, 0n)

describe("a session for the order that it places", () => {
  const tiniest = { decimals: 8, collection: usd("0.0004"), session: usd("0.00039999") }

  it.each<[string, Partial<CoverFacts>, ReturnType<typeof findMisfit>]>([
    ["fits all of it", {}, null],
    ["fits beside another provider's open session", { collection: usd("27"), open: list("10") }, null],
    ["fits beside payments that hold the rest", { collection: usd("27"), held: list("4", "6") }, null],
    ["fits apart from what a JS number loses", { collection: usd("17.00000000000000003") }, null],
    ["fits up to half of the smallest unit", { collection: usd("17.005") }, null],
    ["fits when it has more digits than its currency", { session: usd("16.996") }, null],
    ["leaves the rest of the collection", { collection: usd("27") }, missing("10")],
    ["leaves the rest of the order", { order: usd("22.5") }, missing("5.5")],
    ["leaves a cent", { collection: usd("27"), held: list("9.99") }, missing("0.01")],
    ["leaves the smallest of eight decimals", tiniest, missing("0.00000001")],
    ["exceeds the collection", { collection: usd("12") }, exceeds("5")],
    [
      "exceeds it, with the order already written",
      { collection: usd("12"), orderId: "order_1" },
      exceeds("5"),
    ],
    ["exceeds it by a cent", { collection: usd("16.99"), order: usd("12") }, exceeds("0.01")],
  ])("%s", (_, change, misfit) => {
    expect(findMisfit(cover(change), "placing")).toEqual(misfit)
  })

  it.each<[string, Partial<CoverFacts>]>([
    ["its collection", { session: jpy("1800"), collection: usd("1793") }],
    ["an equal number in its collection", { session: jpy("17") }],
    ["its order", { order: jpy("17") }],
    ["a payment of the collection", { held: [jpy("1")], captured: [jpy("1")] }],
    ["a payment of another collection", { order: usd("34"), heldElsewhere: [jpy("1")] }],
    ["another provider's open session", { open: [jpy("1")] }],
  ])("does not fit in another currency than %s", (_, change) => {
    for (const stage of ["placing", "placed", "opening"] as const)
      expect(findMisfit(cover(change), stage)?.kind).toBe("other_currency")
  })
})

const large = { collection: usd("1793"), order: usd("1793") }
test.each<[string, Partial<CoverFacts>, object | null]>([
  ["fits when the order costs more by now", { order: usd("27"), collection: usd("27") }, null],
  ["fits when the order costs less by now", { order: usd("12"), collection: usd("12") }, null],
  ["fits beside an equal session", { order: usd("27"), rivals: list("17") }, null],
  ["fits beside a session for less", { order: usd("27"), rivals: list("12") }, null],
  ["fits beside a session for more when it covers the order itself", { rivals: list("27") }, null],
  ["fits beside a larger number in another currency", { order: usd("27"), rivals: [jpy("1800")] }, null],
  [
    "does not fit beside a session for more, partly unpaid",
    { ...large, rivals: list("1793") },
    missing("1776"),
  ],
  ["does not fit in another currency", { session: jpy("1800") }, { kind: "other_currency" }],
])("a session for an order that was placed before %s", (_, change, misfit) => {
  const facts = cover({ orderId: "order_1", order: usd("17"), ...change })
  const found = findMisfit(facts, "placed")
  if (misfit === null) expect(found).toBeNull()
  else expect(found).toMatchObject(misfit)
  expect(findMisfit(facts, "opening")).toEqual(found)
})

test("a session for a cart may leave a rest for another session, and may not be for more", () => {
  expect(findMisfit(cover({ collection: usd("27"), rivals: list("27") }), "opening")).toBeNull()
  expect(findMisfit(cover({ collection: usd("12") }), "opening")).toEqual(exceeds("5"))
  expect(findMisfit(cover({ session: jpy("17") }), "opening")?.kind).toBe("other_currency")
})

describe.each(DECIMALS)("in a currency with %i decimals", (decimals) => {
  const written = (amount: bigint) => moneyOf(formatAmount(amount, decimals), "xxx")
  const unit = moneyOf(smallestUnit(decimals), "xxx")
  const parts = fc.array(units, { minLength: 1, maxLength: 5 })

  it("parts cover their sum, and nothing that is a smallest unit more or less", () =>
    forAll(parts, (all) => {
      const [session = unit, ...held] = all.map(written)
      const fits = (collection: bigint) =>
        findMisfit(cover({ decimals, session, held, collection: written(collection) }), "placing")
      expect(fits(sumOf(all))).toBeNull()
      expect(fits(sumOf(all) + 1n)).toEqual({ kind: "missing", amount: unit })
      if (held.length === 0) expect(fits(sumOf(all) - 1n)).toEqual({ kind: "exceeds", amount: unit })
    }))

  it("a whole amount never fits beside payments that hold it, however they do", () =>
    forAll(parts, (all) => {
      const total = written(sumOf(all))
      const facts = { decimals, session: total, collection: total, order: total }
      expect(isPaidOtherwise(cover({ ...facts, held: all.map(written) }))).toBe(true)
      expect(isPaidOtherwise(cover({ ...facts, heldElsewhere: all.map(written) }))).toBe(true)
    }))

  it("an order owes Medusa's own difference, beyond a unit", () => {
    const signed = (amount: bigint) =>
      amount < 0n ? `-${formatAmount(-amount, decimals)}` : formatAmount(amount, decimals)
    forAll(units, units, units, (total, returned, paid) => {
      const exact = total - returned - paid
      const sums = { total: signed(total), returnRequested: signed(returned), transactions: signed(paid) }
      const owed = owedOf({ pending: exact > -2n && exact < 2n ? "0" : signed(exact), ...sums }, decimals)
      if (exact > 1n) expect(parseAmount(owed, decimals)).toBe(exact)
      else expect(owed).toBe("0")
    })
  })

  it("an order that owes a share takes its share of the tokens, rounded up by less than a unit", () =>
    forAll(units, units, units, (asked, part, expected) => {
      const taken = part % asked
      fc.pre(taken > 0n)
      const given = { asked: String(asked), taken: String(taken), expected: formatAmount(expected, decimals) }
      const base = parseAmount(tokensTaken({ ...given, decimals }) ?? "", decimals)
      expect(base * asked >= expected * taken && (base - 1n) * asked < expected * taken).toBe(true)
      expect(base <= expected).toBe(true)
    }))
})

describe("a payment beside those", () => {
  const long = "9007199254740993.00000000000000001"
  const precise = { decimals: 17, session: usd("0.00000000000000001"), collection: usd(long) }
  const short = "9007199254740993"
  const tiny = { decimals: 8, session: usd("0.0004"), order: usd("0.0004") }

  it.each<[string, Partial<CoverFacts>, boolean]>([
    ["of its collection: none", {}, false],
    ["of its collection, as its order became cheaper", { collection: usd("12"), order: usd("12") }, false],
    ["of its collection: a refunded payment", { held: list("0") }, false],
    ["of its collection: one payment that holds all", { held: list("17") }, true],
    ["of its collection: two that hold all together", { held: list("10", "7") }, true],
    ["of its collection: a payment that holds a part", { held: list("0.01") }, true],
    ["of its collection: a payment that leaves room", { held: list("10"), session: usd("7") }, false],
    [
      "of its collection: a payment that leaves a cent too little",
      { held: list("10"), session: usd("7.01") },
      true,
    ],
    ["of its collection, in more digits than a float has", { ...precise, held: list(short) }, false],
    ["of its collection, and too much in the last digit", { ...precise, held: list(long) }, true],
    ["of its order: a collection was marked as paid", { order: usd("17"), heldElsewhere: list("17") }, true],
    ["of its order: all together are too much", { order: usd("30"), heldElsewhere: list("14") }, true],
    ["of its order, for the rest of an exchange", { order: usd("34"), heldElsewhere: list("17") }, false],
    ["of its order, which were given back", { order: usd("17"), heldElsewhere: list("0") }, false],
    ["of its order, of a noisy total", { order: usd("33.9999999999999"), heldElsewhere: list("17") }, false],
    ["of its order in eight decimals, paid once", { ...tiny, heldElsewhere: list("0.0004") }, true],
  ])("%s", (_, change, isPaid) => {
    expect(isPaidOtherwise(cover(change))).toBe(isPaid)
  })

  it("that were only authorized make no second capture; a captured payment does", () => {
    expect(paidElsewhere(cover({}))).toBe("no")
    expect(paidElsewhere(cover({ collection: usd("12"), held: list("0"), captured: list("0") }))).toBe("no")
    expect(paidElsewhere(cover({ held: list("17") }))).toBe("authorized")
    expect(paidElsewhere(cover({ held: list("17"), captured: list("17") }))).toBe("captured")
    expect(paidElsewhere(cover({ order: usd("17"), capturedElsewhere: list("17") }))).toBe("captured")
  })
})

describe("what an order owes", () => {
  const returning = { pending: "-14.67", returnRequested: "14.67", transactions: "17" }
  const exchanged = { pending: "6", total: "35", returnRequested: "12", transactions: "17" }

  it.each<[string, Partial<OrderSums>, number, string]>([
    ["before it is paid", { pending: "17" }, 2, "17"],
    ["while a return is open", returning, 2, "0"],
    ["after an exchange", exchanged, 2, "6"],
    ["by a unit, which Medusa counts as settled", { total: "17.01", transactions: "17" }, 2, "0"],
    ["in bitcoin, which Medusa does not know", { total: "0.0004" }, 8, "0.0004"],
    ["in bitcoin, paid", { total: "0.0004", transactions: "0.0004" }, 8, "0"],
    ["by less than a unit", { pending: "0.24", total: "1083.24", transactions: "1083" }, 0, "0"],
    ["after more was refunded than paid", { pending: "17.01", transactions: "-0.01" }, 2, "17.01"],
  ])("%s", (_, change, decimals, owed) => {
    const sums = { pending: "0", total: "17", returnRequested: "0", transactions: "0", ...change }
    expect(owedOf(sums, decimals)).toBe(owed)
  })

  it.each([
    ["17", ["5"], "12"],
    ["17", ["5", "12"], "0"],
    ["17", ["20"], "0"],
    ["17", ["16.996"], "0"],
    ["0", ["5"], "0"],
  ])("of %s, with %j authorized by others, leaves %s outstanding", (owed, others, outstanding) => {
    expect(outstandingOf(owed, others, 2)).toBe(outstanding)
  })

  it.each([
    ["as much", "17", "17"],
    ["more", "20", "17"],
    ["less", "12", "12"],
    ["less by what no coin can pay", "16.996", "17"],
    ["nothing", "0", "0"],
  ])("is due up to the amount of the session: %s", (_, owed, due) => {
    expect(dueOf(usd("17"), usd(owed), 2)).toEqual(usd(due))
  })

  it("is never compared with another currency, and takes all tokens while the order owes all of it", () => {
    expect(() => dueOf(usd("1800"), jpy("1793"), 2)).toThrow(CurrencyMismatchError)
    expect(tokensTaken({ asked: "17", taken: "17", expected: "17.17", decimals: 6 })).toBeNull()
  })

  it("is the same up to half a unit", () => {
    expect(isSameAmount(usd("17"), usd("17.005"), 2)).toBe(true)
    expect(isSameAmount(usd("17"), usd("17.01"), 2)).toBe(false)
    expect(isSameAmount(usd("17.01"), usd("17"), 2)).toBe(false)
  })
})

const placed = { customerId: "cus_1", isCancelled: false }
const guests = { customerId: null, isCancelled: false }
const cancelled = { customerId: "cus_1", isCancelled: true }
const STORE = undefined

test.each([
  ["an open cart", null, { customerId: null }, null],
  ["an open cart", null, { customerId: "cus_2" }, null],
  ["a placed order", placed, { customerId: "cus_1" }, null],
  ["a placed order", placed, { customerId: null }, "not_your_order"],
  ["a placed order", placed, { customerId: "cus_2" }, "not_your_order"],
  ["an order without a customer", guests, { customerId: null }, "not_your_order"],
  ["an order without a customer", guests, { customerId: "cus_2" }, "not_your_order"],
  ["a cancelled order", cancelled, { customerId: "cus_1" }, "order_cancelled"],
  ["a cancelled order", cancelled, { customerId: null }, "not_your_order"],
  ["a placed order", placed, STORE, null],
  ["a cancelled order", cancelled, STORE, null],
] as const)("a session of %s (%j) may be changed by %j: %s", (_, order, request, refusal) => {
  expect(refuseSessionChange(order, request)).toBe(refusal)
})
