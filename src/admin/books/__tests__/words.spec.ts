import { english } from "../../__tests__/english"
import { DIFFERENCE_WORDING } from "../../i18n/report-wording"
import { aboutName, pageOf } from "../about"
import { comparedAmount, differenceName } from "../difference"
import { areReportDays, lastWeek } from "../report-days"
import { describeSync } from "../sync"
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

  it.each([
    ["24.999999", { token: "USDC", currency_code: null }, "24.999999 USDC"],
    ["140", { token: "USDC", currency_code: "usd" }, "140 USD"],
    [null, { token: "USDC", currency_code: "usd" }, "Nothing"],
  ])("has %p of %o as %p", (value, what, words) => {
    expect(comparedAmount(value, what, english, "en")).toBe(words)
  })
})

describe("how old the list of transactions is", () => {
  const now = Date.parse("2026-01-01T12:00:00Z")
  const sync = {
    finished_at: "2026-01-01T09:00:00Z",
    looked_at: "2026-01-01T11:55:00Z",
    is_running: false,
    last_error: null,
  }
  const tell = (part: Partial<typeof sync>) => describeSync({ ...sync, ...part }, english, now, "en")

  it("is that of its last reading to the end; a look for new ones is told apart", () => {
    expect(tell({})).toEqual([
      "The whole list was read from the service 3 hours ago.",
      "New ones were looked for 5 minutes ago.",
    ])
    expect(tell({ looked_at: sync.finished_at })).toHaveLength(1)
  })

  it("is unknown before the list was read to its end", () => {
    const never = { ...sync, finished_at: null }
    expect(describeSync(never, english, now, "en")[0]).toBe(
      "The whole list was not read from the service yet."
    )
    expect(describeSync({ ...never, looked_at: null }, english, now, "en")).toHaveLength(1)
  })

  it("does not matter while it is read", () => {
    expect(tell({ is_running: true })).toEqual(["Being read from the service now."])
  })
})
