import { toBase58, toStellarAccount } from "../determinism/encodings"
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
  const tokenMint = toBase58(invented(networkId, token))
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
