import {
  type CapturedMoney,
  dayOf,
  endOfDay,
  findDifference,
  findPayoutAmounts,
  isDay,
  REPORT_STATES,
  type ReportCoverage,
  type ReportLeg,
  type ReportMatch,
  startOfDay,
} from "../report-difference"

const WHOLE: ReportCoverage = { hasAllTransactions: true, hasAllInvoices: true, payoutAmounts: "net" }
const noTransactions = { ...WHOLE, hasAllTransactions: false }
const noInvoices = { ...WHOLE, hasAllInvoices: false }
const matchOf = (facts: Partial<ReportMatch>): ReportMatch => ({
  ...{ captures: 0, captured: "0", invoices: 0, invoiced: "0", receipts: 0, received: "0" },
  ...{ payouts: 0, paidOut: "0", refunds: 0, refunded: "0", unread: 0, withdrawal: null },
  ...{ leg: null, legsPaid: null },
  ...{ surplus: { amount: "0", isKnown: true }, accounted: "0", money: null },
  ...{ isUnallocated: false, isDeposit: false, isIncome: false, ...facts },
})
const differenceOf = (facts: Partial<ReportMatch>, coverage = WHOLE) =>
  findDifference(matchOf(facts), coverage)
const captured = (tokens: string) => ({ captures: 1, captured: tokens, accounted: tokens })
const invoiced = (tokens: string) => ({ invoices: 1, invoiced: tokens })
const received = (tokens: string) => ({ receipts: 1, received: tokens })
const paidOut = (tokens: string) => ({ payouts: 1, paidOut: tokens })
const withdrawal = (state: string, net: string | null = "9.95") => ({
  withdrawal: { state, net, gross: "10" },
})
const leg = (change: Partial<ReportLeg> = {}) => ({
  leg: {
    ...{
      status: "completed",
      word: "completed",
      net: "9.95",
      gross: "10",
      most: "10.2",
      isPlanned: true,
      isAcknowledged: false,
    },
    ...change,
  },
})
const money = (change: Partial<CapturedMoney> = {}) => ({
  ...{ captured: "25", currencies: ["eur"], expected: "25", currencyCode: "eur", isSame: true, ...change },
})
const sale = { ...captured("10"), ...invoiced("10"), ...received("10") }
const uncaptured = { ...invoiced("10"), ...received("10") }
const uninvoiced = { ...captured("10"), ...received("10") }
const held = { isUnallocated: true }
const failed = withdrawal("failed")
const refused = withdrawal("refused")
const cancelled = withdrawal("cancelled")
const completed = withdrawal("completed", "5")
const more = { ...sale, ...invoiced("12"), ...received("12") }
const surplus = (amount: string, isKnown: boolean) => ({ surplus: { amount, isKnown } })

test.each<[string, Partial<ReportMatch>]>([
  ["a sale that all three books have", sale],
  ["a sale of which Medusa has captured the money", { ...sale, money: money() }],
  ["a sale written with other zeros", { ...sale, received: "10.00" }],
  ["undecided money", { ...uncaptured, ...held }],
  ["money on top that is owed back", { ...more, ...surplus("2", true), accounted: "12" }],
  ["a surplus whose amount must be looked up", { ...more, ...surplus("0", false) }],
  ["income without an order", { ...uncaptured, isIncome: true }],
  ["a deposit that was accepted", { ...received("3"), isDeposit: true }],
  ["a deposit that was given back", { refunds: 1, refunded: "3", isDeposit: true }],
  ["a withdrawal that arrived", { ...paidOut("9.95"), ...withdrawal("completed") }],
  ["a withdrawal without a reported net amount", { ...paidOut("9.95"), ...withdrawal("completed", null) }],
  ["a withdrawal on its way", withdrawal("sent")],
  ["a withdrawal on its way that has left already", { ...paidOut("9.95"), ...withdrawal("sent") }],
  ["a withdrawal that failed", failed],
  ["a leg that arrived", { ...paidOut("9.95"), ...leg() }],
  ["a leg of exactly its share", { ...paidOut("9.95"), ...leg({ most: "10" }) }],
  ["money of a payment that nothing was captured for", { money: money({ isSame: false }) }],
  ["a leg of a route", { ...paidOut("9.95"), ...leg({ most: null }) }],
  ["a leg without a reported fee", { ...paidOut("9.95"), ...leg({ net: null }) }],
  ["a leg that waits for gas", leg({ status: "gas_blocked" })],
  ["a leg in an unknown status", leg({ status: "weighed" })],
  ["a rejected leg that was acknowledged", leg({ status: "destination_rejected", isAcknowledged: true })],
  ["legs that only their invoice identifies", { ...sale, payouts: 2, paidOut: "9.5", legsPaid: "9.5" }],
  ["fees alone", {}],
])("%s is not a difference", (_, facts) => {
  expect(differenceOf(facts)).toBeNull()
})

test.each<[string, Partial<ReportMatch>, ReportCoverage]>([
  ["an invoice without a transaction", { ...captured("10"), ...invoiced("10") }, noTransactions],
  ["less in transactions than on the invoice", { ...sale, ...received("4") }, noTransactions],
  ["a payout without a transaction", withdrawal("completed"), noTransactions],
  ["less of a payout than was to arrive", { ...paidOut("3"), ...withdrawal("completed") }, noTransactions],
  ["a capture without an invoice", captured("10"), noInvoices],
  ["a transaction without an invoice", received("10"), noInvoices],
])("what unlisted rows may explain is not a difference: %s", (_, facts, coverage) => {
  expect(differenceOf(facts)).not.toBeNull()
  expect(differenceOf(facts, coverage)).toBeNull()
})

/** The last are also differences where rows are not listed. */
test.each<[string, Partial<ReportMatch>, string, string | null, string | null, boolean?]>([
  ["a capture without an invoice", captured("10"), "capture_without_invoice", "10", null, false],
  ["one of money that came", uninvoiced, "capture_without_invoice", "10", null, false],
  ["an unpaid invoice", { ...captured("10"), ...invoiced("10") }, "no_transaction", "10", null, false],
  ["transactions of less", { ...sale, received: "9" }, "amount_differs", "10", "9", false],
  ["money under no name", received("5"), "transaction_without_invoice", null, "5", false],
  ["a completed one that never left", completed, "payout_missing", "5", null, false],
  ["a withdrawal of less", { ...paidOut("4"), ...completed }, "payout_differs", "5", "4", false],
  ["held money of less", { ...uncaptured, received: "9", ...held }, "amount_differs", "10", "9", false],
  ["money on top of what was income", { ...more, isIncome: true }, "amount_differs", "12", "10", true],
  ["money on top that is forgotten", more, "amount_differs", "12", "10", true],
  ["too much captured", { ...sale, ...invoiced("8"), ...received("8") }, "amount_differs", "8", "10", true],
  ["transactions of more", { ...sale, ...received("12") }, "amount_differs", "10", "12", true],
  ["an invoice without a capture", uncaptured, "not_captured", "10", null, true],
  ["a payout that is not ours", paidOut("5"), "payout_unknown", null, "5", true],
  ["an unknown deposit given back", { refunds: 1, refunded: "3" }, "payout_unknown", null, "3", true],
  ["a refused one that left", { ...paidOut("5"), ...refused }, "payout_differs", null, "5", true],
  ["a cancelled one that left", { ...paidOut("5"), ...cancelled }, "payout_differs", null, "5", true],
  ["a failed withdrawal that left", { ...paidOut("5"), ...failed }, "payout_differs", null, "5", true],
])("%s is a difference: %s of %s and %s", (_, facts, kind, expected, found, isAlways) => {
  expect(differenceOf(facts)).toMatchObject({ kind, expected, found })
  if (isAlways) expect(differenceOf(facts, { ...noTransactions, hasAllInvoices: false })).not.toBeNull()
})

test.each<[string, Partial<CapturedMoney>, string | null, string]>([
  ["more money than the payment stands for", { captured: "50" }, "50", "captured_more"],
  ["less money than the payment stands for", { captured: "10" }, "10", "captured_less"],
  ["money of another currency", { currencies: ["usd"] }, null, "other_currency"],
  ["money of several currencies", { currencies: ["eur", "usd"] }, null, "other_currency"],
])("tokens that agree with captures of %s are a difference in that money", (_, change, found, reason) => {
  const difference = { kind: "amount_differs", reason, currencyCode: "eur", expected: "25", found }
  expect(differenceOf({ ...sale, money: money({ isSame: false, ...change }) })).toMatchObject(difference)
})

test("a completed withdrawal without a transaction is a payout that is not listed", () => {
  expect(differenceOf(withdrawal("completed"))?.reason).toBe("payout_not_listed")
})

test("captures above what arrived are no forgotten surplus", () => {
  for (const facts of [{ ...invoiced("8"), ...received("8") }, { accounted: "12" }])
    expect(differenceOf({ ...sale, ...facts })?.reason).toBe("less_arrived")
  expect(differenceOf(more)?.reason).toBe("surplus_not_due")
})

test("a report is in one of these states", () => {
  expect(REPORT_STATES).toEqual(["queued", "running", "done", "failed"])
})

test("a gateway that lists payouts with their fee is compared with the whole amount", () => {
  const gross = { ...WHOLE, payoutAmounts: "gross" } as const
  const [whole, net] = ["10", "9.95"].map((tokens) => ({ ...paidOut(tokens), ...withdrawal("completed") }))
  expect(differenceOf({ ...whole }, gross)).toBeNull()
  expect(differenceOf({ ...whole })).toMatchObject({ kind: "payout_differs", expected: "9.95", found: "10" })
  expect(differenceOf({ ...net }, gross)).toMatchObject({ expected: "10", found: "9.95" })
})

test.each<[string, Partial<ReportMatch>]>([
  ["a sale", sale],
  ["nothing that is known here", {}],
  ["an invoice whose receipt it may be", { ...captured("10"), ...invoiced("10") }],
])("a transaction that cannot be read is a difference of its own, with %s", (_, facts) => {
  expect(differenceOf({ ...facts, unread: 1 })).toMatchObject({ kind: "unread" })
})

test("a day begins and ends at midnight in UTC", () => {
  expect(dayOf(new Date("2026-01-31T23:59:59.999Z"))).toBe("2026-01-31")
  expect(dayOf(new Date("2026-02-01T00:30:00+01:00"))).toBe("2026-01-31")
  expect(startOfDay("2026-03-01").toISOString()).toBe("2026-03-01T00:00:00.000Z")
  expect(endOfDay("2026-02-28").toISOString()).toBe("2026-03-01T00:00:00.000Z")
})

test.each([
  ["2026-02-28", true],
  ["2028-02-29", true],
  ["2026-02-29", false],
  ["2026-13-01", false],
  ["2026-1-1", false],
  ["2026-01-01T00:00:00Z", false],
  ["", false],
])("%s is a day: %s", (text, expected) => {
  expect(isDay(text)).toBe(expected)
})

test.each([
  ["gross", "every payout has the amount with its fee", [{ ...withdrawal("completed"), ...paidOut("10") }]],
  ["net", "a payout has the amount without its fee", [{ ...withdrawal("completed"), ...paidOut("9.95") }]],
  [
    "net",
    "payouts disagree",
    [
      { ...withdrawal("completed"), ...paidOut("10") },
      { ...withdrawal("completed"), ...paidOut("9.95") },
    ],
  ],
  [
    "gross",
    "others are not listed",
    [{ ...withdrawal("completed"), ...paidOut("10") }, withdrawal("completed")],
  ],
  [
    "gross",
    "a leg under way is listed in part",
    [
      { ...withdrawal("completed"), ...paidOut("10") },
      { ...paidOut("3"), ...leg({ status: "queued" }) },
    ],
  ],
  ["net", "no payout has a fee", [{ ...withdrawal("completed", "10"), ...paidOut("10") }]],
  ["net", "no fee is known", [{ ...withdrawal("completed", null), ...paidOut("10") }]],
])("payouts are listed as their %s amounts where %s", (amounts, _, facts) => {
  expect(findPayoutAmounts(facts.map(matchOf))).toBe(amounts)
})

test.each<[string, Partial<ReportMatch>, string, string | null, string | null]>([
  ["a leg that the service never showed", leg({ status: null }), "leg_missing", null, null],
  ["a rejected leg", leg({ status: "destination_rejected" }), "leg_failed", "10", null],
  ["one of which the net is known", leg({ status: "failed", gross: null }), "leg_failed", "9.95", null],
  ["an unlisted leg to no recipient", leg({ isPlanned: false }), "leg_unplanned", null, "10"],
  [
    "a failed leg that left",
    { ...paidOut("9.95"), ...leg({ status: "failed" }) },
    "payout_of_ended_withdrawal",
    null,
    "9.95",
  ],
  ["a leg that is not listed", leg(), "payout_not_listed", "9.95", null],
  ["a leg with another amount", { ...paidOut("9.9"), ...leg() }, "payout_amount", "9.95", "9.9"],
  [
    "a leg to no recipient",
    { ...paidOut("9.95"), ...leg({ isPlanned: false }) },
    "leg_unplanned",
    null,
    "9.95",
  ],
  [
    "a leg above its share",
    { ...paidOut("9.95"), ...leg({ most: "9.9" }) },
    "leg_exceeds_share",
    "9.9",
    "10",
  ],
  [
    "a payout of an invoice that is no leg",
    { ...sale, ...paidOut("3"), legsPaid: "2" },
    "payout_amount",
    "2",
    "3",
  ],
  ["a payout of an invoice without legs", { ...sale, ...paidOut("3") }, "unknown_withdrawal", null, "3"],
])("%s is a difference", (_, facts, reason, expected, found) => {
  expect(differenceOf(facts)).toMatchObject({ reason, expected, found })
})

test("what is not listed yet explains a leg's missing transaction, not its failure", () => {
  expect(differenceOf(leg(), noTransactions)).toBeNull()
  expect(differenceOf(leg({ status: "failed" }), noTransactions)).toMatchObject({ reason: "leg_failed" })
})

test("legs show too whether payouts are listed with their fees", () => {
  const gross = matchOf({ ...paidOut("10"), ...leg() })
  expect(findPayoutAmounts([gross])).toBe("gross")
  expect(findDifference(gross, { ...WHOLE, payoutAmounts: "gross" })).toBeNull()
})
