import {
  type CapturedMoney,
  findDifference as compare,
  type ReportCoverage,
  type ReportMatch,
  type ReportReason,
} from "../report-difference"

const WHOLE: ReportCoverage = { hasAllTransactions: true, hasAllInvoices: true, payoutAmounts: "net" }
const findDifference = (match: ReportMatch, coverage = WHOLE) => compare(match, coverage)

const nothing: ReportMatch = {
  captures: 0,
  captured: "0",
  invoices: 0,
  invoiced: "0",
  receipts: 0,
  received: "0",
  payouts: 0,
  paidOut: "0",
  refunds: 0,
  refunded: "0",
  unread: 0,
  withdrawal: null,
  surplus: { amount: "0", isKnown: true },
  accounted: "0",
  money: null,
  isUnallocated: false,
  isDeposit: false,
}
const captured = (tokens: string) => ({ captures: 1, captured: tokens, accounted: tokens })
const invoiced = (tokens: string) => ({ invoices: 1, invoiced: tokens })
const received = (tokens: string) => ({ receipts: 1, received: tokens })
const paidOut = (tokens: string) => ({ payouts: 1, paidOut: tokens })
const money = (change: Partial<CapturedMoney> = {}): CapturedMoney => ({
  captured: "25",
  currencies: ["eur"],
  expected: "25",
  currencyCode: "eur",
  isSame: true,
  ...change,
})
const sale = { ...captured("10"), ...invoiced("10"), ...received("10") }

test.each<[string, Partial<ReportMatch>]>([
  ["a sale that all three books have", sale],
  ["a sale of which Medusa has captured the money", { ...sale, money: money() }],
  [
    "a withdrawal without a reported net amount",
    { ...paidOut("9.95"), withdrawal: { state: "completed", net: null, gross: "10" } },
  ],
  ["a sale written with other zeros", { ...sale, received: "10.00" }],
  ["undecided money", { ...invoiced("10"), ...received("10"), isUnallocated: true }],
  [
    "money on top that is owed back",
    {
      ...sale,
      ...invoiced("12"),
      ...received("12"),
      surplus: { amount: "2", isKnown: true },
      accounted: "12",
    },
  ],
  [
    "a surplus whose amount must be looked up",
    { ...sale, ...invoiced("12"), ...received("12"), surplus: { amount: "0", isKnown: false } },
  ],
  ["a deposit that was accepted", { ...received("3"), isDeposit: true }],
  ["a deposit that was given back", { refunds: 1, refunded: "3", isDeposit: true }],
  [
    "a withdrawal that arrived",
    { ...paidOut("9.95"), withdrawal: { state: "completed", net: "9.95", gross: "10" } },
  ],
  ["a withdrawal on its way", { withdrawal: { state: "sent", net: "9.95", gross: "10" } }],
  [
    "a withdrawal on its way that has left already",
    { ...paidOut("9.95"), withdrawal: { state: "sent", net: "9.95", gross: "10" } },
  ],
  ["a withdrawal that failed", { withdrawal: { state: "failed", net: "9.95", gross: "10" } }],
  ["fees alone", {}],
])("%s is not a difference", (_, facts) => {
  expect(findDifference({ ...nothing, ...facts })).toBeNull()
})

describe("what unlisted rows may explain is not a difference", () => {
  const noTransactions: ReportCoverage = {
    hasAllTransactions: false,
    hasAllInvoices: true,
    payoutAmounts: "net",
  }
  const noInvoices: ReportCoverage = {
    hasAllTransactions: true,
    hasAllInvoices: false,
    payoutAmounts: "net",
  }
  const completed = { withdrawal: { state: "completed", net: "9.95", gross: "10" } }

  test.each<[string, Partial<ReportMatch>, ReportCoverage]>([
    ["an invoice without a transaction", { ...captured("10"), ...invoiced("10") }, noTransactions],
    ["less in transactions than on the invoice", { ...sale, ...received("4") }, noTransactions],
    ["a payout without a transaction", completed, noTransactions],
    ["less of a payout than was to arrive", { ...paidOut("3"), ...completed }, noTransactions],
    ["a capture without an invoice", captured("10"), noInvoices],
    ["a transaction without an invoice", received("10"), noInvoices],
  ])("%s", (_, facts, coverage) => {
    expect(findDifference({ ...nothing, ...facts })).not.toBeNull()
    expect(findDifference({ ...nothing, ...facts }, coverage)).toBeNull()
  })

  test.each<[string, Partial<ReportMatch>]>([
    ["more in transactions than on the invoice", { ...sale, ...received("12") }],
    ["an invoice without a capture", { ...invoiced("10"), ...received("10") }],
    ["a payout unknown to this store", paidOut("3")],
  ])("but %s is one", (_, facts) => {
    const coverage = { hasAllTransactions: false, hasAllInvoices: false, payoutAmounts: "net" } as const
    expect(findDifference({ ...nothing, ...facts }, coverage)).not.toBeNull()
  })
})

test.each<[string, Partial<ReportMatch>, string, string | null, string | null]>([
  ["an invoice without a capture", { ...invoiced("10"), ...received("10") }, "not_captured", "10", null],
  ["a capture without an invoice", captured("10"), "capture_without_invoice", "10", null],
  [
    "a capture without an invoice, of money that came",
    { ...captured("10"), ...received("10") },
    "capture_without_invoice",
    "10",
    null,
  ],
  [
    "an invoice without a transaction",
    { ...captured("10"), ...invoiced("10") },
    "no_transaction",
    "10",
    null,
  ],
  ["transactions of less", { ...sale, received: "9" }, "amount_differs", "10", "9"],
  [
    "money on top that is forgotten",
    { ...sale, invoiced: "12", received: "12" },
    "amount_differs",
    "12",
    "10",
  ],
  ["more captured than came", { ...sale, invoiced: "8", received: "8" }, "amount_differs", "8", "10"],
  ["money under no name", received("5"), "transaction_without_invoice", null, "5"],
  ["a payout that is not ours", paidOut("5"), "payout_unknown", null, "5"],
  ["a deposit given back that we do not know", { refunds: 1, refunded: "3" }, "payout_unknown", null, "3"],
  [
    "a completed withdrawal that never left",
    { withdrawal: { state: "completed", net: "5", gross: "10" } },
    "payout_missing",
    "5",
    null,
  ],
  [
    "a withdrawal of another amount",
    { ...paidOut("4"), withdrawal: { state: "completed", net: "5", gross: "10" } },
    "payout_differs",
    "5",
    "4",
  ],
  [
    "a withdrawal that left although it failed",
    { ...paidOut("5"), withdrawal: { state: "failed", net: "5", gross: "10" } },
    "payout_differs",
    null,
    "5",
  ],
])("%s is a difference", (_, facts, kind, expected, found) => {
  const difference = findDifference({ ...nothing, ...facts })
  expect(difference).toMatchObject({ kind, expected, found })
})

test("money held for review is still compared with its transactions", () => {
  const facts = { ...invoiced("10"), ...received("9"), isUnallocated: true }
  expect(findDifference({ ...nothing, ...facts })?.kind).toBe("amount_differs")
})

test.each<[string, Partial<CapturedMoney>, string | null, ReportReason]>([
  ["more money than the payment stands for", { captured: "50" }, "50", "captured_more"],
  ["less money than the payment stands for", { captured: "10" }, "10", "captured_less"],
  ["money of another currency", { currencies: ["usd"] }, null, "other_currency"],
  ["money of several currencies", { currencies: ["eur", "usd"] }, null, "other_currency"],
])("tokens that agree with captures of %s are a difference in that money", (_, change, found, reason) => {
  const facts = { ...sale, money: money({ isSame: false, ...change }) }
  const difference = findDifference({ ...nothing, ...facts })
  expect(difference).toMatchObject({
    kind: "amount_differs",
    reason,
    currencyCode: "eur",
    expected: "25",
    found,
  })
})

test("a completed withdrawal without a transaction is a payout that is not listed", () => {
  const facts = { withdrawal: { state: "completed", net: "5", gross: "10" } }
  expect(findDifference({ ...nothing, ...facts })?.reason).toBe("payout_not_listed")
})

test("a gateway that lists payouts with their fee is compared with the whole amount", () => {
  const facts = { ...nothing, ...paidOut("10"), withdrawal: { state: "completed", net: "9.95", gross: "10" } }
  expect(findDifference(facts, { ...WHOLE, payoutAmounts: "gross" })).toBeNull()
  expect(findDifference(facts)).toMatchObject({ kind: "payout_differs", expected: "9.95", found: "10" })
  expect(findDifference({ ...facts, paidOut: "9.95" }, { ...WHOLE, payoutAmounts: "gross" })).toMatchObject({
    kind: "payout_differs",
    expected: "10",
    found: "9.95",
  })
})

test.each<[string, Partial<ReportMatch>]>([
  ["a sale", sale],
  ["nothing that is known here", {}],
  ["an invoice whose receipt it may be", { ...captured("10"), ...invoiced("10") }],
])("a transaction that cannot be read is a difference of its own, with %s", (_, facts) => {
  expect(findDifference({ ...nothing, ...facts, unread: 1 })).toMatchObject({ kind: "unread" })
})
