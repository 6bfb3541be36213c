import { type ApplicableMoney, type ApplicationTarget, reasonAgainstApplying } from "../payment-application"

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
    ["asks for the same token among others", { assets: [{ ...asset, token: "USDT" }, asset] }],
  ])("can, where the order %s", (_, change) => {
    expect(reasonAgainstApplying(money, order(change))).toBeNull()
  })

  it.each([
    ["is cancelled", { isCancelled: true }, "The order is cancelled."],
    ["is completed", { status: "completed" }, "The order is completed."],
    [
      "is in another currency",
      { currency_code: "eur" },
      "The order is in eur, and the payment was priced in usd.",
    ],
    ["is owed nothing", { outstanding: "0" }, "Nothing is owed on the order."],
    [
      "is owed less",
      { outstanding: "16.99" },
      "Only 16.99 usd is owed on the order, less than the 17 that arrived.",
    ],
    [
      "asks for another token",
      { assets: [{ ...asset, token: "USDT" }] },
      "No payment of the order asks for USDC on this network.",
    ],
    [
      "asks for it on another network",
      { assets: [{ ...asset, network_id: "eth-mainnet" }] },
      "No payment of the order asks for USDC on this network.",
    ],
    [
      "is being captured",
      { isBeingCaptured: true },
      "A payment of the order is being captured right now. Try again in a moment.",
    ],
    [
      "is being paid so already",
      { hasApplication: true },
      "Other money is being applied to the order right now.",
    ],
  ])("cannot, where the order %s", (_, change, reason) => {
    expect(reasonAgainstApplying(money, order(change))).toBe(reason)
  })

  it("cannot when nobody knows what it is worth", () => {
    expect(reasonAgainstApplying({ ...money, value: null }, order())).toMatch(/^What arrived is not known/)
  })
})
