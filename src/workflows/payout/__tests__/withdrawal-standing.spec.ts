import { lostRow } from "./lost-row"
import { WITHDRAWAL_STATES, type WithdrawalState } from "../../../domain/payout/withdrawal-lifecycle"
import { approvalProblemOf, otherPayoutProblem } from "../../../domain/payout/withdrawal-standing"

test("says where the other payout is, and what the service says of it", () => {
  expect(otherPayoutProblem({ id: "ocwd_1", state: "completed", mismatch: "It was refused here." })).toEqual({
    code: "already_done",
    words:
      "Another payout of this refund, ocwd_1, is paid. It was refused here. Look at that one first: this one could pay " +
      "the refund twice. Nothing of this one was sent, and it can be cancelled.",
  })
})

test.each(WITHDRAWAL_STATES)("has words for one that is %s", (state) => {
  const { words } = otherPayoutProblem({ id: "ocwd_1", state, mismatch: null })
  expect(words).toMatch(/^Another payout of this refund, ocwd_1, (is|may|waits) [a-z ]+\. Look/)
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
