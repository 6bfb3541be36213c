import {
  DEFAULT_EXPLORERS,
  explorerLinks,
  findAddressRefusal,
  hashPageToken,
  isExplorerTemplate,
  isReturnAllowed,
  isSameAddress,
  newPageToken,
  pageLinkState,
  pagePath,
  redactPageToken,
  type ReturnFacts,
  returnUrlOf,
} from "../payment-page"

const EVM = "0x52908400098527886E0F7030069857D2E4169EE7"
const SOL = "11111111111111111111111111111112"
const STELLAR = "GDUKMGUGDZQK6YHYA5Z6AY2G4XDSZPSZ3SW5UN3ARVMO6QSRDWP5YLEX"

describe("a link to an explorer", () => {
  const linksOf = (networkId: string, explorers?: Parameters<typeof explorerLinks>[0]["explorers"]) => {
    const links = explorerLinks({ explorers }, { networkId, txHash: "0xab", address: "0xcd" })
    return [links.tx_url, links.address_url]
  }

  const solana = "https://explorer.solana.com"
  const stellar = "https://stellar.expert/explorer/public"

  test.each([
    ["base-mainnet", "https://basescan.org/tx/0xab", "https://basescan.org/address/0xcd"],
    ["sol-devnet", `${solana}/tx/0xab?cluster=devnet`, `${solana}/address/0xcd?cluster=devnet`],
    ["stellar-mainnet", `${stellar}/tx/0xab`, `${stellar}/account/0xcd`],
    ["moon-mainnet", null, null],
    ["constructor", null, null],
    ["__proto__", null, null],
  ])("on %s is that of a known network: %s, %s", (networkId, ...urls) => {
    expect(linksOf(networkId)).toEqual(urls)
  })

  test("is none of an unknown value", () => {
    const none = { tx_url: null, address_url: null }
    expect(explorerLinks({}, { networkId: "base-mainnet" })).toEqual(none)
    expect(explorerLinks({}, { networkId: "base-mainnet", txHash: null, address: "" })).toEqual(none)
  })

  test("is replaced by the option separately, and removed by null", () => {
    const explorers = { "base-mainnet": { tx: "https://x.test/{hash}" }, "eth-mainnet": { address: null } }
    expect(linksOf("base-mainnet", explorers)).toEqual([
      "https://x.test/0xab",
      "https://basescan.org/address/0xcd",
    ])
    expect(linksOf("eth-mainnet", explorers)).toEqual(["https://etherscan.io/tx/0xab", null])
  })

  test("has a host and path that a hash from the service cannot change", () => {
    const { tx_url } = explorerLinks({}, { networkId: "base-mainnet", txHash: "../../x?y=$&#z@evil.test" })
    expect(tx_url).toBe("https://basescan.org/tx/..%2F..%2Fx%3Fy%3D%24%26%23z%40evil.test")
  })

  test("has a valid template by default", () => {
    for (const { tx, address } of Object.values(DEFAULT_EXPLORERS)) {
      expect(isExplorerTemplate(tx ?? "", "{hash}")).toBe(true)
      expect(isExplorerTemplate(address ?? "", "{address}")).toBe(true)
    }
  })

  test.each([
    ["http", "http://x.test/{hash}"],
    ["a script", "javascript:{hash}"],
    ["no placeholder", "https://x.test/"],
    ["the other template's placeholder", "https://x.test/{address}"],
    ["a login", "https://user:secret@x.test/{hash}"],
    ["the hash as the host", "https://{hash}/tx"],
    ["the hash in the host", "https://{hash}.x.test/"],
    ["no address at all", "{hash}"],
  ])("has no template with %s", (_, text) => {
    expect(isExplorerTemplate(text, "{hash}")).toBe(false)
  })
})

describe("the token of a page", () => {
  test("is 256 random bits that need no escaping, and no two are the same", () => {
    const tokens = Array.from({ length: 1_000 }, newPageToken)
    expect(new Set(tokens).size).toBe(1_000)
    for (const token of tokens) {
      expect(Buffer.from(token, "base64url")).toHaveLength(32)
      expect(encodeURIComponent(token)).toBe(token)
      expect(pagePath(token)).toBe(`/onchain/pay/${token}`)
    }
  })

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
    [{ state: "cancelled", cart_id: null }, {}, null],
    [{ order_id: null }, {}, null],
  ])("of %j, with %j, is %s", (change, without, expected) => {
    const facts = { order_id: "order_1", display_id: 42, cart_id: "cart_1", country_code: "de" }
    expect(returnUrlOf({ ...templates, ...without }, { state: "placed", ...facts, ...change })).toBe(expected)
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
  })
})

describe("the address of an invoice", () => {
  const evm = { chain: "evm", deposit_address: EVM, memo: null }
  const stellar = { chain: "stellar", deposit_address: STELLAR, memo: "42" }

  it.each([
    ["evm", { depositAddress: EVM }, null],
    ["evm", { depositAddress: EVM.toLowerCase() }, null],
    ["evm", { depositAddress: EVM.replace("E7", "e7") }, "unusable"],
    ["evm", { depositAddress: SOL }, "unusable"],
    ["evm", { depositAddress: `${EVM}\n` }, "unusable"],
    ["evm", { depositAddress: EVM, memoId: "42" }, "unusable"],
    ["sol", { depositAddress: SOL }, null],
    ["sol", { depositAddress: EVM }, "unusable"],
    ["stellar", { depositAddress: STELLAR, memoId: "42" }, null],
    ["stellar", { depositAddress: STELLAR }, null],
    ["stellar", { depositAddress: STELLAR, receiveMode: "memo_required" }, "memo_unclear"],
    ["stellar", { depositAddress: STELLAR, receiveMode: "dedicated_address" }, null],
    ["stellar", { depositAddress: STELLAR, memoId: "42", memo: { value: "43" } }, "memo_unclear"],
    ["stellar", { depositAddress: EVM, memoId: "42" }, "unusable"],
    ["newchain", { depositAddress: "any-form_of.address" }, null],
    ["newchain", { depositAddress: "x".repeat(201) }, "unusable"],
    ["newchain", { depositAddress: "a\u202Eb" }, "unusable"],
    ["newchain", { depositAddress: "" }, "unusable"],
    ["evm", {}, null],
  ] as const)("on %s, that was not shown yet, with %j is refused as %p", (chain, invoice, refusal) => {
    expect(findAddressRefusal(invoice, { chain, deposit_address: null, memo: null })).toBe(refusal)
  })

  it.each([
    [{ depositAddress: EVM }, evm, null],
    [{ depositAddress: EVM.toLowerCase() }, evm, null],
    [{}, evm, null],
    [{ depositAddress: "0x8617E340B3D01FA5F11F306F4090FD50E238070D" }, evm, "changed"],
    [{ depositAddress: EVM, memoId: "42" }, evm, "changed"],
    [{ depositAddress: STELLAR, memo: { value: "43" } }, stellar, "changed"],
    [{ depositAddress: STELLAR, memoId: "42" }, stellar, null],
    [{ depositAddress: STELLAR }, stellar, null],
  ])("%j, whose payer has seen %j, is refused as %p", (invoice, seen, refusal) => {
    expect(findAddressRefusal(invoice, seen)).toBe(refusal)
  })

  it("has a checksum in the case of its letters on EVM, and elsewhere they are part of it", () => {
    expect(isSameAddress("evm", "0xAB", "0xab")).toBe(true)
    expect(isSameAddress("sol", "AB", "ab")).toBe(false)
  })
})
