import { english, texts } from "../../__tests__/english"
import { aboutName, describeSync, pageOf, statusName, transactionAmount, typeName } from "../transaction"
import { comparedAmount, differenceName, areReportDays, lastWeek } from "../report"

describe("a transaction", () => {
  it("has an amount, or says that it is unknown", () => {
    expect(transactionAmount({ amount: "1234.5", token: "USDC" }, texts)).toBe("1,234.5 USDC")
    expect(transactionAmount({ amount: null, token: "USDC" }, texts)).toBe("Unknown")
  })

  it.each([
    [{ kind: "receipt", type: "invoice" }, "Received"],
    [{ kind: null, type: "airdrop" }, "airdrop"],
    [{ kind: null, type: null }, "Unknown"],
  ] as const)("of the type %o is called %s", (row, words) => {
    expect(typeName(row, english)).toBe(words)
  })

  it.each([
    ["review_required", "Needs review"],
    ["failed", "Failed"],
    ["compliance_hold", "compliance_hold"],
    [null, null],
  ])("with the status %p is called %p", (status, words) => {
    expect(statusName(status, english)).toBe(words)
  })

  const order = { id: "order_1", display_id: 12 }
  it.each([
    [{ kind: "payment", id: "ocpay_1", order }, "/orders/order_1", "Order #12"],
    [{ kind: "payment", id: "ocpay_1", order: null }, null, "Payment"],
    [
      { kind: "deposit", id: "dep_1", order: null },
      "/onchain/review/deposits?state=any&deposit_id=dep_1",
      "Deposit",
    ],
    [
      { kind: "withdrawal", id: "ocwd_1", order },
      "/onchain/payouts/withdrawals?state=any&withdrawal_id=ocwd_1",
      "Order #12",
    ],
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
    ["2026-01-01", "2026-02-01", false],
    ["2026-01-02", "2026-01-01", false],
    ["", "2026-01-01", false],
  ])("from %p to %p: %s", (from, to, isPossible) => {
    expect(areReportDays({ from, to })).toBe(isPossible)
  })
})

describe("a difference", () => {
  it("of a kind without words is shown as it came", () => {
    expect(differenceName("moon_phase", english)).toBe("moon_phase")
  })

  it.each([
    ["24.999999", { token: "USDC", currency_code: null }, "24.999999 USDC"],
    ["140", { token: "USDC", currency_code: "usd" }, "$140.00 USD"],
    [null, { token: "USDC", currency_code: "usd" }, "Nothing"],
  ])("has %p of %o as %p", (value, what, words) => {
    expect(comparedAmount(value, what, texts)).toBe(words)
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
  const tell = (part: Partial<typeof sync>) => describeSync({ ...sync, ...part }, texts, now)

  it("is that of the last complete read; a failed quick read is distinguished", () => {
    expect(tell({})).toEqual(["All read 3 hours ago.", "New ones read 5 minutes ago."])
    expect(tell({ looked_at: sync.finished_at })).toHaveLength(1)
  })

  it("is unknown before the list was read to its end", () => {
    const never = { ...sync, finished_at: null }
    expect(describeSync(never, texts, now)[0]).toBe("Not read completely yet.")
    expect(describeSync({ ...never, looked_at: null }, texts, now)).toHaveLength(1)
  })

  it("does not matter while it is read", () => {
    expect(tell({ is_running: true })).toEqual(["Reading from the provider."])
  })
})
