import { english } from "../../__tests__/english"
import { DIFFERENCE_WORDING } from "../../i18n/report-wording"
import { aboutName, pageOf } from "../about"
import { differenceName } from "../difference"
import { areReportDays, lastWeek } from "../report-days"
import { directionName, transactionAmount } from "../transaction"

describe("a transaction", () => {
  it("has an amount, or says that it is unknown", () => {
    expect(transactionAmount({ amount: "1234.5", token: "USDC" }, english, "en")).toBe("1,234.5 USDC")
    expect(transactionAmount({ amount: null, token: "USDC" }, english, "en")).toBe("Unknown")
  })

  it.each([
    ["in", "In"],
    ["out", "Out"],
    ["sideways", "sideways"],
    [null, "Unknown"],
  ])("in the direction %s is called %s", (direction, words) => {
    expect(directionName(direction, english)).toBe(words)
  })

  const order = { id: "order_1", display_id: 12 }
  it.each([
    [{ kind: "payment", id: "ocpay_1", order }, "/orders/order_1", "Order #12"],
    [{ kind: "payment", id: "ocpay_1", order: null }, null, "Payment"],
    [
      { kind: "deposit", id: "dep_1", order: null },
      "/onchain/deposits?state=any&deposit_id=dep_1",
      "Deposit",
    ],
    [{ kind: "withdrawal", id: "ocwd_1", order }, "/onchain/withdrawals?withdrawal_id=ocwd_1", "Order #12"],
  ] as const)("about %o leads to its page", (about, page, name) => {
    expect(pageOf(about)).toBe(page)
    expect(aboutName(about, english)).toBe(name)
  })
})

describe("the days of a report", () => {
  it("are the last seven that are over, at first", () => {
    expect(lastWeek(Date.parse("2026-03-02T00:30:00Z"))).toEqual({ from: "2026-02-23", to: "2026-03-01" })
  })

  it.each([
    ["2026-01-01", "2026-01-01", true],
    ["2026-01-01", "2026-01-31", true],
    ["2026-01-01", "2026-02-01", false],
    ["2026-01-02", "2026-01-01", false],
    ["", "2026-01-01", false],
    ["2026-01-01", "tomorrow", false],
    ["2026-13-01", "2026-13-01", false],
  ])("from %p to %p: %s", (from, to, isPossible) => {
    expect(areReportDays({ from, to })).toBe(isPossible)
  })
})

describe("a difference", () => {
  it.each(Object.entries(DIFFERENCE_WORDING))("%s", (kind, words) => {
    expect(differenceName(kind, english)).toBe(words)
  })

  it("of a kind without words is shown as it came", () => {
    expect(differenceName("moon_phase", english)).toBe("moon_phase")
  })
})
