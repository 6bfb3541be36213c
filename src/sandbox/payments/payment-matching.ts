import { isAwaitingBlocks, type StoredInvoice } from "../invoices/stored-invoice"
import type { ReviewReason, Transfer } from "./payment"

/**
 * Says why a transfer is not a valid payment of an invoice, or null when it is.
 *
 * @see service-interface "Token matching rules" and "Stellar mainnet invoice rules"
 */
export function reviewReason(transfer: Transfer, invoice: StoredInvoice): ReviewReason | null {
  if (transfer.chain !== invoice.rail.chain) return "wrong_chain"
  if (transfer.networkId !== invoice.rail.networkId) return "wrong_network"
  const assetReason = assetMismatch(transfer, invoice)
  if (assetReason) return assetReason
  const { memoId } = invoice.receiver
  if (memoId !== undefined && transfer.memo === null) return "missing_memo"
  if (memoId !== undefined && transfer.memo !== memoId) return "wrong_memo"
  return invoice.status === "pending" || isAwaitingBlocks(invoice) ? null : "invoice_not_payable"
}

/** Where an asset has a canonical id, the symbol proves nothing. */
function assetMismatch(transfer: Transfer, { asset }: StoredInvoice): ReviewReason | null {
  if (asset.canonicalAssetId === undefined) return transfer.token === asset.token ? null : "wrong_asset"
  if (transfer.canonicalAssetId === asset.canonicalAssetId) return null
  return transfer.token === asset.token ? "wrong_issuer" : "wrong_asset"
}
