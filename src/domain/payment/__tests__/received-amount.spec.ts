import fc from "fast-check"
import { formatAmount, parseAmount } from "../../../gateway/amount"
import { forAll } from "../../__tests__/for-all"
import { PAYMENT_STATES, type PaymentFacts } from "../payment-status"
import {
  amountDifference,
  coveredBy,
  fiatValueOf,
  hasUnsettledMoney,
  IMPLAUSIBLE_FACTOR,
  isImplausible,
  isPaidInPart,
  isPartDue,
  isShortBeyond,
  isUndecidedPart,
  MAX_SHORTFALL_BPS,
  MOST_SHORTFALL_BPS,
  remainingOf,
  shortfallOf,
  surplusOf,
} from "../received-amount"
import { expectedPayment } from "./settlement-samples"

const HOUR = 60 * 60_000
const units = fc.bigInt({ min: 1n, max: 10n ** 30n })
const anyDecimals = fc.integer({ min: 0, max: 18 })

test("what was received is what was expected, more the surplus, less the shortfall, to the last unit", () =>
  forAll(units, fc.option(units), anyDecimals, (expected, received, decimals) => {
    const text = (value: bigint) => formatAmount(value, decimals)
    const got = received ?? expected
    const given = { expected: text(expected), received: received === null ? null : text(received), decimals }
    expect(amountDifference(given)).toEqual({
      surplus: got > expected ? text(got - expected) : null,
      shortfall: got < expected ? text(expected - got) : null,
    })
  }))

test("what was received as expected is neither more nor less", () =>
  expect(amountDifference({ expected: "10", received: "10.0", decimals: 6 })).toEqual({
    surplus: null,
    shortfall: null,
  }))

test.each([
  [null, "9", "1"],
  ["8", "7", "1"],
  ["8", "9", null],
])(
  "a payment captured for %p of 10 that received %s has a shortfall of %p",
  (resolved, received, shortfall) => {
    const amounts = { expected_amount: "10", resolved_token_amount: resolved, received_amount: received }
    expect(shortfallOf({ ...amounts, decimals: 6 })).toBe(shortfall)
  }
)

test("stores tolerate a shortfall of 2 % by default, and of 5 % at most", () =>
  expect([MAX_SHORTFALL_BPS, MOST_SHORTFALL_BPS]).toEqual([200, 500]))

describe("what is beyond the decision about money", () => {
  const unreported = { gateway_status: "overpaid", received_amount: null } as const
  const foreign = { resolution: "refund_due", unallocated_reason: "asset_mismatch" } as const
  const refunded = { resolution: "refund_due", resolved_token_amount: "10" } as const

  test.each<[string, Partial<PaymentFacts>, string | null | undefined]>([
    ["captured for exactly that", {}, undefined],
    ["captured, and more came", { received_amount: "12" }, "2"],
    ["captured and reported as overpaid, without an amount", { gateway_status: "overpaid" }, null],
    ["overpaid by what cannot be true", { ...unreported, implausible_amount: "10000000" }, undefined],
    ["applied in part, and the rest came", { resolution: "apply", resolved_token_amount: "4" }, "6"],
    ["refunded when less was there", { ...refunded, resolved_token_amount: "7" }, "3"],
    ["kept when less was there", { resolution: "keep", resolved_token_amount: "7" }, "3"],
    ["refunded as it was", refunded, undefined],
    ["refunded with all that was overpaid", { ...refunded, gateway_status: "overpaid" }, undefined],
    ["refunded as expected, and overpaid without an amount", { ...refunded, ...unreported }, null],
    ["kept, with what it was overpaid by", { ...refunded, ...unreported, resolution: "keep" }, undefined],
    ["refunded without a known amount", { resolution: "refund_due" }, undefined],
    [
      "refunded without a known amount, and more came",
      { resolution: "refund_due", received_amount: "12" },
      undefined,
    ],
    [
      "applied, and reported as overpaid without more",
      { resolution: "apply", resolved_token_amount: "10", gateway_status: "overpaid" },
      null,
    ],
    ["refunded in another asset, of which more came", { ...foreign, resolved_token_amount: "7" }, null],
  ])("is owed of money that was %s", (_, change, surplus) => {
    const paid = { gateway_status: "paid", expected_amount: "10", received_amount: "10" }
    expect(surplusOf({ ...expectedPayment, ...paid, ...change })).toBe(surplus)
  })
})

describe("the bounds of an amount", () => {
  test.each([
    ["100", "98", 200, false],
    ["100", "97.999999", 200, true],
    ["100", "100.1", 0, false],
    ["100", "0", 10_000, false],
    ["0.000001", "0", 9_999, true],
  ])("of %s expected, %s received lies beyond %i basis points: %s", (expected, received, bps, isBeyond) => {
    expect(isShortBeyond({ expected, received, decimals: 6 }, bps)).toBe(isBeyond)
  })

  test("a shortfall is beyond them exactly when what is missing is more than its part, to the last unit", () =>
    forAll(units, fc.integer({ min: 0, max: 10_000 }), anyDecimals, (all, bps, decimals) => {
      const text = (value: bigint) => formatAmount(value, decimals)
      const most = (all * BigInt(bps)) / 10_000n
      const isBeyond = (missing: bigint) =>
        isShortBeyond({ expected: text(all), received: text(all - missing), decimals }, bps)
      expect(isBeyond(most)).toBe(false)
      if (most < all) expect(isBeyond(most + 1n)).toBe(true)
    }))

  test.each([
    ["12.5", "12500000", 6, true],
    ["12.5", "12499.999999", 6, false],
    ["12.5", "12500", 6, true],
    ["12.5", "1250", 2, true],
    ["12.5", "1250.01", 2, false],
    ["12", "12", 0, false],
    ["0", "5", 6, false],
  ])(
    "for %s expected, %s received of a token with %i decimals is implausible: %s",
    (expected, received, decimals, is) => {
      expect(isImplausible({ expected, received, decimals })).toBe(is)
    }
  )

  const below = fc.bigInt({ min: 1n, max: IMPLAUSIBLE_FACTOR - 1n })
  test("an amount in base units is never believed, and one below the factor only when it is that", () =>
    forAll(units, fc.integer({ min: 1, max: 18 }), below, (all, decimals, factor) => {
      const amounts = { expected: formatAmount(all, decimals), decimals }
      expect(isImplausible({ ...amounts, received: all.toString() })).toBe(true)
      const believed = formatAmount(all * factor, decimals)
      expect(isImplausible({ ...amounts, received: believed })).toBe(factor === 10n ** BigInt(decimals))
    }))
})

describe("what arrived", () => {
  const money = (change: Partial<PaymentFacts>): PaymentFacts => ({
    ...{ ...expectedPayment, gateway_status: "expired", unallocated_reason: "partial_payment" },
    ...{ fiat_amount: "20", expected_amount: "10", received_amount: "2.5", ...change },
  })
  const late = { gateway_status: "paid", unallocated_reason: "order_cancelled" }
  const differing = { gateway_status: "paid", unallocated_reason: "amount_mismatch" }

  it.each([
    ["a part is worth its part", {}, "5", "2.5"],
    ["a part is rounded down", { received_amount: "3.3333" }, "6.66", "3.3333"],
    ["less than the currency can hold is worth nothing", { received_amount: "0.001" }, null, "0.001"],
    ["what was paid counts in full", { ...late, received_amount: "10" }, "20", "10"],
    ["a paid amount that is not reported counts in full", { ...late, received_amount: null }, "20", "10"],
    ["the service's own tolerance counts in full", { ...late, received_amount: "9.99" }, "20", "9.99"],
    ["a surplus is not applied, and owed with the rest", { ...late, received_amount: "12" }, "20", "12"],
    ["another amount is worth its part", { ...differing, received_amount: "5" }, "10", "5"],
    [
      "what is held as too little is worth its part",
      { gateway_status: "paid", unallocated_reason: "underpaid", received_amount: "5" },
      "10",
      "5",
    ],
    ["another unreported amount is unknown", { ...differing, received_amount: null }, null, null],
    ["another asset is not known", { ...late, unallocated_reason: "asset_mismatch" }, null, "2.5"],
    ["an unreported partial amount is unknown", { received_amount: null }, null, null],
  ] as const)("%s", (_, change, fiat, tokens) => {
    expect(fiatValueOf(money(change), 2)).toBe(fiat)
    expect(coveredBy("refund_due", money(change))).toBe(tokens)
    expect(coveredBy("keep", money(change))).toBe(tokens)
  })

  it.each([
    ["a part", {}, "2.5"],
    ["the expected amount, without the surplus", { ...late, received_amount: "12" }, "10"],
    ["the expected amount, where less settled", { ...late, received_amount: "9.99" }, "10"],
    ["the expected amount, where none is reported", { ...late, received_amount: null }, "10"],
    ["the expected amount, of an ended invoice that holds more", { received_amount: "12" }, "10"],
  ])("covers %s when it pays an order", (_, change, tokens) => {
    expect(coveredBy("apply", money(change))).toBe(tokens)
  })

  it("is never worth more than the expected amount, and otherwise exactly its share, rounded down", () =>
    forAll(units, units, units, fc.constantFrom(0, 2, 3), (expected, received, fiat, decimals) => {
      const amounts = {
        expected_amount: formatAmount(expected, 6),
        received_amount: formatAmount(received, 6),
        fiat_amount: formatAmount(fiat, decimals),
      }
      const value = parseAmount(fiatValueOf(money(amounts), decimals) ?? "0", decimals)
      expect(value).toBe(received >= expected ? fiat : (fiat * received) / expected)
    }))
})

describe("a part", () => {
  const money = (received_amount: string | null, gateway_status: string | null = "pending") => ({
    ...{ gateway_status, received_amount, expected_amount: "17" },
  })

  test.each([
    [null, "pending", false, false, "17"],
    ["0.00", "pending", false, false, "17"],
    ["0.000001", "pending", true, true, "16.999999"],
    ["16.9", "expired", true, true, "0.1"],
    ["16.9", null, true, true, "0.1"],
    ["17", "pending", true, false, "0"],
    ["20", "failed", true, false, "0"],
    ["16.9", "paid", false, false, "0.1"],
    ["16.9", "overpaid", false, false, "0.1"],
  ])(
    "%s of 17 received while %s: money is unsettled: %s, a part: %s, to pay: %s",
    (received, status, ...is) => {
      const one = money(received, status)
      expect([hasUnsettledMoney(one), isPaidInPart(one), remainingOf({ ...one, decimals: 6 })]).toEqual(is)
    }
  )

  test("is in review when it is held as a partial payment, and undecided", () => {
    for (const state of PAYMENT_STATES)
      for (const unallocated_reason of ["partial_payment", "order_cancelled", null])
        for (const resolution of ["keep", null] as const)
          expect(isUndecidedPart({ state, unallocated_reason, resolution })).toBe(
            state === "unallocated" && unallocated_reason === "partial_payment" && resolution === null
          )
  })

  const ended = { state: "expired" } as const
  test.each<[string, Partial<PaymentFacts>, Partial<Parameters<typeof isPartDue>[1]>, number, boolean]>([
    ["came a moment ago", {}, {}, 1, false],
    ["came a day ago", {}, {}, 24 * HOUR, true],
    ["came less than a day ago", { part_seen_at: new Date(HOUR) }, {}, 24 * HOUR, false],
    ["came a day ago for an order whose time ends by itself", {}, { hasTimedOrder: true }, 24 * HOUR, false],
    ["came for a session that is gone", {}, { isGivenUp: true }, 1, true],
    ["came for an invoice that is over", { expires_at: new Date(1) }, {}, 1, true],
    ["came for an invoice that is not over", { expires_at: new Date(2) }, {}, 1, false],
    ["came for an invoice that had ended and is open again", ended, { isGivenUp: true }, 1, true],
    ["is being confirmed", { state: "confirming" }, { isGivenUp: true }, 1, false],
    ["is nothing", { received_amount: "0" }, { isGivenUp: true }, 1, false],
  ])("that %s", (_, change, wait, nowMs, isDue) => {
    const open = { ...money("8.5"), state: "awaiting", expires_at: null, part_seen_at: new Date(0) } as const
    const waiting = { isGivenUp: false, hasTimedOrder: false, holdHours: 24, ...wait }
    expect(isPartDue({ ...open, ...change }, waiting, nowMs)).toBe(isDue)
  })
})
