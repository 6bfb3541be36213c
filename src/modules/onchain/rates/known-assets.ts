import { railId } from "../../../domain/payment/rails"
import { type Environment, parseCanonicalAssetId } from "../../../gateway/asset"
import type { Token } from "../../../gateway/contract"

/** One token in one currency. `currencyCode` is lower case. */
export type RateQuestion = {
  token: Token
  currencyCode: string
  /** Whether another token on the network has the same symbol. */
  isSymbolShared: boolean
}

/** Assets that built-in sources may price. Bridged tokens are separate assets. */
export type KnownAsset = "eth" | "bnb" | "sol" | "xlm" | "usdc" | "usdt" | "usdc_bnb" | "usdt_bnb"

/** `holder` is the contract, mint or issuer. None for native coins, and on test networks, which `live` never offers. */
type Identity = readonly [chain: string, networkId: string, token: string, asset: KnownAsset, holder?: string]

/**
 * Assets of the documented networks' tokens, as of 2026-11-24.
 *
 * Contracts are those published by Circle and Tether, and the two tokens Binance issues on BNB Smart Chain. Other assets have
 * no built-in price: a symbol proves nothing, because any token may be called USDC.
 *
 * @see https://developers.circle.com/stablecoins/usdc-contract-addresses
 * @see https://tether.to/en/supported-protocols
 */
const IDENTITIES: readonly Identity[] = [
  ["evm", "base-mainnet", "ETH", "eth"],
  ["evm", "base-mainnet", "USDC", "usdc", "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"],
  ["evm", "bnb-mainnet", "BNB", "bnb"],
  ["evm", "bnb-mainnet", "USDC", "usdc_bnb", "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d"],
  ["evm", "bnb-mainnet", "USDT", "usdt_bnb", "0x55d398326f99059fF775485246999027B3197955"],
  ["evm", "eth-mainnet", "ETH", "eth"],
  ["evm", "eth-mainnet", "USDC", "usdc", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"],
  ["evm", "eth-mainnet", "USDT", "usdt", "0xdAC17F958D2ee523a2206206994597C13D831ec7"],
  ["sol", "sol-mainnet", "SOL", "sol"],
  ["sol", "sol-mainnet", "USDC", "usdc", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v"],
  ["stellar", "stellar-mainnet", "XLM", "xlm"],
  ["stellar", "stellar-mainnet", "USDC", "usdc", "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN"],
  ["evm", "base-sepolia", "ETH", "eth"],
  ["evm", "base-sepolia", "USDC", "usdc"],
  ["evm", "eth-sepolia", "ETH", "eth"],
  ["evm", "eth-sepolia", "USDC", "usdc"],
  ["sol", "sol-devnet", "SOL", "sol"],
  ["sol", "sol-devnet", "USDC", "usdc"],
]

/** Sandbox tokens are worthless and their contracts invented, so there network and symbol decide. */
export function findKnownAsset(
  token: Token,
  context: { environment: Environment; isSymbolShared: boolean }
): KnownAsset | null {
  const identity = IDENTITIES.find(
    ([chain, networkId, symbol]) =>
      chain === token.chain && networkId === token.networkId && symbol === token.token
  )
  if (!identity || context.isSymbolShared) return null
  const [chain, , , asset, holder = null] = identity
  if (context.environment === "sandbox") return asset
  return isSameHolder(holderOf(token), holder, chain) ? asset : null
}

/** Undefined when the catalog names none. Null for a native coin. */
function holderOf(token: Token): string | null | undefined {
  const canonical = token.canonicalAssetId ? parseCanonicalAssetId(token.canonicalAssetId) : undefined
  if (canonical?.chain === "stellar") return canonical.issuer
  const named =
    token.contractAddress ?? token.tokenMint ?? (canonical?.chain === "sol" ? canonical.mint : undefined)
  return named ?? (token.canonicalAssetId?.endsWith(":native") ? null : undefined)
}

function isSameHolder(found: string | null | undefined, expected: string | null, chain: string): boolean {
  if (found === undefined) return chain !== "stellar"
  if (found === null || expected === null) return found === expected
  return chain === "evm" ? found.toLowerCase() === expected.toLowerCase() : found === expected
}

/** `own`: the merchant's map, by rail id or `canonicalAssetId`; a rail id shared by two tokens is ignored. */
export function findAssetId(
  question: RateQuestion,
  own: Readonly<Record<string, string>>,
  known: Partial<Record<KnownAsset, string>>,
  environment: Environment
): string | undefined {
  const { token, isSymbolShared } = question
  const named =
    ownValue(own, token.canonicalAssetId) ?? (isSymbolShared ? undefined : ownValue(own, railId(token)))
  if (named !== undefined) return named
  const asset = findKnownAsset(token, { environment, isSymbolShared })
  return asset === null ? undefined : known[asset]
}

/** Own properties only: a token may be called `constructor`. */
export function ownValue<T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined
}
