import { createMedusaContainer } from "@medusajs/framework/utils"
import type { WithdrawalState } from "../../../../domain/withdrawal-lifecycle"
import { findApprovalProblem } from "../withdrawal-options"
import { lostRow } from "./lost-row"

/** What speaks against the second user, where the one who confirmed has left `payouts.allowedUsers`. */
function problemIn(state: WithdrawalState) {
  const container = createMedusaContainer()
  const payouts = { approval: "second_user", allowedUsers: ["user_2"], allowApiKeys: false }
  container.register("onchain", { resolve: () => ({ options: { payouts } }) })
  const row = lostRow({ state, confirmed_by: "user_1" })
  return findApprovalProblem(container, row, { id: "user_2", type: "user" })?.code
}

test("a confirmation that counts no more stops an approval", () => {
  expect(problemIn("awaiting_approval")).toBe("confirmation_void")
})

test.each(["sending", "sent", "unclear", "completed", "failed", "refused"] as const)(
  "a confirmation that counts no more keeps nobody from saying what became of one that is %s",
  (state) => {
    expect(problemIn(state)).toBeUndefined()
  }
)
