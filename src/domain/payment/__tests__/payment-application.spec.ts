import { type ApplicableMoney, type ApplicationTarget, type Applier, refuseApplication } from "../resolution"

const asset = { chain: "evm", network_id: "base-mainnet", token: "USDC", canonical_asset_id: null }
const money: ApplicableMoney = {
  ...{ ...asset, value: "17", currency_code: "usd" },
  ...{ customer_id: "cus_1", proposed_order_id: null, proposed_by: null },
}
const order = (change: Partial<ApplicationTarget> = {}): ApplicationTarget => ({
  id: "order_1",
  customer_id: "cus_1",
  isMeant: false,
  isCancelled: false,
  status: "pending",
  outstanding: "17.00",
  currency_code: "usd",
  assets: [asset],
  hasApplication: false,
  isBeingCaptured: false,
  ...change,
})

const clerk: Applier = {
  actor: { id: "user_clerk", type: "user", ownerId: null, isKnown: true },
  refusal: { code: "payouts_not_allowed", reason: "not_listed" },
  access: { approval: "none", allowedUsers: ["user_boss"], allowApiKeys: false },
}

describe("money that could pay an order", () => {
  it.each([
    ["is owed exactly that", {}],
    ["is owed more", { outstanding: "100" }],
    ["expects the same token among others", { assets: [{ ...asset, token: "USDT" }, asset] }],
  ])("can, where the order %s", (_, change) => {
    expect(refuseApplication(money, order(change), clerk)).toBeNull()
  })

  it.each([
    ["is cancelled", { isCancelled: true }, { code: "order_cancelled" }],
    ["is completed", { status: "completed" }, { code: "order_not_open", status: "completed" }],
    [
      "is in another currency",
      { currency_code: "eur" },
      { code: "other_currency", order: "eur", payment: "usd" },
    ],
    ["is owed nothing", { outstanding: "0" }, { code: "nothing_owed" }],
    [
      "is owed less",
      { outstanding: "16.99" },
      { code: "less_owed", outstanding: "16.99", currency: "usd", value: "17" },
    ],
    [
      "expects another token",
      { assets: [{ ...asset, token: "USDT" }] },
      { code: "other_asset", token: "USDC" },
    ],
    [
      "expects it on another network",
      { assets: [{ ...asset, network_id: "eth-mainnet" }] },
      { code: "other_asset", token: "USDC" },
    ],
    ["is being captured", { isBeingCaptured: true }, { code: "order_busy" }],
    ["is being paid so already", { hasApplication: true }, { code: "application_running" }],
  ])("cannot, where the order %s", (_, change, refusal) => {
    expect(refuseApplication(money, order(change), clerk)).toEqual(refusal)
  })

  it("cannot when its value is unknown", () => {
    expect(refuseApplication({ ...money, value: null }, order(), clerk)).toEqual({
      code: "value_unknown",
    })
  })
})

describe("a user who may not move money out", () => {
  it.each([
    ["the same account", "cus_1", "cus_1", false, true],
    ["another account", "cus_1", "cus_2", false, false],
    ["a guest", "cus_1", null, false, false],
    ["a guest, with the money of a guest", null, null, false, false],
    ["the customer that Medusa made for a guest's email", null, "cus_2", false, false],
    ["another account since, where the money was sent for this order", "cus_1", "cus_2", true, true],
    ["a guest, where the money was sent for this order", null, "cus_2", true, true],
  ])(
    "applies money to an order of %s: from %s to %s, sent for it: %s, %s",
    (_, from, to, isMeant, isAllowed) => {
      const refusal = refuseApplication(
        { ...money, customer_id: from },
        order({ customer_id: to, isMeant }),
        clerk
      )
      expect(refusal).toEqual(isAllowed ? null : { code: "other_customer", why: clerk.refusal })
    }
  )

  it("is not asked about again when a decided application is executed", () => {
    expect(refuseApplication({ ...money, customer_id: null }, order(), null)).toBeNull()
  })
})
