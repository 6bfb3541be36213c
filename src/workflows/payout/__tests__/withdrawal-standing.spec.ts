import { lostRow } from "./lost-row"
import type { WithdrawalState } from "../../../domain/payout/withdrawal-lifecycle"
import { approvalProblemOf, refundProblemOf } from "../../../domain/payout/withdrawal-standing"

test("a refund that another payout may have paid is not paid by this one", () => {
  const otherPayout = { id: "ocwd_2", state: "completed", mismatch: "It was refused here." } as const
  const standing = {
    destinationState: "approved",
    isOwnAddress: false,
    now: new Date(),
    otherPayout,
  } as const
  expect(refundProblemOf({ ...standing, row: lostRow() })).toEqual({ code: "already_done", otherPayout })
})

/** What speaks against the second user, where the one who confirmed has left `payouts.allowedUsers`. */
function problemIn(state: WithdrawalState) {
  const access = { approval: "second_user", allowedUsers: ["user_2"], allowApiKeys: false } as const
  const row = lostRow({ state, confirmed_by: "user_1" })
  return approvalProblemOf(row, { id: "user_2", type: "user" }, access)?.code
}

test("a confirmation that counts no more stops an approval", () => {
  expect(problemIn("awaiting_approval")).toBe("confirmation_void")
})

test.each(["sending", "sent", "unknown", "completed", "failed", "refused"] as const)(
  "an obsolete confirmation does not block the resolution of one that is %s",
  (state) => {
    expect(problemIn(state)).toBeUndefined()
  }
)
