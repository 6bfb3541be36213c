import {
  hashPageToken,
  isReturnAllowed,
  newPageToken,
  PAGE_LINK_PURPOSES,
  pageLinkState,
  pagePath,
  redactPageToken,
  refundPagePath,
  type ReturnFacts,
  returnUrlOf,
} from "../payment-page"

describe("the token of a page", () => {
  test("is 256 random bits that need no escaping, and no two are the same", () => {
    const tokens = Array.from({ length: 1_000 }, newPageToken)
    expect(new Set(tokens).size).toBe(1_000)
    for (const token of tokens) {
      expect(Buffer.from(token, "base64url")).toHaveLength(32)
      expect(encodeURIComponent(token)).toBe(token)
      expect(pagePath(token)).toBe(`/onchain/pay/${token}`)
      expect(refundPagePath(token)).toBe(`/onchain/refund/${token}`)
    }
  })

  test("has one of these purposes", () => expect(PAGE_LINK_PURPOSES).toEqual(["storefront", "mail"]))

  test("is stored as its SHA-256, as another tool computes it", () => {
    // printf '%s' AAAA... | sha256sum
    const hash = "0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a"
    expect(hashPageToken("A".repeat(43))).toBe(hash)
  })

  test.each([undefined, null, 7, "", "A".repeat(42), "A".repeat(44), "payses_01", ["A".repeat(43)]])(
    "is never %j",
    (text) => expect(hashPageToken(text)).toBeNull()
  )

  const NOW_MS = Date.parse("2026-01-02T03:00:00Z")
  const link = { customer_id: "cus_1", expires_at: new Date(NOW_MS + 1), revoked_at: null }
  const owner = { customer_id: "cus_1" }
  test.each([
    ["open", {}, owner],
    ["ended", { expires_at: new Date(NOW_MS) }, owner],
    ["ended", { revoked_at: new Date(NOW_MS - 1) }, owner],
    ["ended", {}, undefined],
    ["customer_changed", {}, { customer_id: "cus_2" }],
    ["customer_changed", {}, { customer_id: null }],
    ["customer_changed", { customer_id: null }, owner],
    ["open", { customer_id: null }, { customer_id: null }],
  ] as const)("opens a link that is %s: %j of %j", (state, terms, now) => {
    expect(pageLinkState({ ...link, ...terms }, now, NOW_MS)).toBe(state)
  })

  test.each([
    ["/onchain/pay/3q2-7w_x/status?x=1", "/onchain/pay/[redacted]/status?x=1"],
    ["/onchain/refund/3q2", "/onchain/refund/[redacted]"],
    ["/ONCHAIN/Pay/3q2?x=1", "/onchain/pay/[redacted]?x=1"],
    ["https://shop.test/onchain/pay/3q2#top", "https://shop.test/onchain/pay/[redacted]#top"],
    ["/store/onchain/payments/payses_1", "/store/onchain/payments/payses_1"],
  ])("is not logged: %s as %s", (path, logged) => {
    expect(redactPageToken(path)).toBe(logged)
  })
})

describe("the way back to the store", () => {
  const templates = {
    placed: "https://shop.example/{country_code}/order/{order_id}",
    paid: "https://shop.example/thanks?n={display_id}",
    cancelled: "https://shop.example/checkout?cart={cart_id}",
  }
  const placed = "https://shop.example/de/order/order_1"

  test.each<[Partial<ReturnFacts>, Partial<Record<keyof typeof templates, null>>, string | null]>([
    [{}, {}, placed],
    [{ state: "paid" }, {}, "https://shop.example/thanks?n=42"],
    [{ state: "paid", display_id: null }, {}, placed],
    [{ state: "paid" }, { paid: null }, placed],
    [{}, { placed: null }, null],
    [{ country_code: null }, {}, "https://shop.example/order/order_1"],
    [{ order_id: "../evil?x=1#y" }, {}, "https://shop.example/de/order/..%2Fevil%3Fx%3D1%23y"],
    [{ state: "cancelled", order_id: null }, {}, "https://shop.example/checkout?cart=cart_1"],
    [{ state: "cancelled", cart_id: null }, {}, "https://shop.example"],
    [{ state: "cancelled" }, { cancelled: null }, "https://shop.example"],
    [{ order_id: null }, {}, null],
  ])("of %j, with %j, is %s", (change, without, expected) => {
    const facts = { order_id: "order_1", display_id: 42, cart_id: "cart_1", country_code: "de" }
    const all: ReturnFacts = { state: "placed", ...facts, ...change }
    expect(returnUrlOf({ ...templates, ...without }, all, "https://shop.example")).toBe(expected)
  })

  test.each([
    ["https://shop.example/order/1", true],
    ["https://shop.example.evil.example/", false],
    ["https://shop.example@evil.example/", false],
    ["http://shop.example/", false],
    ["//shop.example/", false],
    ["javascript:alert(1)//https://shop.example", false],
    ["/order", false],
    [["https://shop.example/"], false],
    [undefined, false],
  ])("a link's own return address %s is followed: %s", (url, expected) => {
    expect(isReturnAllowed(url, ["https://shop.example"])).toBe(expected)
    expect(isReturnAllowed("ftp://shop.example/", ["ftp://shop.example"])).toBe(false)
  })
})
