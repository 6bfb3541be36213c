import type { OnchainPayoutAsset, OnchainPayoutLimit } from "../../../types/http"
import {
  chosenAsset,
  amountProblem,
  assetKey,
  availableOf,
  EMPTY_REQUEST,
  limitsOf,
  mostOf,
  newRequestId,
  priceOf,
  toRequestBody,
  toUuid,
} from "../request"

const usdc: OnchainPayoutAsset = {
  chain: "evm",
  network_id: "base-mainnet",
  network_name: "Base",
  token: "USDC",
  canonical_asset_id: null,
  decimals: 6,
  is_possible: true,
  reason: null,
}
const xlm: OnchainPayoutAsset = {
  ...usdc,
  chain: "stellar",
  network_id: "stellar-mainnet",
  token: "XLM",
  canonical_asset_id: "stellar:XLM:native",
  decimals: 7,
}

describe("the amount of a new withdrawal", () => {
  it.each([
    ["", null],
    ["120", null],
    ["120.5", null],
    ["0.000001", null],
    ["1.5000000000", null],
    ["0.0000001", "tooPrecise"],
    ["0", "nothing"],
    ["0.000", "nothing"],
    ["-1", "notAnAmount"],
    ["1,5", "notAnAmount"],
    [".5", "notAnAmount"],
    ["1.", "notAnAmount"],
    ["1e3", "notAnAmount"],
    ["１２", "notAnAmount"],
  ])("%p", (text, problem) => {
    expect(amountProblem(text, 6)).toBe(problem)
  })

  it("is not held to decimals that are not known", () => {
    expect(amountProblem("0.000000000000000001", null)).toBeNull()
  })
})

describe("the body of a new withdrawal", () => {
  const values = { destinationId: "ocdst_1", assetKey: assetKey(usdc), amount: "12.5", note: "  rent " }

  it("has what was chosen, under the id of the form", () => {
    expect(toRequestBody(values, usdc, "id_1")).toEqual({
      request_id: "id_1",
      destination_id: "ocdst_1",
      token: "USDC",
      amount: "12.5",
      note: "rent",
    })
    expect(toRequestBody({ ...values, note: "" }, xlm, "id_1")).toEqual({
      request_id: "id_1",
      destination_id: "ocdst_1",
      token: "XLM",
      canonical_asset_id: "stellar:XLM:native",
      amount: "12.5",
    })
  })

  it.each([
    EMPTY_REQUEST,
    { ...values, destinationId: "" },
    { ...values, amount: "" },
    { ...values, amount: "x" },
  ])("is not there while something is missing: %o", (given) => {
    expect(toRequestBody(given, usdc, "id_1")).toBeNull()
  })

  it("is not there without an asset, and an impossible asset counts as none", () => {
    expect(toRequestBody(values, undefined, "id_1")).toBeNull()
    const impossible = { ...usdc, is_possible: false }
    expect(chosenAsset([impossible], assetKey(usdc))).toBeUndefined()
    expect(chosenAsset([usdc, xlm], assetKey(xlm))).toBe(xlm)
  })
})

describe("what is available, and what the limits are", () => {
  const balance = {
    ...usdc,
    total: "10",
    total_held: null,
    requires_recovery: null,
    on_its_way: "0",
    price: null,
  }
  const limit: OnchainPayoutLimit = {
    token: "USDC",
    network_id: null,
    canonical_asset_id: null,
    per_withdrawal: "5",
    per_day: null,
    sent_last_day: "0",
  }

  it("are those of the asset", () => {
    expect(availableOf(usdc, [{ ...balance, network_id: "eth-mainnet", total: "7" }, balance])).toBe("10")
    expect(availableOf(xlm, [balance])).toBe("0")
    expect(
      limitsOf(usdc, [limit, { ...limit, network_id: "eth-mainnet" }, { ...limit, token: "XLM" }])
    ).toEqual([limit])
  })
})

describe("the most that can be withdrawn", () => {
  const limit = {
    token: "USDC",
    network_id: null,
    canonical_asset_id: null,
    per_withdrawal: null,
    per_day: null,
    sent_last_day: "0",
  }
  it.each([
    ["10", [], "10"],
    ["10", [{ ...limit, per_withdrawal: "5.5" }], "5.5"],
    ["4", [{ ...limit, per_withdrawal: "5.5" }], "4"],
    ["1204.5", [{ ...limit, per_withdrawal: "500", per_day: "1000", sent_last_day: "800.25" }], "199.75"],
    ["10", [{ ...limit, per_day: "100", sent_last_day: "120" }], "0"],
    [
      "10",
      [
        { ...limit, per_withdrawal: "8" },
        { ...limit, per_day: "7" },
      ],
      "7",
    ],
    [null, [{ ...limit, per_withdrawal: "5" }], null],
  ])("of %p available within %j is %p", (available, limits, most) => {
    expect(mostOf(available, limits)).toBe(most)
  })
})

describe("the price of an asset", () => {
  const price = {
    currency_code: "usd",
    currency_decimals: 2,
    price: "0.99",
    source: "fixed",
    at: "2026-01-01T00:00:00Z",
  }
  const balance = { ...usdc, total: "10", total_held: null, requires_recovery: null, on_its_way: "0", price }

  it("is that of its balance, and of no other", () => {
    expect(priceOf(usdc, [{ ...balance, price: null, network_id: "eth-mainnet" }, balance])).toBe(price)
    expect(priceOf(xlm, [balance])).toBeNull()
    expect(priceOf(usdc, [])).toBeNull()
  })
})

describe("what is available of an asset whose identity", () => {
  const native = {
    ...xlm,
    total: "10",
    total_held: null,
    requires_recovery: null,
    on_its_way: "0",
    price: null,
  }
  const nameless = { ...native, canonical_asset_id: null }

  it("only one of catalog and balance names is that of the token on its network", () => {
    expect(availableOf(xlm, [nameless])).toBe("10")
    expect(availableOf({ ...xlm, canonical_asset_id: null }, [native])).toBe("10")
  })

  it("both name is that of this identity, and of no other", () => {
    const other = { ...native, canonical_asset_id: "stellar:XLM:issuer", total: "7" }
    expect(availableOf(xlm, [other, native])).toBe("10")
    expect(availableOf(xlm, [other])).toBe("0")
  })

  it("fits more than one balance is not guessed", () => {
    const other = { ...native, canonical_asset_id: "stellar:XLM:issuer", total: "7" }
    expect(availableOf({ ...xlm, canonical_asset_id: null }, [other, native])).toBeNull()
  })

  it("is on another network or chain is nothing of it", () => {
    expect(availableOf(xlm, [{ ...nameless, network_id: "stellar-other" }])).toBe("0")
    expect(availableOf(xlm, [{ ...nameless, chain: "evm" }])).toBe("0")
  })
})

describe("the id of a request", () => {
  it("is a UUID of version 4", () => {
    expect(toUuid(new Uint8Array(16))).toBe("00000000-0000-4000-8000-000000000000")
    expect(toUuid(new Uint8Array(16).fill(255))).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff")
  })

  it("is another one each time", () => {
    expect(new Set(Array.from({ length: 100 }, newRequestId)).size).toBe(100)
  })
})
