import type { CatalogToken } from "../catalog/tokens"
import { toUsdUnits } from "./usd-value"

/** What consumes gas. @see service-interface "Billing and gas", rule 7 */
export const GAS_USES = [
  "automatic_sweep",
  "sponsored_withdrawal",
  "payout_api_withdrawal",
  "token_account_creation",
  "token_account_closing",
  "contract_execution",
] as const
export type GasUse = (typeof GAS_USES)[number]

/** One use of gas, valued in USD units. */
export type GasLine = { use: GasUse; usdUnits: bigint }

/** Dollars of one transfer. The sandbox's own figures: the document shows none. */
const TRANSFER_USD: Readonly<Record<string, string>> = { evm: "0.02", sol: "0.001", stellar: "0.0001" }
const OTHER_CHAIN_USD = "0.01"
const TOKEN_ACCOUNT_USD = "0.3"
const TOKEN_ACCOUNT_CLOSING_USD = "0.001"
const CONTRACT_CALL_USD = "0.01"

type Asset = Pick<CatalogToken, "chain" | "contractAddress" | "tokenMint">

/** Gas of a transfer, and of calling the contract that a token of an EVM network lives in. */
export function transferGas(use: GasUse, { chain, contractAddress }: Asset): GasLine[] {
  const transfer = line(use, TRANSFER_USD[chain] ?? OTHER_CHAIN_USD)
  const isContract = chain === "evm" && contractAddress !== undefined
  return isContract ? [transfer, line("contract_execution", CONTRACT_CALL_USD)] : [transfer]
}

/** Gas of a sweep. The token account of the address it empties is closed, which returns its rent. */
export function sweepGas(asset: Asset): GasLine[] {
  const lines = transferGas("automatic_sweep", asset)
  return asset.tokenMint ? [...lines, line("token_account_closing", TOKEN_ACCOUNT_CLOSING_USD)] : lines
}

/** Gas of the account that an address of Solana needs for each token. */
export function tokenAccountGas(): GasLine[] {
  return [line("token_account_creation", TOKEN_ACCOUNT_USD)]
}

function line(use: GasUse, usd: string): GasLine {
  return { use, usdUnits: toUsdUnits(usd) }
}
