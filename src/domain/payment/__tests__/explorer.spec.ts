import { DEFAULT_EXPLORERS, explorerLinks, isExplorerTemplate } from "../payment-page"

const none = { tx_url: null, address_url: null }

test.each([
  ["base-mainnet", "https://basescan.org/tx/0xab", "https://basescan.org/address/0xcd"],
  ["eth-mainnet", "https://etherscan.io/tx/0xab", "https://etherscan.io/address/0xcd"],
  ["bnb-mainnet", "https://bscscan.com/tx/0xab", "https://bscscan.com/address/0xcd"],
  ["sol-mainnet", "https://explorer.solana.com/tx/0xab", "https://explorer.solana.com/address/0xcd"],
  [
    "sol-devnet",
    "https://explorer.solana.com/tx/0xab?cluster=devnet",
    "https://explorer.solana.com/address/0xcd?cluster=devnet",
  ],
  [
    "stellar-mainnet",
    "https://stellar.expert/explorer/public/tx/0xab",
    "https://stellar.expert/explorer/public/account/0xcd",
  ],
  ["base-sepolia", "https://sepolia.basescan.org/tx/0xab", "https://sepolia.basescan.org/address/0xcd"],
  ["eth-sepolia", "https://sepolia.etherscan.io/tx/0xab", "https://sepolia.etherscan.io/address/0xcd"],
])("transactions and addresses on %s have explorer URLs", (networkId, tx_url, address_url) => {
  expect(explorerLinks({}, { networkId, txHash: "0xab", address: "0xcd" })).toEqual({ tx_url, address_url })
})

test.each(["moon-mainnet", "constructor", "__proto__", "toString"])("%s has no explorer", (networkId) => {
  expect(explorerLinks({}, { networkId, txHash: "0xab", address: "0xcd" })).toEqual(none)
})

test("unknown values have no URL", () => {
  expect(explorerLinks({}, { networkId: "base-mainnet" })).toEqual(none)
  expect(explorerLinks({}, { networkId: "base-mainnet", txHash: null, address: "" })).toEqual(none)
})

test("the option replaces each template separately, and null removes the link", () => {
  const explorers = { "base-mainnet": { tx: "https://x.test/{hash}" }, "eth-mainnet": { address: null } }
  const asked = { txHash: "0xab", address: "0xcd" }
  expect(explorerLinks({ explorers }, { networkId: "base-mainnet", ...asked })).toEqual({
    tx_url: "https://x.test/0xab",
    address_url: "https://basescan.org/address/0xcd",
  })
  expect(explorerLinks({ explorers }, { networkId: "eth-mainnet", ...asked })).toEqual({
    tx_url: "https://etherscan.io/tx/0xab",
    address_url: null,
  })
})

test("a hash from the service cannot change the host or path", () => {
  const { tx_url } = explorerLinks({}, { networkId: "base-mainnet", txHash: "../../x?y=$&#z@evil.test" })
  expect(tx_url).toBe("https://basescan.org/tx/..%2F..%2Fx%3Fy%3D%24%26%23z%40evil.test")
})

test("every default is a valid template", () => {
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
])("%s is not a valid template", (_, text) => {
  expect(isExplorerTemplate(text, "{hash}")).toBe(false)
})
