import { payoutRefusal, type PayoutActor } from "../payout-gate"

const ada: PayoutActor = {
  id: "user_ada",
  type: "user",
  email: "Ada@example.com",
  ownerId: null,
  isKnown: true,
}
const key: PayoutActor = {
  id: "apk_1",
  type: "api-key",
  email: "ada@example.com",
  ownerId: "user_ada",
  isKnown: true,
}
const nobodys: PayoutActor = { ...key, email: null, isKnown: false }
type Access = Parameters<typeof payoutRefusal>[0]
const access: Access = {
  hasPayoutKey: true,
  actor: ada,
  users: undefined,
  allowApiKeys: false,
  approval: "none",
}
const codeOf = (change: Partial<Access>) => payoutRefusal({ ...access, ...change })?.code ?? null

test.each<[string, Parameters<typeof codeOf>[0], ReturnType<typeof codeOf>]>([
  ["a user, where nobody is named", {}, null],
  ["a user without a payout key", { hasPayoutKey: false }, "payouts_off"],
  ["a key without a payout key", { hasPayoutKey: false, actor: key, allowApiKeys: true }, "payouts_off"],
  ["a user who is named by id", { users: ["user_ada"] }, null],
  ["a user who is named by email, in another case", { users: ["aDA@EXAMPLE.com"] }, null],
  ["a user who is not named", { users: ["user_bob", "bob@example.com"] }, "payouts_not_allowed"],
  [
    "a user whose email is not known",
    { actor: { ...ada, email: null }, users: ["ada@example.com"] },
    "payouts_not_allowed",
  ],
  ["an id in another case", { users: ["USER_ADA"] }, "payouts_not_allowed"],
  ["a key", { actor: key }, "payouts_api_key"],
  ["a key of a user who is named", { actor: key, users: ["user_ada"] }, "payouts_api_key"],
  ["a key, where keys may", { actor: key, allowApiKeys: true }, null],
  [
    "a key of a user who is named, where keys may",
    { actor: key, allowApiKeys: true, users: ["user_ada"] },
    null,
  ],
  [
    "a key of a user who is named by email, where keys may",
    { actor: key, allowApiKeys: true, users: ["ada@example.com"] },
    null,
  ],
  ["a key that is named itself, where keys may", { actor: key, allowApiKeys: true, users: ["apk_1"] }, null],
  [
    "a key of a user who is not named, where keys may",
    { actor: key, allowApiKeys: true, users: ["user_bob"] },
    "payouts_not_allowed",
  ],
  ["a user who was deleted", { actor: { ...ada, email: null, isKnown: false } }, "payouts_not_allowed"],
  [
    "a user who was deleted, and is named by id",
    { actor: { ...ada, email: null, isKnown: false }, users: ["user_ada"] },
    "payouts_not_allowed",
  ],
  ["a key without a user, where one person is enough", { actor: nobodys, allowApiKeys: true }, null],
  [
    "a key without a user that is named itself",
    { actor: nobodys, allowApiKeys: true, users: ["apk_1"] },
    null,
  ],
  [
    "a key of a named user who was deleted",
    { actor: nobodys, allowApiKeys: true, users: ["user_ada"] },
    "payouts_not_allowed",
  ],
  [
    "a key without a user, where it takes two persons",
    { actor: nobodys, allowApiKeys: true, approval: "second_user" },
    "payouts_api_key",
  ],
  [
    "a key of a user, where it takes two persons",
    { actor: key, allowApiKeys: true, approval: "second_user" },
    null,
  ],
  ["a customer", { actor: { ...ada, type: "customer" }, allowApiKeys: true }, "payouts_not_allowed"],
  ["nobody", { actor: { ...ada, id: "" } }, "payouts_not_allowed"],
])("%s", (_, change, code) => {
  expect(codeOf(change)).toBe(code)
})

test("each refusal says what to do", () => {
  const words = [{ hasPayoutKey: false }, { actor: key }, { users: ["user_bob"] }].map(
    (change) => payoutRefusal({ ...access, ...change })?.words
  )
  expect(words).toEqual([
    "Payouts are off: payoutApiKey is not set. Set it in the options of the plugin and restart the store.",
    "Secret API keys cannot move money out here. Log in, or set payouts.allowApiKeys.",
    "You may not move money out. payouts.users in the options of the plugin names who may.",
  ])
})
