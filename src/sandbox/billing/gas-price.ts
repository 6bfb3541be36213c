import { formatAmount, multiplyDivide, multiplyDivideUnits, parseAmount } from "../../gateway/amount"
import type { CatalogToken } from "../catalog/catalog"

type Priced = Pick<CatalogToken, "decimals" | "usdPrice">

/** Precision of the sandbox's dollars and prices. */
export const USD_DECIMALS = 8

/** Dollars as an integer of 10^-8. @example toUsdUnits("0.10") // 10000000n */
export function toUsdUnits(usd: string): bigint {
  return parseAmount(usd, USD_DECIMALS)
}

/** Value of an amount, rounded down, in units of {@link toUsdUnits}. */
export function valueInUsdUnits(amountBaseUnits: bigint, { decimals, usdPrice }: Priced): bigint {
  return multiplyDivideUnits(amountBaseUnits, toUsdUnits(usdPrice), parseAmount("1", decimals), "down")
}

/** The smallest amount worth at least this many dollars. */
export function baseUnitsWorth(usd: string, { decimals, usdPrice }: Priced): bigint {
  return multiplyDivide(usd, { by: usdPrice }, decimals, "up")
}

/** @example fromUsdUnits(10000000n) // "0.1" */
export function fromUsdUnits(usdUnits: bigint): string {
  return formatAmount(usdUnits, USD_DECIMALS)
}

/** @see service-interface "Billing and gas", rule 7 */
type GasUse =
  | "automatic_sweep"
  | "sponsored_withdrawal"
  | "payout_api_withdrawal"
  | "token_account_creation"
  | "token_account_closing"
  | "contract_execution"

/** One use of gas, in USD units. */
export type GasLine = { use: GasUse; usdUnits: bigint }

/** Dollars per transfer: the sandbox's own figures. */
const TRANSFER_USD: Readonly<Record<string, string>> = { evm: "0.02", sol: "0.001", stellar: "0.0001" }
const OTHER_CHAIN_USD = "0.01"
const TOKEN_ACCOUNT_USD = "0.3"
const TOKEN_ACCOUNT_CLOSING_USD = "0.001"
const CONTRACT_CALL_USD = "0.01"

type Asset = Pick<CatalogToken, "chain" | "contractAddress" | "tokenMint">

/** Gas of a transfer; EVM tokens add a contract call. */
export function transferGas(use: GasUse, { chain, contractAddress }: Asset): GasLine[] {
  const transfer = line(use, TRANSFER_USD[chain] ?? OTHER_CHAIN_USD)
  const isContract = chain === "evm" && contractAddress !== undefined
  return isContract ? [transfer, line("contract_execution", CONTRACT_CALL_USD)] : [transfer]
}

/** Gas of a sweep. On Solana it also closes the emptied token account, which returns its rent. */
export function sweepGas(asset: Asset): GasLine[] {
  const lines = transferGas("automatic_sweep", asset)
  return asset.tokenMint ? [...lines, line("token_account_closing", TOKEN_ACCOUNT_CLOSING_USD)] : lines
}

export function tokenAccountGas(): GasLine[] {
  return [line("token_account_creation", TOKEN_ACCOUNT_USD)]
}

function line(use: GasUse, usd: string): GasLine {
  return { use, usdUnits: toUsdUnits(usd) }
}
