import { otherPayoutProblem } from "../other-payout"
import { WITHDRAWAL_STATES } from "../withdrawal-lifecycle"

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
