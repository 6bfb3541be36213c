import type { OnchainPaymentView } from "../../types/http"

type EvmChain = {
  chainId: number
  /** Symbol of the native coin; it has 18 decimals on every chain here. */
  native: string
  isTest: boolean
  /** By symbol. None for test networks, where only the catalog decides. */
  tokens: Record<string, { contract: string; decimals: number }>
}

/** The asset to request from a wallet; `contract` is null for the native coin. */
export type EvmAsset = { chainId: number; isTest: boolean; contract: string | null; decimals: number }

const NATIVE_DECIMALS = 18
const EVM_ADDRESS = /^0x[\da-f]{40}$/i

export function isEvmAddress(text: string | null): text is string {
  return text !== null && EVM_ADDRESS.test(text)
}

/**
 * Chains and tokens by the catalog's network ids, as of 2026-11-24.
 *
 * @see chainid.network; developers.circle.com/stablecoins/usdc-contract-addresses;
 * tether.to/en/supported-protocols; the tokens of bnb-mainnet are those that Binance bridges, with 18 decimals
 */
export const EVM_CHAINS: Readonly<Record<string, EvmChain>> = {
  "eth-mainnet": chain(1, "ETH", {
    USDC: token("0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", 6),
    USDT: token("0xdAC17F958D2ee523a2206206994597C13D831ec7", 6),
  }),
  "base-mainnet": chain(8453, "ETH", { USDC: token("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", 6) }),
  "bnb-mainnet": chain(56, "BNB", {
    USDC: token("0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d", 18),
    USDT: token("0x55d398326f99059fF775485246999027B3197955", 18),
  }),
  "polygon-mainnet": chain(137, "POL", {
    USDC: token("0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359", 6),
    USDT: token("0xc2132D05D31c914a87C6611C10748AEb04B58e8F", 6),
  }),
  "arbitrum-mainnet": chain(42161, "ETH", {
    USDC: token("0xaf88d065e77c8cC2239327C5EDb3A432268e5831", 6),
    USDT: token("0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9", 6),
  }),
  "optimism-mainnet": chain(10, "ETH", { USDC: token("0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85", 6) }),
  "avalanche-mainnet": chain(43114, "AVAX", { USDC: token("0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E", 6) }),
  "base-sepolia": { ...chain(84532, "ETH"), isTest: true },
  "eth-sepolia": { ...chain(11155111, "ETH"), isTest: true },
}

/**
 * Finds chain id, contract and decimals of a payment's asset, from the catalog and {@link EVM_CHAINS}.
 *
 * @returns null when one of them is unknown, or when catalog and map contradict each other
 */
export function evmAsset(payment: OnchainPaymentView): EvmAsset | null {
  const chain = find(EVM_CHAINS, payment.network_id)
  if (payment.chain !== "evm" || !chain || payment.memo) return null
  const { chainId, isTest } = chain
  const id = payment.canonical_asset_id
  const named = id && !id.endsWith(":native") ? id.slice(id.lastIndexOf(":") + 1) : null
  if (payment.token === chain.native) {
    const isNative = payment.contract_address === null && named === null
    const decimals = agreed(payment.decimals, NATIVE_DECIMALS)
    return isNative && decimals !== null ? { chainId, isTest, contract: null, decimals } : null
  }
  const known = find(chain.tokens, payment.token)
  const contract = agreed(
    ...[payment.contract_address, named, known?.contract].map((one) => one?.toLowerCase())
  )
  const decimals = agreed(payment.decimals, known?.decimals)
  return isEvmAddress(contract) && decimals !== null ? { chainId, isTest, contract, decimals } : null
}

/** The known value, if all known values agree. */
function agreed<T>(...values: (T | null | undefined)[]): T | null {
  const [first = null, ...others] = new Set(values.filter((value) => value != null))
  return others.length > 0 ? null : (first as T | null)
}

function find<T>(entries: Readonly<Record<string, T>>, key: string | null): T | undefined {
  return key !== null && Object.hasOwn(entries, key) ? entries[key] : undefined
}

function chain(chainId: number, native: string, tokens: EvmChain["tokens"] = {}): EvmChain {
  return { chainId, native, isTest: false, tokens }
}

function token(contract: string, decimals: number): EvmChain["tokens"][string] {
  return { contract, decimals }
}
