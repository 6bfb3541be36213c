import type { Token } from "../../../gateway/contract"
import { findAssetProblem } from "../payout-gate"

const ISSUER = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
const MINT = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
const base = { chain: "evm", networkId: "base-mainnet" }
const sol = { chain: "sol", networkId: "sol-mainnet" }
const stellar = { chain: "stellar", networkId: "stellar-mainnet" }
const issued = `stellar:USDC:${ISSUER}`

const eth: Token = { ...base, token: "ETH", decimals: 18 }
const CONTRACT = "0x52908400098527886E0F7030069857D2E4169EE7"
const usdc: Token = { ...base, token: "USDC", decimals: 6, contractAddress: CONTRACT }
const coin: Token = { ...sol, token: "SOL", decimals: 9, canonicalAssetId: "sol:SOL:native" }
const onSolana: Token = { ...sol, token: "USDC", decimals: 6 }
const minted: Token = { ...onSolana, tokenMint: MINT, canonicalAssetId: `sol:USDC:${MINT}` }
const xlm: Token = { ...stellar, token: "XLM", decimals: 7, canonicalAssetId: "stellar:XLM:native" }
const onStellar: Token = { ...stellar, token: "USDC", decimals: 7, canonicalAssetId: issued }
const nova: Token = { chain: "nova", networkId: "nova-mainnet", token: "NOVA", decimals: 8 }
/** Coins of other networks, and of another chain whose network has the same name. */
const coins: Token[] = [
  { ...eth, networkId: "eth-mainnet" },
  { ...eth, chain: "nova" },
]
const catalog = [eth, usdc, coin, minted, xlm, onStellar, ...coins]

type Question = Parameters<typeof findAssetProblem>[0]
const problemOf = (asset: Token, tokens: Token[] = catalog, change: Partial<Question> = {}) =>
  findAssetProblem({ asset, tokens, network: asset, environment: "live", ...change })
const codeOf = (...given: Parameters<typeof problemOf>) => problemOf(...given)?.code ?? null

test.each(catalog.map((token) => [`${token.token} on ${token.networkId}`, token] as const))(
  "%s can be paid out",
  (_, token) => {
    expect(codeOf(token)).toBeNull()
    expect(codeOf(token, catalog, { network: { ...token, environment: "live" } })).toBeNull()
  }
)

const without = (token: Token, field: keyof Token): Token => ({ ...token, [field]: undefined })
const among = (token: Token) => [
  ...catalog.filter((one) => one.token !== token.token || one.chain !== token.chain),
  token,
]
const other = (canonicalAssetId: string): Token => ({ ...onStellar, canonicalAssetId })
const bare = without(usdc, "contractAddress")
const unnamed = without(onStellar, "canonicalAssetId")
/** Each differs from it in one part of its name. */
const others: Token[] = [{ token: "EURC" }, { networkId: "stellar-testnet" }, { chain: "sol" }].map(
  (part) => ({
    ...{ ...unnamed, ...part },
  })
)

test.each<[string, Token, Token[], string]>([
  ["a token that the catalog does not have", { ...usdc, token: "DAI" }, catalog, "token_unknown"],
  ["a token in other letters", { ...usdc, token: "usdc" }, catalog, "token_unknown"],
  ["another issuer's asset of the same name", other(`${issued}X`), catalog, "token_unknown"],
  ["an asset of Stellar by its symbol alone", unnamed, catalog, "token_unknown"],
  ["one like others without a canonical id", unnamed, [...catalog, ...others], "token_unknown"],
  ["a symbol of two issuers", onStellar, [...catalog, other(`stellar:USDC:${MINT}`)], "symbol_shared"],
  ["a symbol of two contracts", usdc, [...catalog, { ...usdc, contractAddress: "0x1" }], "symbol_shared"],
  ["a token without decimals", without(usdc, "decimals"), among(without(usdc, "decimals")), "no_decimals"],
  ["a token without a contract beside the coin of the network", bare, among(bare), "no_identity"],
  ["a token of Solana without a mint", onSolana, among(onSolana), "no_identity"],
  ["an asset of Stellar without a canonical id", unnamed, among(unnamed), "no_identity"],
  [
    "a symbol of two tokens of an unknown chain",
    nova,
    [...catalog, nova, { ...nova, decimals: 6 }],
    "symbol_shared",
  ],
])("%s cannot", (_, asset, tokens, code) => {
  expect(problemOf(asset, tokens)).toMatchObject({ code })
})

test("an asset of a network that is gone from the catalog cannot be paid out, and the problem names it", () => {
  const problem = { code: "token_unknown", token: "USDC", networkId: usdc.networkId }
  expect(problemOf(usdc, catalog, { network: undefined })).toEqual(problem)
})

test("a token with a contract can, also beside two coins of its network", () => {
  expect(codeOf(usdc, [...catalog, { ...eth, token: "WETH" }])).toBeNull()
})

test("a token of a chain that we know no rules of can", () => {
  expect(codeOf(nova, [...catalog, nova])).toBeNull()
})

test("a test network is refused in a live store, and fine in the sandbox", () => {
  const network = { ...base, environment: "sandbox" }
  expect(codeOf(usdc, catalog, { network })).toBe("test_network")
  expect(codeOf(usdc, catalog, { network, environment: "sandbox" })).toBeNull()
})
