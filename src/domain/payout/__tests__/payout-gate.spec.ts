import { payoutRefusal, stillCounts, type PayoutActor, type PayoutRefusal } from "../payout-gate"

const ada: PayoutActor = { id: "user_ada", type: "user", ownerId: null, isKnown: true }
const key: PayoutActor = { id: "apk_1", type: "api-key", ownerId: "user_ada", isKnown: true }
type Access = Parameters<typeof payoutRefusal>[0]
const access: Access = { hasPayoutKey: true, actor: ada, allowedUsers: ["user_ada"], allowApiKeys: false }
const codeOf = (change: Partial<Access>) => payoutRefusal({ ...access, ...change })?.code ?? null

test.each<[string, Parameters<typeof codeOf>[0], ReturnType<typeof codeOf>]>([
  ["a user who is named by id", {}, null],
  ["a user without a payout key", { hasPayoutKey: false }, "payouts_off"],
  ["a key without a payout key", { hasPayoutKey: false, actor: key, allowApiKeys: true }, "payouts_off"],
  ["a user, where the list is empty", { allowedUsers: [] }, "payouts_not_allowed"],
  [
    "a key, where the list is empty",
    { allowedUsers: [], actor: key, allowApiKeys: true },
    "payouts_not_allowed",
  ],
  ["a user who is not named", { allowedUsers: ["user_bob"] }, "payouts_not_allowed"],
  ["an id in another case", { allowedUsers: ["USER_ADA"] }, "payouts_not_allowed"],
  ["an id with a space", { allowedUsers: ["user_ada "] }, "payouts_not_allowed"],
  ["an id with a letter of another script", { allowedUsers: ["user_\u0430da"] }, "payouts_not_allowed"],
  ["a key", { actor: key }, "payouts_api_key"],
  ["a key of an allowed user, where keys may", { actor: key, allowApiKeys: true }, null],
  [
    "a key that is named itself, where keys may",
    { actor: key, allowApiKeys: true, allowedUsers: ["apk_1"] },
    "payouts_api_key",
  ],
  [
    "a key of a user who is not named, where keys may",
    { actor: key, allowApiKeys: true, allowedUsers: ["user_bob"] },
    "payouts_api_key",
  ],
  [
    "a key whose maker is not known, where keys may",
    { actor: { ...key, ownerId: null, isKnown: false }, allowApiKeys: true },
    "payouts_api_key",
  ],
  [
    "a key of an allowed user who was deleted",
    { actor: { ...key, isKnown: false }, allowApiKeys: true },
    "payouts_api_key",
  ],
  ["a user who was deleted", { actor: { ...ada, isKnown: false } }, "payouts_not_allowed"],
  ["a customer with the id of a user", { actor: { ...ada, type: "customer" } }, "payouts_not_allowed"],
  ["nobody", { actor: { ...ada, id: "" }, allowedUsers: [""] }, "payouts_not_allowed"],
])("%s", (_, change, code) => {
  expect(codeOf(change)).toBe(code)
})

test.each<[Partial<Access>, PayoutRefusal]>([
  [{ hasPayoutKey: false }, { code: "payouts_off" }],
  [{ allowedUsers: [] }, { code: "payouts_not_allowed", reason: "list_empty" }],
  [{ allowedUsers: ["user_bob"] }, { code: "payouts_not_allowed", reason: "not_listed" }],
  [{ actor: { ...ada, isKnown: false } }, { code: "payouts_not_allowed", reason: "not_a_user" }],
  [{ actor: key }, { code: "payouts_api_key", reason: "keys_off" }],
  [
    { actor: { ...key, ownerId: null }, allowApiKeys: true },
    { code: "payouts_api_key", reason: "maker_not_a_user" },
  ],
  [
    { actor: { ...key, isKnown: false }, allowApiKeys: true },
    { code: "payouts_api_key", reason: "maker_not_a_user" },
  ],
  [
    { actor: key, allowApiKeys: true, allowedUsers: ["user_bob"] },
    { code: "payouts_api_key", reason: "maker_not_listed" },
  ],
])("with %j the refusal is %j", (change, refusal) => {
  expect(payoutRefusal({ ...access, ...change })).toEqual(refusal)
})

test.each<[string, Parameters<typeof stillCounts>[0], Parameters<typeof stillCounts>[1], boolean]>([
  ["an allowed user", { by: "user_ada", owner: null }, access, true],
  ["a user who is not allowed any more", { by: "user_bob", owner: null }, access, false],
  ["a key of an allowed user, where keys may not", { by: "apk_1", owner: "user_ada" }, access, false],
  [
    "a key of an allowed user, where keys may",
    { by: "apk_1", owner: "user_ada" },
    { ...access, allowApiKeys: true },
    true,
  ],
  ["a key without a creator", { by: "apk_1", owner: null }, { ...access, allowApiKeys: true }, false],
])("a part in a payout counts while its user may move money: %s", (_, part, options, counts) => {
  expect(stillCounts(part, options)).toBe(counts)
})
