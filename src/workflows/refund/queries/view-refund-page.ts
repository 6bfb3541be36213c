import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { hasMemos } from "../../../domain/payout/destination"
import { approvalOn } from "../../../domain/payout/payout-gate"
import {
  isLinkOpen,
  reasonAgainstAddress,
  reasonAgainstApprovingAddress,
  reasonAgainstDecision,
  shownAddressState,
} from "../../../domain/refund/refund-address"
import { hasLink, type LinkedRefund } from "../../../modules/onchain/refund/refund-addresses"
import type { RefundRow } from "../../../modules/onchain/refund/refund-ledger"
import type { AuditEntry } from "../../../modules/onchain/work/audit-log"
import type { OnchainRefundAddressRequest, OnchainRefundPage } from "../../../types/http"
import type { PaymentNames } from "../../payment/queries/payment-names"
import { findShopper } from "../../payment/shopper-message"
import type { findPayoutRefusal } from "../../payout/payout-access"
import { toChoice } from "../../../words/say"
import { payoutRefusalInWords } from "../../payout/payout-words"
import { explorerLinks } from "../../person-names"
import { addressRefusalInWords } from "../refund-words"
import { paymentOfRefund } from "./refund-to-view"

/** `history`: of the refund, oldest first; it names who decided, and when. `access`: of the reader. */
type AddressReading = {
  names: PaymentNames
  history: readonly AuditEntry[]
  sender: string | null
  access: Awaited<ReturnType<typeof findPayoutRefusal>>
}

export function addressRequestToView(
  container: MedusaContainer,
  refund: RefundRow,
  { names, history, sender, access }: AddressReading
): OnchainRefundAddressRequest | null {
  if (!hasLink(refund)) return null
  const { clock, options } = container.resolve("onchain")
  const { address, address_memo, address_state, chain, network_id, proposed_at } = refund
  const last = (action: string) => history.filter((entry) => entry.action === action).at(-1)
  const made = last("refund.address_requested")
  const isDecided = address_state === "approved" || address_state === "declined"
  const decided = isDecided ? last(`refund.address_${address_state}`) : undefined
  const now = new Date(clock())
  const involved = [refund.link_made_by, refund.link_made_by_owner]
  const by = { actor: access.actor, involved, approval: approvalOn(chain, options.payouts.approval) }
  const read = { address, memo: address_memo }
  const approve = toChoice(reasonAgainstApprovingAddress(refund, read, by), addressRefusalInWords)
  return {
    id: refund.link_id,
    state: shownAddressState(refund, now),
    is_link_open: isLinkOpen(refund, now) && reasonAgainstAddress(refund.state) === null,
    expires_at: refund.link_expires_at.toISOString(),
    created_at: (made?.created_at ?? refund.updated_at).toISOString(),
    created_by: names.actorName(refund.link_made_by),
    proposal:
      address === null || proposed_at === null
        ? null
        : {
            ...{ network_id, network_name: names.networkName(chain, network_id) },
            ...{ address, memo: address_memo || null, has_no_memo: refund.has_no_memo },
            ...{ proposed_at: proposed_at.toISOString(), revision: refund.address_revision },
            is_signed: refund.is_address_signed,
            signature_state: refund.is_address_signed ? "signed" : "not_signed",
            is_observed_sender: address === sender,
            explorer: names.explorer({ networkId: network_id, address }),
          },
    decided: decided
      ? {
          by: names.actorName(decided.actor_id),
          at: decided.created_at.toISOString(),
          note: refund.decision_note,
        }
      : null,
    destination_id: refund.destination_id,
    choices: {
      approve: approve.is_possible ? toChoice(access.refusal, payoutRefusalInWords) : approve,
      decline: toChoice(reasonAgainstDecision(refund, "declined"), addressRefusalInWords),
    },
  }
}

/** @throws MedusaError `not_found` for a link that is unknown, has expired or was replaced */
export async function viewRefundPage(
  container: MedusaContainer,
  token: string | undefined
): Promise<{ page: OnchainRefundPage; refund: LinkedRefund }> {
  const { clock, currencies, options, networkNames, refunds } = container.resolve("onchain")
  const now = new Date(clock())
  const refund = await refunds.addresses.findByToken(token)
  if (!refund || !isLinkOpen(refund, now))
    throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no refund page for this.")
  const payment = await paymentOfRefund(container, refund)
  const [{ order }, networkName, txHash, fiat] = await Promise.all([
    findShopper(container, payment),
    networkNames.load(),
    findTransaction(container, refund),
    currencies.shown([refund.currency_code]),
  ])
  const { name, logoUrl, accentColor } = options.checkout
  const { chain, network_id, token: symbol, fiat_amount, currency_code, token_amount } = refund
  const { address, address_memo, is_address_signed: is_signed } = refund
  return {
    page: {
      shop: { name, logo_url: logoUrl, accent_color: accentColor },
      environment: options.environment,
      order_display_id: order?.display_id ?? null,
      fiat_amount: fiat_amount && fiat(fiat_amount, currency_code),
      ...{ currency_code, token_amount, token: symbol, chain, network_id },
      network_name: networkName(chain, network_id),
      has_memos: hasMemos(chain),
      state: shownAddressState(refund, now),
      can_propose: reasonAgainstAddress(refund.state) === null,
      is_sending: refund.state === "confirmed" || refund.state === "sent",
      expires_at: refund.link_expires_at.toISOString(),
      proposal: address === null ? null : { address, memo: address_memo || null, is_signed },
      tx_hash: txHash,
      tx_url: explorerLinks(options, { networkId: network_id, txHash }).tx_url,
    },
    refund,
  }
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
