import {
  PAYMENT_RESOLUTIONS,
  type PaymentFacts,
  type PaymentResolution,
  type PaymentState,
} from "../payment-status"
import {
  type ApplicableMoney,
  type ApplicationTarget,
  type Applier,
  decideResolution,
  type PaymentChoiceFacts,
  paymentChoices,
  refuseApplication,
  resolutionChoices,
  type ResolutionChoice,
} from "../resolution"
import { expectedPayment } from "./settlement-samples"

const asset = { chain: "evm", network_id: "base-mainnet", token: "USDC", canonical_asset_id: null }
const held = (change: Partial<PaymentFacts> = {}): PaymentFacts => ({
  ...{ ...expectedPayment, state: "unallocated", gateway_status: "paid", customer_id: "cus_1" },
  ...{ unallocated_reason: "session_deleted", expected_amount: "10", received_amount: "10" },
  ...{ fiat_amount: "10", ...change },
})
const order = (change: Partial<ApplicationTarget> = {}): ApplicationTarget => ({
  ...{ id: "order_1", customer_id: "cus_1", isMeant: false, isCancelled: false, status: "pending" },
  ...{ outstanding: "10.00", currency_code: "usd", assets: [asset] },
  ...{ hasApplication: false, isBeingCaptured: false, ...change },
})
const user = (id: string, access: Partial<Applier["access"]> = {}): Applier => ({
  actor: { id, type: "user", ownerId: null, isKnown: true },
  refusal: null,
  access: { approval: "none", allowedUsers: ["user_1", "user_2"], allowApiKeys: false, ...access },
})

describe("money that is held", () => {
  const choice = (resolution: PaymentResolution, actorId = "user_1"): ResolutionChoice =>
    resolution === "apply"
      ? {
          resolution,
          actorId,
          orderId: "order_1",
          target: order(),
          applier: user(actorId),
          currencyDecimals: 2,
        }
      : { resolution, actorId, note: "kept" }
  const decided = (resolution: PaymentResolution) =>
    held({ resolution, resolved_by: "user_1", applied_order_id: resolution === "apply" ? "order_1" : null })
  const refused = (code: string) => ({ kind: "refused", refusal: { code } })

  test.each(PAYMENT_RESOLUTIONS)(
    "and decided as %s is decided once, and for good when that is done",
    (first) => {
      for (const then of PAYMENT_RESOLUTIONS)
        expect(decideResolution(decided(first), choice(then))).toEqual(
          first === then ? { kind: "repeat" } : refused("decided")
        )
      const done = { ...decided(first), resolution_done_at: new Date(0) }
      expect(decideResolution(done, choice(first))).toEqual(refused("decided"))
    }
  )

  test("another operator repeats an application only", () => {
    expect(decideResolution(decided("apply"), choice("apply", "user_2"))).toEqual({ kind: "repeat" })
    expect(decideResolution(decided("keep"), choice("keep", "user_2"))).toEqual(refused("decided"))
  })

  test.each(["awaiting", "settled", "captured"] as const)("is not what is %s", (state) => {
    expect(decideResolution(held({ state }), choice("keep"))).toEqual(refused("not_waiting"))
  })

  test("is decided about with all that arrived", () => {
    const all = { kind: "record", tokenAmount: "10" }
    expect(decideResolution(held(), choice("refund_due"))).toEqual({ ...all, application: null })
    expect(decideResolution(held(), choice("apply"))).toMatchObject({
      application: { amount: "10", outstandingAmount: null },
    })
  })

  test("that pays a part of an order leaves the rest outstanding", () => {
    const dear = { ...choice("apply"), target: order({ outstanding: "12.50" }) } as ResolutionChoice
    expect(decideResolution(held(), dear)).toMatchObject({
      application: { amount: "10", outstandingAmount: "2.5" },
    })
  })
})

test.each<[PaymentState, PaymentResolution | null, string | null, string | null, string | null]>([
  ["unallocated", null, "5", null, null],
  ["unallocated", null, null, "value_unknown", null],
  ["unallocated", "keep", "5", "decided", "decided"],
  ["unallocated", "keep", null, "decided", "decided"],
  ["awaiting", null, "5", "not_waiting", "not_waiting"],
])("money that is %s and resolved as %s, worth %s: apply %s, others %s", (state, ...given) => {
  const [resolution, value, apply, other] = given
  const { apply: refusal, ...others } = resolutionChoices({ state, resolution }, value)
  expect(refusal?.code ?? null).toBe(apply)
  for (const one of Object.values(others)) expect(one?.code ?? null).toBe(other)
})

describe("money for the order of another customer, where a second user approves", () => {
  const second = { approval: "second_user" } as const
  const proposed = { proposed_order_id: "order_1", proposed_by: "user_1" }
  const elsewhere = { ...proposed, proposed_order_id: "order_9" }
  const key = (ownerId: string): Applier => ({
    ...user("apk_1", second),
    actor: { id: "apk_1", type: "api-key", ownerId, isKnown: true },
  })
  const because = (code: string) => ({ refusal: { why: { code } } })
  const alone = user("user_2", { ...second, allowedUsers: ["user_2"] })
  const propose = (person: string) => ({ kind: "propose", orderId: "order_1", person })

  test.each<[string, Applier, Partial<PaymentFacts>, object]>([
    ["proposed by the first user", user("user_1", second), {}, propose("user_1")],
    ["proposed in the name of the person behind a key", key("user_1"), {}, propose("user_1")],
    ["applied by the second user", user("user_2", second), proposed, { kind: "record" }],
    ["not applied by the first", user("user_1", second), proposed, because("self_approval")],
    ["not applied by a key", key("user_2"), proposed, because("approver_is_key")],
    ["proposed again for another order", user("user_2", second), elsewhere, propose("user_2")],
    ["proposed again after a user who is not allowed any more", alone, proposed, propose("user_2")],
    ["applied at once where one user suffices", user("user_1"), {}, { kind: "record" }],
    ["applied at once for who paid it", user("user_1", second), { customer_id: "cus_2" }, { kind: "record" }],
  ])("is %s", (_, applier, on, decision) => {
    const choice: ResolutionChoice = {
      ...{ resolution: "apply", actorId: applier.actor.id, orderId: "order_1", applier },
      ...{ target: order({ customer_id: "cus_2" }), currencyDecimals: 2 },
    }
    expect(decideResolution(held(on), choice)).toMatchObject(decision)
  })
})

describe("money that could pay an order", () => {
  const clerk: Applier = {
    ...user("user_clerk"),
    refusal: { code: "payouts_not_allowed", reason: "not_listed" },
  }
  const refuse = (
    change: Partial<ApplicationTarget>,
    money: Partial<ApplicableMoney> = {},
    by: Applier | null = clerk
  ) => refuseApplication({ ...held(), value: "10", ...money }, order(change), by)
  const otherToken = [{ ...asset, token: "USDT" }]
  const less = { code: "less_owed", currency: "usd", value: "10" }
  const otherAsset = { code: "other_asset", token: "USDC" }

  it.each<[string, Partial<ApplicationTarget>, object | null]>([
    ["is owed exactly that", {}, null],
    ["is owed more", { outstanding: "100" }, null],
    ["expects the same token among others", { assets: [...otherToken, asset] }, null],
    ["requires an action", { status: "requires_action" }, null],
    ["is cancelled", { isCancelled: true }, { code: "order_cancelled" }],
    ["is completed", { status: "completed" }, { code: "order_not_open", status: "completed" }],
    ["is in euros", { currency_code: "eur" }, { code: "other_currency", order: "eur", payment: "usd" }],
    ["is owed nothing", { outstanding: "0" }, { code: "nothing_owed" }],
    ["is owed less", { outstanding: "9.99" }, { ...less, outstanding: "9.99" }],
    ["expects another token", { assets: otherToken }, otherAsset],
    ["expects it on another network", { assets: [{ ...asset, network_id: "eth-mainnet" }] }, otherAsset],
    ["is being captured", { isBeingCaptured: true }, { code: "order_busy" }],
    ["is being paid so already", { hasApplication: true }, { code: "application_running" }],
  ])("meets one that %s", (_, change, refusal) => {
    expect(refuse(change)).toEqual(refusal)
  })

  it("cannot when its value is unknown", () => {
    expect(refuse({}, { value: null })).toEqual({ code: "value_unknown" })
  })

  it.each<[string, string | null, string | null, boolean, boolean]>([
    ["the same account", "cus_1", "cus_1", false, true],
    ["another account", "cus_1", "cus_2", false, false],
    ["a guest", "cus_1", null, false, false],
    ["a guest, with the money of a guest", null, null, false, false],
    ["the customer that Medusa made for a guest's email", null, "cus_2", false, false],
    ["another account since, where the money was sent for this order", "cus_1", "cus_2", true, true],
    ["a guest, where the money was sent for this order", null, "cus_2", true, true],
  ])(
    "is applied by who may not move money out to %s: from %s to %s, sent for it: %s, %s",
    (_, from, to, isMeant, isAllowed) => {
      const refusal = refuse({ customer_id: to, isMeant }, { customer_id: from })
      expect(refusal).toEqual(isAllowed ? null : { code: "other_customer", why: clerk.refusal })
      expect(refuse({ customer_id: to, isMeant }, { customer_id: from }, null)).toBeNull()
    }
  )
})

describe("what can be done about a payment", () => {
  const facts: PaymentChoiceFacts = {
    ...{ outcome: "open", checkableCount: 1, isOfThisAccount: true, isOnItsWay: false },
    ...{ order: { isCancelled: false, isOwed: true }, areMessagesOn: true, hasEmail: true },
    ...{ fiatAmount: "17", refundedFiat: "0" },
  }
  const cancelled = { isCancelled: true, isOwed: true }
  const paid = { isCancelled: false, isOwed: false }
  const captured = { outcome: "captured", order: paid } as const

  test.each<[keyof ReturnType<typeof paymentChoices>, string | null, Partial<PaymentChoiceFacts>]>([
    ["check_now", null, {}],
    ["check_now", "nothing_to_check", { checkableCount: 0, isOfThisAccount: false }],
    ["check_now", "other_account", { isOfThisAccount: false }],
    ["pay_link", null, {}],
    ["pay_link", "no_order", { order: null }],
    ["pay_link", "order_cancelled", { order: cancelled }],
    ["pay_link", "nothing_due", { order: paid }],
    ["pay_link", "payment_on_its_way", { isOnItsWay: true }],
    ["send_link", null, {}],
    ["send_link", "nothing_due", { order: paid, areMessagesOn: false }],
    ["send_link", "messages_off", { areMessagesOn: false, hasEmail: false }],
    ["send_link", "no_email", { hasEmail: false }],
    ["refund", "not_captured", {}],
    ["refund", null, { ...captured, refundedFiat: "16.99" }],
    ["refund", "all_refunded", { ...captured, refundedFiat: "17.00" }],
    ["refund", "no_order", { ...captured, order: null }],
    ["refund", "not_captured", { outcome: "held" }],
  ])("%s: %s", (action, refusal, change) => {
    expect(paymentChoices({ ...facts, ...change })[action]).toBe(refusal)
  })
})
