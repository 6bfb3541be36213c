import type { Token } from "../../../gateway/contract"
import { findAssetProblem } from "../address-problem"

const ISSUER = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
const MINT = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
const base = { chain: "evm", networkId: "base-mainnet" }
const sol = { chain: "sol", networkId: "sol-mainnet" }
const stellar = { chain: "stellar", networkId: "stellar-mainnet" }
const issued = `stellar:USDC:${ISSUER}`

const eth: Token = { ...base, token: "ETH", decimals: 18 }
const usdc: Token = {
  ...base,
  token: "USDC",
  decimals: 6,
  contractAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
}
const coin: Token = { ...sol, token: "SOL", decimals: 9, canonicalAssetId: "sol:SOL:native" }
const minted: Token = {
  ...sol,
  token: "USDC",
  decimals: 6,
  tokenMint: MINT,
  canonicalAssetId: `sol:USDC:${MINT}`,
}
const xlm: Token = { ...stellar, token: "XLM", decimals: 7, canonicalAssetId: "stellar:XLM:native" }
const stellarUsdc: Token = { ...stellar, token: "USDC", decimals: 7, canonicalAssetId: issued }
const catalog = [eth, usdc, coin, minted, xlm, stellarUsdc]

const codeOf = (
  asset: Token,
  tokens: Token[] = catalog,
  environment: "live" | "sandbox" = "live",
  kind?: string
) =>
  findAssetProblem({
    asset,
    tokens,
    network: { chain: asset.chain, networkId: asset.networkId, environment: kind },
    environment,
  })?.code ?? null

test.each(catalog.map((token) => [`${token.token} on ${token.networkId}`, token] as const))(
  "%s can be paid out",
  (_, token) => {
    expect(codeOf(token)).toBeNull()
    expect(codeOf(token, catalog, "live", "live")).toBeNull()
  }
)

const without = (token: Token, field: keyof Token): Token => ({ ...token, [field]: undefined })
const among = (token: Token) => [
  ...catalog.filter((one) => one.token !== token.token || one.chain !== token.chain),
  token,
]

test.each<[string, Token, Token[], string]>([
  ["a token that the catalog does not have", { ...usdc, token: "DAI" }, catalog, "token_unknown"],
  ["a token in other letters", { ...usdc, token: "usdc" }, catalog, "token_unknown"],
  [
    "another issuer's asset of the same name",
    { ...stellarUsdc, canonicalAssetId: `${issued}X` },
    catalog,
    "token_unknown",
  ],
  [
    "an asset of Stellar by its symbol alone",
    without(stellarUsdc, "canonicalAssetId"),
    catalog,
    "token_unknown",
  ],
  [
    "a symbol that two issuers share",
    stellarUsdc,
    [...catalog, { ...stellarUsdc, canonicalAssetId: `stellar:USDC:${MINT}` }],
    "symbol_shared",
  ],
  [
    "a symbol that two contracts share",
    usdc,
    [...catalog, { ...usdc, contractAddress: "0x8617E340B3D01FA5F11F306F4090FD50E238070D" }],
    "symbol_shared",
  ],
  ["a token without decimals", without(usdc, "decimals"), among(without(usdc, "decimals")), "no_decimals"],
  [
    "a token without a contract beside the coin of the network",
    without(usdc, "contractAddress"),
    among(without(usdc, "contractAddress")),
    "no_identity",
  ],
  [
    "a token of Solana without a mint",
    { ...sol, token: "USDC", decimals: 6 },
    among({ ...sol, token: "USDC", decimals: 6 }),
    "no_identity",
  ],
  [
    "an asset of Stellar without a canonical id",
    without(stellarUsdc, "canonicalAssetId"),
    among(without(stellarUsdc, "canonicalAssetId")),
    "no_identity",
  ],
])("%s cannot", (_, asset, tokens, code) => {
  expect(codeOf(asset, tokens)).toBe(code)
})

test("a problem names the asset", () => {
  const ghost: Token = { ...usdc, token: "GHOST" }
  expect(findAssetProblem({ asset: ghost, tokens: catalog, network: usdc, environment: "live" })).toEqual({
    code: "token_unknown",
    token: "GHOST",
    networkId: usdc.networkId,
  })
})

test("an asset of a network that is gone from the catalog cannot be paid out", () => {
  expect(
    findAssetProblem({ asset: usdc, tokens: catalog, network: undefined, environment: "live" })?.code
  ).toBe("token_unknown")
})

test("a test network is refused in a live store, and fine in the sandbox", () => {
  expect(codeOf(usdc, catalog, "live", "sandbox")).toBe("test_network")
  expect(codeOf(usdc, catalog, "sandbox", "sandbox")).toBeNull()
})

test("a chain that we know no rules of cannot be paid out on", () => {
  const nova: Token = { chain: "nova", networkId: "nova-mainnet", token: "NOVA", decimals: 8 }
  expect(codeOf(nova, [...catalog, nova])).toBe("unknown_chain")
})
