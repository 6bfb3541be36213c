import type { OnchainDepositAction } from "../../../types/http"
import { divideBulk } from "../bulk"
import { primaryOf } from "../deposit-actions"

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

describe("the primary action", () => {
  const deposit = {
    ...{ is_supported: true, assignment_status: "unassigned_no_intent", mismatch: null, application: null },
    choices: choicesOf("accept", "refund"),
  } as const
  const application = {
    ...{ order: { id: "order_1", display_id: 13 }, is_possible: true, reason: null },
  }
  const late = { mismatch: "late", application } as const
  it.each([
    ["accept", {}],
    ["apply", late],
    ["refund", { ...late, application: { ...application, is_possible: false, reason: "It is cancelled." } }],
    ["refund", { ...late, choices: choicesOf("refund") }],
    ["refund", { mismatch: "other_asset" as const }],
    ["refund", { is_supported: false }],
    ["accept", { mismatch: "other_asset" as const, choices: choicesOf("accept") }],
  ])("is to %s with %j", (action, part) => {
    expect(primaryOf({ ...deposit, ...part }, undefined)).toBe(action)
  })
})
