import { isExplorerTemplate } from "../../modules/onchain/options/options"
import { DEFAULT_EXPLORERS, explorerLinks } from "../person-names"

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
