import { english } from "../../__tests__/english"
import { aboutName, pageOf, statusName, typeName } from "../transaction"

describe("a transaction", () => {
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
