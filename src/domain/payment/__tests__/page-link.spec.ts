import { hashPageToken, newPageToken, pageLinkState, pagePath, redactPageToken } from "../payment-page"

const NOW_MS = Date.parse("2026-01-02T03:00:00Z")
const link = { customer_id: "cus_1", expires_at: new Date(NOW_MS + 1), revoked_at: null }
const owner = { customer_id: "cus_1" }

test("a token is 256 random bits that need no escaping, and no two are the same", () => {
  const tokens = Array.from({ length: 1_000 }, newPageToken)
  expect(new Set(tokens).size).toBe(1_000)
  for (const token of tokens) {
    expect(Buffer.from(token, "base64url")).toHaveLength(32)
    expect(encodeURIComponent(token)).toBe(token)
    expect(pagePath(token)).toBe(`/onchain/pay/${token}`)
    expect(hashPageToken(token)).toMatch(/^[0-9a-f]{64}$/)
  }
})

test("the hash is SHA-256 as another tool computes it", () => {
  // printf '%s' AAAA... | sha256sum
  expect(hashPageToken("A".repeat(43))).toBe(
    "0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a"
  )
})

test.each([
  undefined,
  null,
  7,
  "",
  "short",
  "A".repeat(42),
  "A".repeat(44),
  "payses_01",
  [`${"A".repeat(43)}`],
])("%j can be no token", (text) => {
  expect(hashPageToken(text)).toBeNull()
})

test.each([
  ["open", link, owner],
  ["ended", { ...link, expires_at: new Date(NOW_MS) }, owner],
  ["ended", { ...link, revoked_at: new Date(NOW_MS - 1) }, owner],
  ["ended", link, undefined],
  ["customer_changed", link, { customer_id: "cus_2" }],
  ["customer_changed", link, { customer_id: null }],
  ["customer_changed", { ...link, customer_id: null }, owner],
  ["open", { ...link, customer_id: null }, { customer_id: null }],
] as const)("a link is %s: %j of %j", (state, terms, now) => {
  expect(pageLinkState(terms, now, NOW_MS)).toBe(state)
})

test.each([
  ["/onchain/pay/3q2-7w_x", "/onchain/pay/[redacted]"],
  ["/onchain/pay/3q2-7w_x/status?x=1", "/onchain/pay/[redacted]/status?x=1"],
  ["/ONCHAIN/Pay/3q2?x=1", "/onchain/pay/[redacted]?x=1"],
  ["https://shop.test/onchain/pay/3q2#top", "https://shop.test/onchain/pay/[redacted]#top"],
  ["/store/onchain/payments/payses_1", "/store/onchain/payments/payses_1"],
])("%s is logged as %s", (path, logged) => {
  expect(redactPageToken(path)).toBe(logged)
})
