import type { CatalogToken } from "../catalog/tokens"
import { isAwaitingBlocks, type StoredInvoice } from "../invoices/stored-invoice"
import type { ReviewReason } from "./payment"
import type { Transfer } from "./transfer"

/**
 * Says why a transfer that reached an invoice is not a valid payment of it, or null when it is.
 *
 * @see service-interface "Token matching rules"
 */
export function reviewReason({ asset }: Transfer, invoice: StoredInvoice): ReviewReason | null {
  if (asset.chain !== invoice.rail.chain) return "wrong_chain"
  if (asset.networkId !== invoice.rail.networkId) return "wrong_network"
  const assetReason = assetMismatch(asset, invoice.asset)
  if (assetReason) return assetReason
  return invoice.status === "pending" || isAwaitingBlocks(invoice) ? null : "invoice_not_payable"
}

/** Where an asset has a canonical id, the symbol proves nothing. */
function assetMismatch(sent: CatalogToken, expected: CatalogToken): ReviewReason | null {
  if (expected.canonicalAssetId === undefined) return sent.token === expected.token ? null : "wrong_asset"
  if (sent.canonicalAssetId === expected.canonicalAssetId) return null
  return sent.token === expected.token ? "wrong_issuer" : "wrong_asset"
}
