import { type ApplicableMoney, type ApplicationTarget, refuseApplication } from "../payment-resolution"

const asset = { chain: "evm", network_id: "base-mainnet", token: "USDC", canonical_asset_id: null }
const money: ApplicableMoney = { ...asset, value: "17", currency_code: "usd" }
const order = (change: Partial<ApplicationTarget> = {}): ApplicationTarget => ({
  isCancelled: false,
  status: "pending",
  outstanding: "17.00",
  currency_code: "usd",
  assets: [asset],
  hasApplication: false,
  isBeingCaptured: false,
  ...change,
})

describe("money that could pay an order", () => {
  it.each([
    ["is owed exactly that", {}],
    ["is owed more", { outstanding: "100" }],
    ["expects the same token among others", { assets: [{ ...asset, token: "USDT" }, asset] }],
  ])("can, where the order %s", (_, change) => {
    expect(refuseApplication(money, order(change))).toBeNull()
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
    expect(refuseApplication(money, order(change))).toEqual(refusal)
  })

  it("cannot when its value is unknown", () => {
    expect(refuseApplication({ ...money, value: null }, order())).toEqual({ code: "value_unknown" })
  })
})
