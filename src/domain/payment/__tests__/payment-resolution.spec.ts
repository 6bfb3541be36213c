import { PAYMENT_RESOLUTIONS, type PaymentResolution } from "../payment-status"
import { type Applier, decideResolution, type ResolutionChoice, type ResolvablePayment } from "../resolution"

const rail = { chain: "evm", network_id: "base-mainnet", token: "USDC", canonical_asset_id: null }
const held = (change: Partial<ResolvablePayment> = {}): ResolvablePayment => ({
  ...rail,
  state: "unallocated",
  gateway_status: "paid",
  unallocated_reason: "session_deleted",
  expected_amount: "10",
  received_amount: "10",
  fiat_amount: "10",
  currency_code: "usd",
  resolution: null,
  resolved_by: null,
  resolution_done_at: null,
  applied_order_id: null,
  ...{ customer_id: null, proposed_order_id: null, proposed_by: null },
  ...change,
})
const target = {
  ...{ id: "order_1", customer_id: null, isMeant: true },
  ...{ isCancelled: false, status: "pending", outstanding: "10", currency_code: "usd", assets: [rail] },
  ...{ hasApplication: false, isBeingCaptured: false },
}
const user = (id: string, access: Partial<Applier["access"]> = {}): Applier => ({
  actor: { id, type: "user", ownerId: null, isKnown: true },
  refusal: null,
  access: { approval: "none", allowedUsers: ["user_1", "user_2"], allowApiKeys: false, ...access },
})
const choice = (resolution: PaymentResolution, actorId = "user_1"): ResolutionChoice =>
  resolution === "apply"
    ? { resolution, actorId, orderId: "order_1", target, applier: user(actorId), currencyDecimals: 2 }
    : { resolution, actorId, note: "kept" }
const decided = (resolution: PaymentResolution) =>
  held({ resolution, resolved_by: "user_1", applied_order_id: resolution === "apply" ? "order_1" : null })

const pairs = PAYMENT_RESOLUTIONS.flatMap((first) =>
  PAYMENT_RESOLUTIONS.map((then) => [first, then] as const)
)

test.each(pairs)("money that is decided as %s, and then %s, is decided once", (first, then) => {
  const answer = decideResolution(decided(first), choice(then))
  expect(answer).toEqual(
    first === then ? { kind: "repeat" } : { kind: "refused", refusal: { code: "decided" } }
  )
})

test.each(PAYMENT_RESOLUTIONS)("money whose %s is executed is decided for good", (resolution) => {
  const done = { ...decided(resolution), resolution_done_at: new Date(0) }
  expect(decideResolution(done, choice(resolution))).toMatchObject({ refusal: { code: "decided" } })
})

test("another operator repeats an application only", () => {
  expect(decideResolution(decided("apply"), choice("apply", "user_2"))).toEqual({ kind: "repeat" })
  expect(decideResolution(decided("refund_due"), choice("refund_due", "user_2"))).toMatchObject({
    refusal: { code: "decided" },
  })
})

test.each(["awaiting", "settled", "captured"] as const)("money that is %s needs no decision", (state) => {
  expect(decideResolution(held({ state }), choice("keep"))).toEqual({
    kind: "refused",
    refusal: { code: "not_waiting" },
  })
})

test("held money is decided about with all that arrived", () => {
  expect(decideResolution(held(), choice("refund_due"))).toEqual({
    kind: "record",
    tokenAmount: "10",
    application: null,
  })
  expect(decideResolution(held(), choice("apply"))).toMatchObject({
    application: { amount: "10", isInFull: true },
  })
})

describe("money for the order of another customer, where a second user approves", () => {
  const foreign = { ...target, isMeant: false, customer_id: "cus_2" }
  const apply = (applier: Applier, on: Partial<ResolvablePayment> = {}) =>
    decideResolution(held({ customer_id: "cus_1", ...on }), {
      ...{ resolution: "apply", actorId: applier.actor.id, orderId: "order_1", target: foreign },
      ...{ applier, currencyDecimals: 2 },
    })
  const second = { approval: "second_user" } as const
  const proposed = { proposed_order_id: "order_1", proposed_by: "user_1" }

  it("is proposed by the first user, in the name of the person behind a key", () => {
    const propose = { kind: "propose", orderId: "order_1", person: "user_1" }
    expect(apply(user("user_1", second))).toEqual(propose)
    const key = {
      ...user("apk_1", second),
      actor: { id: "apk_1", type: "api-key", ownerId: "user_1", isKnown: true },
    }
    expect(apply(key)).toEqual(propose)
  })

  it("is applied by the second user, and by nobody else", () => {
    expect(apply(user("user_2", second), proposed)).toMatchObject({ kind: "record" })
    expect(apply(user("user_1", second), proposed)).toEqual({
      kind: "refused",
      refusal: { code: "not_approved", why: { code: "self_approval" } },
    })
    const key = {
      ...user("apk_1", second),
      actor: { id: "apk_1", type: "api-key", ownerId: "user_2", isKnown: true },
    }
    expect(apply(key, proposed)).toMatchObject({ refusal: { why: { code: "approver_is_key" } } })
  })

  it("is proposed again where the proposal names another order, or its user may no longer move money out", () => {
    expect(apply(user("user_2", second), { ...proposed, proposed_order_id: "order_9" })).toMatchObject({
      kind: "propose",
      person: "user_2",
    })
    expect(apply(user("user_2", { ...second, allowedUsers: ["user_2"] }), proposed)).toMatchObject({
      kind: "propose",
    })
  })

  it("is applied at once where one user suffices, and for the customer who paid it", () => {
    expect(apply(user("user_1"))).toMatchObject({ kind: "record" })
    expect(apply(user("user_1", second), { customer_id: "cus_2" })).toMatchObject({ kind: "record" })
  })
})
