import type { Token } from "../../../../gateway/contract"
import { findKnownAsset } from "../known-assets"

const USDC_ON_BASE = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
const USDC_MINT = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v"
const CIRCLE = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN"
const STRANGER = "GCEZWKCA5VLDNRLN3RPRJMRZOX3Z6G5CHCGSNFHEYVXM3XOJMDS674JZ"

const onBase = (token: string, more: Partial<Token> = {}): Token => ({
  ...{ chain: "evm", networkId: "base-mainnet", token },
  ...more,
})
const onSolana = (token: string, more: Partial<Token> = {}): Token => ({
  ...{ chain: "sol", networkId: "sol-mainnet", token },
  ...more,
})
const onStellar = (token: string, more: Partial<Token> = {}): Token => ({
  ...{ chain: "stellar", networkId: "stellar-mainnet", token },
  ...more,
})
const find = (token: Token, isSymbolShared = false) =>
  findKnownAsset(token, { environment: "live", isSymbolShared })

test.each<[string, Token, string | null]>([
  ["a coin", onBase("ETH"), "eth"],
  ["a token with its contract", onBase("USDC", { contractAddress: USDC_ON_BASE }), "usdc"],
  ["its contract in lower case", onBase("USDC", { contractAddress: USDC_ON_BASE.toLowerCase() }), "usdc"],
  ["a catalog that names no contracts", onBase("USDC"), "usdc"],
  ["a mint", onSolana("USDC", { tokenMint: USDC_MINT }), "usdc"],
  ["a mint in the canonical id", onSolana("USDC", { canonicalAssetId: `sol:USDC:${USDC_MINT}` }), "usdc"],
  ["Solana's coin", onSolana("SOL", { canonicalAssetId: "sol:SOL:native" }), "sol"],
  ["Stellar's coin", onStellar("XLM", { canonicalAssetId: "stellar:XLM:native" }), "xlm"],
  ["Circle's issuer", onStellar("USDC", { canonicalAssetId: `stellar:USDC:${CIRCLE}` }), "usdc"],
  [
    "a bridged token, as a separate asset",
    { chain: "evm", networkId: "bnb-mainnet", token: "USDT" },
    "usdt_bnb",
  ],
])("%s is known", (_, token, asset) => {
  expect(find(token)).toBe(asset)
})

test.each<[string, Token]>([
  ["another contract", onBase("USDC", { contractAddress: `0x${"1".repeat(40)}` })],
  ["a coin with a contract", onBase("ETH", { contractAddress: USDC_ON_BASE })],
  ["another mint", onSolana("USDC", { tokenMint: "So11111111111111111111111111111111111111112" })],
  ["a mint in another case", onSolana("USDC", { tokenMint: USDC_MINT.toLowerCase() })],
  ["another issuer", onStellar("USDC", { canonicalAssetId: `stellar:USDC:${STRANGER}` })],
  ["a symbol of Stellar without an issuer", onStellar("USDC")],
  ["the coin of Stellar without an identity", onStellar("XLM")],
  ["another network", { ...onBase("USDC"), networkId: "polygon-mainnet" }],
  ["another chain under a known id", { ...onBase("USDC"), chain: "nova" }],
  ["another symbol", onBase("USDC.e", { contractAddress: USDC_ON_BASE })],
])("%s is not known", (_, token) => {
  expect(find(token)).toBeNull()
})

test("a symbol shared by two tokens of a network is not known", () => {
  expect(find(onBase("USDC", { contractAddress: USDC_ON_BASE }), true)).toBeNull()
})

test("invented sandbox contracts are known only in the sandbox, and never on an unknown network", () => {
  const invented = onBase("USDC", { contractAddress: `0x${"1".repeat(40)}` })
  const inSandbox = (token: Token) => findKnownAsset(token, { environment: "sandbox", isSymbolShared: false })
  expect(inSandbox(invented)).toBe("usdc")
  expect(inSandbox(onStellar("USDC", { canonicalAssetId: `stellar:USDC:${STRANGER}` }))).toBe("usdc")
  expect(inSandbox({ ...invented, networkId: "base-sepolia" })).toBe("usdc")
  expect(inSandbox({ ...invented, chain: "nova", networkId: "nova-mainnet" })).toBeNull()
  expect(find(invented)).toBeNull()
})
