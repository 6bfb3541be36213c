import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { explorerLinks } from "../../../domain/payment/explorer"
import { hasMemos } from "../../../domain/payout/address-problem"
import { isLinkOpen, reasonAgainstAddress, shownAddressState } from "../../../domain/refund/refund-address"
import type { RefundAddressRow } from "../../../modules/onchain/refund/refund-address-row"
import type { RefundRow } from "../../../modules/onchain/refund/refund-row"
import type { OnchainRefundPage } from "../../../types/http"
import { findShopper } from "../../payment/message-facts"
import { mustFindRefund } from "../find-refund"

/** The request of a link, with what the wallet signs. */
export type RefundPageRequest = { id: string; refundId: string; nonce: string; expiresAt: Date }

/**
 * Reads the shopper's page of a link.
 *
 * @throws MedusaError `not_found` for a link that is unknown, has expired or was replaced
 */
export async function viewRefundPage(
  container: MedusaContainer,
  token: string | undefined
): Promise<{ page: OnchainRefundPage; request: RefundPageRequest }> {
  const { clock, currencies, options, networkNames, payouts } = container.resolve("onchain")
  const now = new Date(clock())
  const row = await payouts.refunds.addresses.findByToken(token)
  if (!row || !isLinkOpen(row, now))
    throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no refund page for this.")
  const { refund, payment } = await mustFindRefund(container, row.refund_id)
  const [{ order }, networkName, txHash, fiat] = await Promise.all([
    findShopper(container, payment),
    networkNames.load(),
    findTransaction(container, refund),
    currencies.shown([refund.currency_code]),
  ])
  const { name, logoUrl, accentColor } = options.checkout
  const { chain, network_id, token: symbol, fiat_amount, currency_code, token_amount } = refund
  return {
    page: {
      shop: { name, logo_url: logoUrl, accent_color: accentColor },
      environment: options.environment,
      order_display_id: order?.displayId ?? null,
      fiat_amount: fiat_amount && fiat(fiat_amount, currency_code),
      ...{ currency_code, token_amount, token: symbol, chain, network_id },
      network_name: networkName(chain, network_id),
      has_memos: hasMemos(chain),
      state: shownAddressState(row, refund.state, now),
      can_propose: reasonAgainstAddress(refund.state) === null,
      is_sending: refund.state === "confirmed" || refund.state === "sent",
      expires_at: row.expires_at.toISOString(),
      proposal: proposalOf(row),
      tx_hash: txHash,
      tx_url: explorerLinks(options, { networkId: network_id, txHash }).tx_url,
    },
    request: { id: row.id, refundId: refund.id, nonce: row.nonce, expiresAt: row.expires_at },
  }
}

function proposalOf({ address, memo, signature_state }: RefundAddressRow): OnchainRefundPage["proposal"] {
  if (address === null) return null
  return { address, memo: memo === "" ? null : memo, is_signed: signature_state === "signed" }
}

async function findTransaction(
  container: MedusaContainer,
  { settled_tx_hash, withdrawal_id, state }: RefundRow
): Promise<string | null> {
  if (settled_tx_hash !== null || withdrawal_id === null || reasonAgainstAddress(state) === null)
    return settled_tx_hash
  const payout = await container.resolve("onchain").payouts.withdrawals.store.find(withdrawal_id)
  return payout?.tx_hash ?? null
}
