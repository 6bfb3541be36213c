import { type PayoutActor, payoutRefusal, stillCounts } from "../payout-gate"

const ada: PayoutActor = { id: "user_ada", type: "user", ownerId: null, isKnown: true }
const key: PayoutActor = { id: "apk_1", type: "api-key", ownerId: "user_ada", isKnown: true }
const customer: PayoutActor = { ...ada, type: "customer", ownerId: "user_ada" }
type Access = Parameters<typeof payoutRefusal>[0]
const access: Access = { hasPayoutKey: true, actor: ada, allowedUsers: ["user_ada"], allowApiKeys: false }
const withKeys = { ...access, allowApiKeys: true }
const off = { code: "payouts_off" }
const not = (reason: string) => ({ code: "payouts_not_allowed", reason })
const noKey = (reason: string) => ({ code: "payouts_api_key", reason })
const byKey = (change: Partial<PayoutActor> = {}) => ({ actor: { ...key, ...change }, allowApiKeys: true })

test.each<[string, Partial<Access>, object | null]>([
  ["a user who is named by id", {}, null],
  ["a user without a payout key", { hasPayoutKey: false }, off],
  ["a key without a payout key", { ...byKey(), hasPayoutKey: false }, off],
  ["a user, where the list is empty", { allowedUsers: [] }, not("list_empty")],
  ["a key, where the list is empty", { ...byKey(), allowedUsers: [] }, not("list_empty")],
  ["a user who is not named", { allowedUsers: ["user_bob"] }, not("not_listed")],
  ["an id in another case", { allowedUsers: ["USER_ADA"] }, not("not_listed")],
  ["an id with a space", { allowedUsers: ["user_ada "] }, not("not_listed")],
  ["an id with a letter of another script", { allowedUsers: ["user_\u0430da"] }, not("not_listed")],
  ["a key", { actor: key }, noKey("keys_off")],
  ["a key of an allowed user, where keys may", byKey(), null],
  ["a key that is named itself", { ...byKey(), allowedUsers: ["apk_1"] }, noKey("maker_not_listed")],
  ["a key of a user who is not named", { ...byKey(), allowedUsers: ["bob"] }, noKey("maker_not_listed")],
  ["a key whose maker is not known", byKey({ ownerId: null, isKnown: false }), noKey("maker_not_a_user")],
  ["a key made by a key", byKey({ ownerId: null }), noKey("maker_not_a_user")],
  ["a key of an allowed user who was deleted", byKey({ isKnown: false }), noKey("maker_not_a_user")],
  ["a user who was deleted", { actor: { ...ada, isKnown: false } }, not("not_a_user")],
  ["a customer, where nobody is named", { actor: customer, allowedUsers: [] }, not("not_listed")],
  ["a customer of an allowed user", { actor: customer }, not("not_listed")],
  ["a customer with the id of a user", { actor: { ...ada, type: "customer" } }, not("not_listed")],
  ["nobody", { actor: { ...ada, id: "" }, allowedUsers: [""] }, not("not_listed")],
])("%s", (_, change, refusal) => {
  expect(payoutRefusal({ ...access, ...change })).toEqual(refusal)
})

test.each<[string, Parameters<typeof stillCounts>[0], Parameters<typeof stillCounts>[1], boolean]>([
  ["an allowed user", { by: "user_ada", owner: null }, access, true],
  ["a user who is not allowed any more", { by: "user_bob", owner: null }, access, false],
  ["a key of an allowed user, where keys may not", { by: "apk_1", owner: "user_ada" }, access, false],
  ["a key of an allowed user, where keys may", { by: "apk_1", owner: "user_ada" }, withKeys, true],
  ["a key of a user who is not allowed", { by: "apk_1", owner: "user_bob" }, withKeys, false],
  ["a key without a creator", { by: "apk_1", owner: null }, withKeys, false],
])("a part in a payout counts while its user may move money: %s", (_, part, options, counts) => {
  expect(stillCounts(part, options)).toBe(counts)
})
