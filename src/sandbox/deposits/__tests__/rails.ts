import { assetKey } from "../../catalog/tokens"
import { usdcOnBase, usdcOnSolana, xlm, type Shop } from "./shop"

/**
 * Rails on which a deposit reaches a customer, each with a second asset and an amount smaller than the fee.
 */
export const depositRails = [
  { name: "evm", rail: usdcOnBase, other: "ETH", unlisted: { token: "SCAM" }, eaten: "0.08" },
  {
    name: "sol",
    rail: usdcOnSolana,
    other: "SOL",
    unlisted: { token: "USDC", canonicalAssetId: "sol:USDC:FakeMint" },
    eaten: "0.08",
  },
  {
    name: "stellar",
    rail: xlm,
    other: "USDC",
    unlisted: { token: "XLM", canonicalAssetId: "stellar:XLM:GFAKE" },
    eaten: "0.32",
  },
]
export type DepositRail = (typeof depositRails)[number]

/** Name of a catalog asset in the ledger. */
export function ledgerAsset(shop: Shop, { networkId, token }: DepositRail["rail"]): string {
  const asset = shop.world().catalog.findToken(networkId, token)
  if (!asset) throw new Error(`${token} is not in the catalog`)
  return assetKey(asset)
}
