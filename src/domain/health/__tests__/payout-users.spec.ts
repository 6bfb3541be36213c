import { judgePayoutUsers } from "../attention"

describe("users who may move money out", () => {
  it.each([
    ["nobody is named", [], "none", { code: "none" }],
    ["one is enough without approval", ["user_a"], "none", { code: "allowed" }],
    ["one cannot approve for another", ["user_a"], "second_user", { code: "too_few" }],
    ["the same one twice is one", ["user_a", "user_a"], "second_user", { code: "too_few" }],
    ["two can", ["user_a", "user_b"], "second_user", { code: "allowed" }],
    ["an id of no user", ["user_a", "user_x"], "second_user", { code: "unknown", ids: ["user_x"] }],
  ] as const)("%s", (_, allowedUsers, approval, finding) => {
    expect(judgePayoutUsers({ allowedUsers, approval }, ["user_a", "user_b"])).toEqual(finding)
  })
})
