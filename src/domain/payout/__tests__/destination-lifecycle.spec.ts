import { canDestinationMove, decideApproval, decideArchiving, DESTINATION_STATES } from "../destination"
import type { Approval } from "../payout-gate"

const edges = DESTINATION_STATES.flatMap((from) =>
  DESTINATION_STATES.filter((to) => canDestinationMove(from, to)).map((to) => `${from} -> ${to}`)
)

test("a destination is approved, then archived, and never comes back", () => {
  expect(edges).toEqual(["pending -> approved", "pending -> archived", "approved -> archived"])
})

describe("an approval", () => {
  const added = {
    state: "pending",
    has_second_approval: false,
    created_by: "ada",
    created_by_owner: "eve",
  } as const
  const user = (id: string) => ({ id, type: "user" })
  const decided = (
    change: Partial<Parameters<typeof decideApproval>[0]>,
    actor: { id: string; type: string },
    approval: Approval
  ) => {
    const decision = decideApproval({ ...added, ...change }, actor, approval)
    if (decision.kind === "move") return decision.isSecond ? "second" : "own"
    return decision.refusal.reason === "not_allowed" ? decision.refusal.problem.code : decision.refusal.state
  }

  test.each([
    ["none", {}, user("bob"), "second"],
    ["none", {}, user("ada"), "own"],
    ["none", {}, { id: "bob", type: "api-key" }, "own"],
    ["none", { state: "approved" }, user("bob"), "approved"],
    ["second_user", {}, user("bob"), "second"],
    ["second_user", {}, user("ada"), "self_approval"],
    ["second_user", {}, user("eve"), "self_approval"],
    ["second_user", {}, { id: "bob", type: "api-key" }, "approver_is_key"],
    ["second_user", { state: "approved" }, user("bob"), "second"],
    ["second_user", { state: "approved", has_second_approval: true }, user("bob"), "approved"],
    ["second_user", { state: "archived" }, user("bob"), "archived"],
  ] as const)("where payouts take %s, of %j by %j is %s", (approval, change, actor, verdict) => {
    expect(decided(change, actor, approval)).toBe(verdict)
  })

  test("what is archived is not archived again", () => {
    expect(DESTINATION_STATES.map((state) => decideArchiving({ state }).kind)).toEqual([
      "move",
      "move",
      "refused",
    ])
  })
})
