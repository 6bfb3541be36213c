import type { Token } from "../../gateway/contract"
import { type EnteredDestination, findDestinationProblem } from "../payout/destination"

export const EVM = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
export const SOL = "7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV"
export const ACCOUNT = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
export const MUXED = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ"
export const MINT = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
export const CONTRACT = "0x52908400098527886E0F7030069857D2E4169EE7"
export const OTHER_CONTRACT = "0x8617E340B3D01FA5F11F306F4090FD50E238070D"
export const ISSUER = "GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H"

export const NETWORKS = {
  evm: { chain: "evm", networkId: "base-mainnet", name: "Base" },
  sol: { chain: "sol", networkId: "sol-mainnet", name: "Solana" },
  stellar: { chain: "stellar", networkId: "stellar-mainnet", name: "Stellar" },
  nova: { chain: "nova", networkId: "nova-mainnet", name: "Nova" },
} as const
export type Chain = keyof typeof NETWORKS

const stellar = { chain: "stellar", networkId: "stellar-mainnet", decimals: 7 }
const usdc = { token: "USDC", decimals: 6 }
export const tokens: Token[] = [
  { ...usdc, chain: "evm", networkId: "base-mainnet", contractAddress: CONTRACT.toLowerCase() },
  { ...usdc, chain: "evm", networkId: "eth-mainnet", token: "USDT", contractAddress: OTHER_CONTRACT },
  { ...usdc, chain: "sol", networkId: "sol-mainnet", tokenMint: MINT },
  { ...stellar, token: "USDC", canonicalAssetId: `stellar:USDC:${ISSUER}` },
  { ...stellar, token: "XLM", canonicalAssetId: "stellar:XLM:native" },
]

export const problemOf = (chain: Chain, address: string, change: Partial<EnteredDestination> = {}) =>
  findDestinationProblem({
    ...{ chain, networkId: NETWORKS[chain].networkId, address, memo: undefined, hasNoMemo: true },
    ...{ network: NETWORKS[chain], tokens, environment: "live", again: null, rails: undefined, ...change },
  })
export const codeOf = (...given: Parameters<typeof problemOf>) => problemOf(...given)?.code ?? null
