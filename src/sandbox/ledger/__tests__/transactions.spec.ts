import { ACCOUNTS } from "../ledger"
import { kindOf } from "../ledger-operations"

describe("transactions", () => {
  const outs = ACCOUNTS.filter((account) => account !== "outside")
  it.each(outs)("call money that leaves from %s a payout, and a returned deposit a refund", (from) => {
    expect(kindOf({ from, to: "outside", reason: "withdrawn" })).toMatchObject({
      kind: "payout",
      direction: "out",
    })
    expect(kindOf({ from, to: "outside", reason: "refunded" })).toMatchObject({
      kind: "refund",
      direction: "out",
    })
  })

  it.each([
    ["an arrival", "outside", "awaiting"],
    ["a sweep", "sweeping", "treasury"],
    ["a reservation", "treasury", "reserved"],
    ["a release", "reserved", "treasury"],
    ["a loss", "awaiting", "recovery"],
    ["a promise", "sweeping", "routing"],
  ] as const)("do not show %s", (_, from, to) => {
    expect(kindOf({ from, to, reason: "any" })).toBeUndefined()
  })
})
