import { base58 } from "@scure/base"
import { toStellarAccount } from "../../gateway/address"
import type { Environment } from "../credentials"
import { invalid } from "../sandbox-error"
import { fixedBytes } from "../determinism/identifiers"

export type CatalogToken = {
  chain: string
  networkId: string
  token: string
  decimals: number
  contractAddress?: string
  tokenMint?: string
  assetCode?: string
  issuerAddress?: string
  canonicalAssetId?: string
  /** Values fees and thresholds. Never on the wire. */
  usdPrice: string
}

/** Symbols without a dollar peg. */
const PRICES: Readonly<Record<string, string>> = {
  ETH: "2500",
  BNB: "600",
  SOL: "150",
  XLM: "0.25",
  NOVA: "4",
}

/** The asset's name in the ledger, unique in the catalog. */
export function assetKey({
  networkId,
  token,
  canonicalAssetId,
}: Pick<CatalogToken, "networkId" | "token" | "canonicalAssetId">): string {
  return `${networkId}/${canonicalAssetId ?? token}`
}

/** Invented contracts, mints and issuers, so that no wallet mistakes them for a real asset. */
const invented = (networkId: string, token: string) => fixedBytes("catalog", `${networkId}/${token}`)

/** The same symbol has different decimals on different networks, as on real chains. */
export const tokens: readonly CatalogToken[] = [
  native("evm", "base-mainnet", "ETH", 18),
  contract("evm", "base-mainnet", "USDC", 6),
  native("evm", "bnb-mainnet", "BNB", 18),
  contract("evm", "bnb-mainnet", "USDT", 18),
  contract("evm", "bnb-mainnet", "USDC", 18),
  native("evm", "eth-mainnet", "ETH", 18),
  contract("evm", "eth-mainnet", "USDC", 6),
  contract("evm", "eth-mainnet", "USDT", 6),
  { ...native("sol", "sol-mainnet", "SOL", 9), canonicalAssetId: "sol:SOL:native" },
  mint("sol-mainnet", "USDC", 6),
  { ...native("stellar", "stellar-mainnet", "XLM", 7), canonicalAssetId: "stellar:XLM:native" },
  issued("stellar-mainnet", "USDC", 7),
  issued("stellar-mainnet", "USDT", 7),
  native("evm", "base-sepolia", "ETH", 18),
  contract("evm", "base-sepolia", "USDC", 6),
  native("evm", "eth-sepolia", "ETH", 18),
  contract("evm", "eth-sepolia", "USDC", 6),
  { ...native("sol", "sol-devnet", "SOL", 9), canonicalAssetId: "sol:SOL:native" },
  mint("sol-devnet", "USDC", 6),
  native("nova", "nova-mainnet", "NOVA", 8),
  contract("nova", "nova-mainnet", "USDC", 6),
]

function native(chain: string, networkId: string, token: string, decimals: number): CatalogToken {
  return { chain, networkId, token, decimals, usdPrice: PRICES[token] ?? "1" }
}

function contract(chain: string, networkId: string, token: string, decimals: number): CatalogToken {
  const contractAddress = `0x${invented(networkId, token).toString("hex").slice(0, 40)}`
  return { ...native(chain, networkId, token, decimals), contractAddress }
}

function mint(networkId: string, token: string, decimals: number): CatalogToken {
  const tokenMint = base58.encode(invented(networkId, token))
  return {
    ...native("sol", networkId, token, decimals),
    tokenMint,
    canonicalAssetId: `sol:${token}:${tokenMint}`,
  }
}

function issued(networkId: string, token: string, decimals: number): CatalogToken {
  const issuerAddress = toStellarAccount(invented(networkId, token))
  return {
    ...native("stellar", networkId, token, decimals),
    assetCode: token,
    issuerAddress,
    canonicalAssetId: `stellar:${token}:${issuerAddress}`,
  }
}

export type Catalog = ReturnType<typeof createCatalog>

const byKey = new Map(tokens.map((token) => [assetKey(token), token]))

/**
 * Live businesses see live networks only; sandbox businesses see all, to try mainnet rails.
 *
 * @param blockTimeMs overrides the block time of every network
 * @throws RangeError
 */
export function createCatalog(blockTimeMs?: number, environment: Environment = "sandbox") {
  if (blockTimeMs !== undefined && !(Number.isInteger(blockTimeMs) && blockTimeMs > 0)) {
    throw new RangeError(`blockTimeMs: expected a whole number of milliseconds from 1, found ${blockTimeMs}`)
  }
  const served = networks.filter((network) => environment === "sandbox" || network.environment === "live")
  const adjusted = blockTimeMs === undefined ? served : served.map((network) => ({ ...network, blockTimeMs }))
  const isServed = ({ networkId }: CatalogToken) => served.some((network) => network.networkId === networkId)
  const servedTokens = tokens.filter(isServed)
  return {
    networks: adjusted,
    tokens: servedTokens,
    findNetwork: (chain: string, networkId: string) =>
      adjusted.find((network) => network.chain === chain && network.networkId === networkId),
    findToken: (networkId: string, token: string) =>
      servedTokens.find((entry) => entry.networkId === networkId && entry.token === token),
    findAsset: (networkId: string, canonicalAssetId: string) =>
      servedTokens.find(
        (entry) => entry.networkId === networkId && entry.canonicalAssetId === canonicalAssetId
      ),
    /** @param key see {@link assetKey} */
    findByKey: (key: string) => byKey.get(key),
  }
}

/** @throws SandboxError naming the field */
export function requireNetwork(catalog: Catalog, chain: string, networkId: string): CatalogNetwork {
  const network = catalog.findNetwork(chain, networkId)
  if (network) return network
  const message = `no network "${networkId}" of chain "${chain}" is in the catalog`
  throw invalid({ field: "networkId", message })
}

/** @throws SandboxError naming the field */
export function requireToken(catalog: Catalog, networkId: string, token: string): CatalogToken {
  const asset = catalog.findToken(networkId, token)
  if (asset) return asset
  throw invalid({ field: "token", message: `is not in the catalog of ${networkId}` })
}

/** The next block of a network. Blocks lie on a grid from the start of the sandbox's clock. */
export function nextBlockAtMs(network: CatalogNetwork, startMs: number, nowMs: number): number {
  const blocksSoFar = Math.floor((nowMs - startMs) / network.blockTimeMs)
  return startMs + (blocksSoFar + 1) * network.blockTimeMs
}

type Finality = { kind: "blocks"; requiredConfirmations: number } | { kind: "ledger" }

export type CatalogNetwork = {
  chain: string
  networkId: string
  name: string
  environment: "live" | "sandbox"
  blockTimeMs: number
  finality: Finality
}

const EVM: Finality = { kind: "blocks", requiredConfirmations: 3 }
const SOLANA: Finality = { kind: "blocks", requiredConfirmations: 2 }
const NOVA: Finality = { kind: "blocks", requiredConfirmations: 2 }
const STELLAR: Finality = { kind: "ledger" }

/**
 * The documented networks and one unknown chain, because the catalog grows without notice. Block times and
 * confirmations are the sandbox's own.
 *
 * @see service-interface "Rail identification"
 */
export const networks: readonly CatalogNetwork[] = [
  network("evm", "base-mainnet", "Base", "live", 2_000, EVM),
  network("evm", "bnb-mainnet", "BNB Smart Chain", "live", 3_000, EVM),
  network("evm", "eth-mainnet", "Ethereum", "live", 12_000, EVM),
  network("sol", "sol-mainnet", "Solana", "live", 400, SOLANA),
  network("stellar", "stellar-mainnet", "Stellar", "live", 5_000, STELLAR),
  network("evm", "base-sepolia", "Base Sepolia", "sandbox", 2_000, EVM),
  network("evm", "eth-sepolia", "Ethereum Sepolia", "sandbox", 12_000, EVM),
  network("sol", "sol-devnet", "Solana Devnet", "sandbox", 400, SOLANA),
  network("nova", "nova-mainnet", "Nova", "sandbox", 1_000, NOVA),
]

/** What the service supports and no business of the sandbox has. */
export const ELSEWHERE: { networks: readonly CatalogNetwork[]; tokens: readonly CatalogToken[] } = {
  networks: [network("evm", "linea-mainnet", "Linea", "live", 2_000, EVM)],
  tokens: [native("evm", "linea-mainnet", "ETH", 18), contract("evm", "linea-mainnet", "USDC", 6)],
}

function network(
  chain: string,
  networkId: string,
  name: string,
  environment: CatalogNetwork["environment"],
  blockTimeMs: number,
  finality: Finality
): CatalogNetwork {
  return { chain, networkId, name, environment, blockTimeMs, finality }
}
