import { findToken, isSameRail, namesAnotherAsset, parseCanonicalAssetId, type Asset } from "../asset"

const issuer = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
const mint = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
const base = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
const solana = { chain: "sol", networkId: "sol-mainnet", token: "USDC" }
const stellar = { chain: "stellar", networkId: "stellar-mainnet", token: "USDC" }
const stellarId = `stellar:USDC:${issuer}`
const solanaId = `sol:USDC:${mint}`

const stellarUsdc = { ...stellar, canonicalAssetId: stellarId }
const tokens: Asset[] = [
  { ...stellar, token: "XLM", canonicalAssetId: "stellar:XLM:native" },
  stellarUsdc,
  { ...stellar, token: "bare" },
  { ...solana, tokenMint: mint, canonicalAssetId: solanaId },
  { ...solana, token: "SOL" },
  base,
]

test.each<[asset: Asset, index: number]>([
  [base, 5],
  [solana, 3],
  [{ ...solana, tokenMint: mint }, 3],
  [{ ...solana, canonicalAssetId: solanaId }, 3],
  [{ ...solana, token: "SOL" }, 4],
  [{ ...stellar, canonicalAssetId: stellarId }, 1],
  [{ ...stellar, token: "a label", canonicalAssetId: stellarId }, 1],
  [{ ...stellar, token: "XLM", canonicalAssetId: "stellar:XLM:native" }, 0],
])("%j is found in the catalog", (asset, index) => {
  expect(findToken(tokens, asset)).toBe(tokens[index])
})

test.each<[why: string, asset: Asset]>([
  ["another network", { ...base, networkId: "eth-mainnet" }],
  ["another chain", { ...base, chain: "sol" }],
  ["another symbol", { ...base, token: "usdc" }],
  ["a symbol only, on Stellar", stellar],
  ["a symbol only, on Stellar, which the catalog knows no better", { ...stellar, token: "bare" }],
  ["the native symbol only, on Stellar", { ...stellar, token: "XLM" }],
  ["another issuer", { ...stellar, canonicalAssetId: "stellar:USDC:GOTHER" }],
  ["the issuer on another network", { ...stellar, networkId: "x", canonicalAssetId: stellarId }],
  ["another mint", { ...solana, tokenMint: "11111111111111111111111111111111" }],
  ["another canonical id", { ...solana, canonicalAssetId: "sol:USDC:x" }],
  ["a mint where the catalog has the native asset", { ...solana, token: "SOL", tokenMint: mint }],
  ["the mint under another symbol", { ...solana, token: "USDT", tokenMint: mint }],
])("with %s nothing is found", (_, asset) => {
  expect(findToken(tokens, asset)).toBeUndefined()
})

test("a rail is the same when all three parts are, exactly", () => {
  expect(isSameRail(base, { ...base })).toBe(true)
  for (const part of ["chain", "networkId", "token"] as const) {
    expect(isSameRail(base, { ...base, [part]: `${base[part]} ` })).toBe(false)
  }
})

test.each<[why: string, answer: Asset, asked: Asset, isAnother: boolean]>([
  ["the same rail", base, base, false],
  ["another network", { ...base, networkId: "eth-mainnet" }, base, true],
  ["another symbol", { ...base, token: "USDT" }, base, true],
  ["a label beside the right canonical id", { ...stellarUsdc, token: "label" }, stellarUsdc, false],
  [
    "the right symbol beside another issuer",
    { ...stellar, canonicalAssetId: "stellar:USDC:G" },
    stellarUsdc,
    true,
  ],
  ["the right id on another network", { ...stellarUsdc, networkId: "x" }, stellarUsdc, true],
  ["the right symbol without an id", stellar, stellarUsdc, false],
  ["another symbol without an id", { ...stellar, token: "USDT" }, stellarUsdc, true],
  ["an unrequested id", stellarUsdc, { ...stellar, canonicalAssetId: null }, false],
])("an answer with %s", (_, answer, asked, isAnother) => {
  expect(namesAnotherAsset(answer, asked)).toBe(isAnother)
})

test.each([
  ["stellar:XLM:native", { chain: "stellar", code: "XLM", issuer: null }],
  [stellarId, { chain: "stellar", code: "USDC", issuer }],
  [solanaId, { chain: "sol", token: "USDC", mint }],
])("the canonical id %s is taken apart", (text, parts) => {
  expect(parseCanonicalAssetId(text)).toEqual(parts)
})

test.each([
  ["", ":", "::", "stellar", "stellar:USDC", "stellar:USDC:native", "stellar:XLM:", "stellar::native"],
  [`stellar::${issuer}`, `stellar:TOOLONGASSETCODE:${issuer}`, `stellar:US-DC:${issuer}`, `${stellarId}:x`],
  [`stellar:USDC:${issuer.slice(0, -1)}A`, `Stellar:USDC:${issuer}`, ` ${stellarId}`, `stellar:USDC:${mint}`],
  [`sol::${mint}`, "sol:USDC:", `sol:USDC:${issuer}`, `evm:USDC:${mint}`, "sol:USDC:native"],
])("anything but a canonical id is not parsed (%#)", (...texts) => {
  for (const text of texts) expect(parseCanonicalAssetId(text)).toBeUndefined()
})
