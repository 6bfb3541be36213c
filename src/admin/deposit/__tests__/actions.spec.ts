import type { OnchainDepositAction } from "../../../types/http"
import { divideBulk } from "../bulk"
import { primaryOf } from "../deposit-actions"

const candidate = {
  intent_id: "int_1",
  session_id: "payses_1",
  payment_id: "ocpay_1",
  order: null,
  expected_amount: "25",
  token: "USDC",
  created_at: "2026-01-01T00:00:00Z",
}
const choicesOf = (...possible: OnchainDepositAction[]) => {
  const choice = (action: OnchainDepositAction) => ({ is_possible: possible.includes(action), reason: null })
  return { assign: choice("assign"), accept: choice("accept"), refund: choice("refund") }
}

describe("the primary action of a deposit", () => {
  it.each([
    [["assign", "accept", "refund"], candidate, "assign"],
    [["assign", "accept", "refund"], undefined, "accept"],
    [["accept", "refund"], candidate, "accept"],
    [["refund"], undefined, "refund"],
    [[], undefined, "accept"],
  ] as const)("with %j possible, and %o chosen, is %s", (possible, chosen, primary) => {
    expect(primaryOf({ choices: choicesOf(...possible) }, chosen)).toBe(primary)
  })
})

describe("an action on several deposits", () => {
  const deposit = (id: string, ...possible: OnchainDepositAction[]) => ({ id, bulk: choicesOf(...possible) })

  it("is sent for those that it is possible for, and names the others", () => {
    const deposits = [deposit("a", "accept", "refund"), deposit("b", "refund"), deposit("c", "accept")]
    const ids = (action: "accept" | "refund") => {
      const { sent, left } = divideBulk(action, deposits)
      return [sent.map(({ id }) => id), left.map(({ id }) => id)]
    }
    expect(ids("accept")).toEqual([["a", "c"], ["b"]])
    expect(ids("refund")).toEqual([["a", "b"], ["c"]])
  })
})
