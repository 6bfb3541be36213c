import { reasonAgainstApproval } from "../payout-gate"

const codeOf = (
  actor: { id: string; type: string },
  involved: (string | null)[],
  approval: "none" | "second_user" = "second_user"
) => reasonAgainstApproval({ approval, actor, involved })?.code ?? null
const ada = { id: "user_ada", type: "user" }
const key = { id: "apk_1", type: "api-key" }

test.each([
  ["a second user", ada, ["user_bob", null, "user_bob"], null],
  ["who requested it", ada, ["user_ada", null, "user_bob"], "self_approval"],
  ["who confirmed it", ada, ["user_bob", null, "user_ada"], "self_approval"],
  ["whose key requested it", ada, ["apk_1", "user_ada", "user_bob"], "self_approval"],
  ["a key", key, ["user_bob"], "approver_is_key"],
  ["a key that requested it", key, ["apk_1", "user_ada"], "approver_is_key"],
])("%s", (_, actor, involved, code) => {
  expect(codeOf(actor, involved)).toBe(code)
})

test("without an approval rule, any user may", () => {
  expect(codeOf(ada, ["user_ada"], "none")).toBeNull()
  expect(codeOf(key, ["apk_1"], "none")).toBeNull()
})
