import { ConfigurationError, parseOptions } from "../options"
import { optionsWith, validInput } from "./valid-options"

function problemsWith(payouts: Record<string, unknown>): readonly string[] {
  try {
    parseOptions({ ...validInput, payouts })
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems
    throw error
  }
  throw new Error("the options were accepted")
}

test("without the option nobody may move money out, and no API key may", () => {
  expect(optionsWith().payouts).toEqual({
    approval: "none",
    allowedUsers: [],
    allowApiKeys: false,
    limits: [],
  })
})

test("users are ids, kept as they were written", () => {
  const payouts = { approval: "second_user" as const, allowedUsers: ["user_01JZ8Q", "user_ada"] }
  expect(optionsWith({ payouts }).payouts).toMatchObject(payouts)
})

test("a limit can be for one withdrawal, for a day, or for both alike", () => {
  const limits = [
    { token: "USDC", perWithdrawal: "100" },
    { token: "USDT", networkId: "eth-mainnet", perDay: "0.5" },
    { token: "USDC", canonicalAssetId: "stellar:USDC:GA", perWithdrawal: "10", perDay: "10.0" },
  ]
  expect(optionsWith({ payouts: { limits } }).payouts.limits).toEqual(limits)
})

test.each<[string, Record<string, unknown>, string]>([
  ["an unknown approval", { approval: "two" }, "payouts.approval: found a text,"],
  [
    "the option of earlier versions",
    { users: ["user_01"] },
    "payouts.users: replaced by payouts.allowedUsers, which takes ids of users only, as an invite can take any email: leave " +
      "it out, start the store, and copy the id of each user from Settings > Crypto payments in the admin",
  ],
  [
    "an email",
    { allowedUsers: ["ada@shop.test"] },
    'payouts.allowedUsers.0: found a text, expected the id of a user, such as "user_01J...", as an invite can take any email',
  ],
  ["an empty name", { allowedUsers: [" "] }, "payouts.allowedUsers.0: found an empty text,"],
  [
    "an API key",
    { allowedUsers: ["apk_01"] },
    "payouts.allowedUsers.0: found a text, expected the id of a user,",
  ],
  [
    "an id with a space",
    { allowedUsers: ["user_01 "] },
    "payouts.allowedUsers.0: found a text, expected the id",
  ],
  [
    "an id in another script",
    { allowedUsers: ["us\u0435r_01"] },
    "payouts.allowedUsers.0: found a text, expected",
  ],
  [
    "one user who would have to approve alone",
    { approval: "second_user", allowedUsers: ["user_ada"] },
    'payouts.allowedUsers: found a list, expected at least two users beside approval "second_user": no user could approve another one\'s request',
  ],
  [
    "the same user twice",
    { approval: "second_user", allowedUsers: ["user_ada", "user_ada"] },
    'payouts.allowedUsers: found a list, expected at least two users beside approval "second_user"',
  ],
  [
    "a limit of nothing",
    { limits: [{ token: "USDC" }] },
    "payouts.limits.0: found a value of type object, expected perWithdrawal or perDay",
  ],
  [
    "a day that is smaller than one withdrawal",
    { limits: [{ token: "USDC", perWithdrawal: "100", perDay: "99.99" }] },
    "payouts.limits.0.perDay: found a text, expected no less than perWithdrawal",
  ],
  [
    "a limit of zero",
    { limits: [{ token: "USDC", perDay: "0.0" }] },
    "payouts.limits.0.perDay: found a text, expected an amount above zero",
  ],
  ["a limit as a number", { limits: [{ token: "USDC", perDay: 5 }] }, "payouts.limits.0.perDay: found 5,"],
  ["a limit without a token", { limits: [{ perDay: "5" }] }, "payouts.limits.0.token: found nothing,"],
  ["a misspelt part", { approvals: "none" }, "payouts.approvals: not an option of this plugin"],
])("%s is refused", (_, payouts, expected) => {
  const problems = problemsWith(payouts)
  expect(problems).toHaveLength(1)
  expect(problems[0]?.slice(0, expected.length)).toBe(expected)
})
