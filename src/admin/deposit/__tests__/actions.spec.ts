import type { OnchainDepositAction } from "../../../types/http"
import { divideBulk } from "../bulk"
const choicesOf = (...possible: OnchainDepositAction[]) => {
  const choice = (action: OnchainDepositAction) => ({ is_possible: possible.includes(action), reason: null })
  return { assign: choice("assign"), accept: choice("accept"), refund: choice("refund") }
}

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
