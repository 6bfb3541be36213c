import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { explorerLinks } from "../../../domain/payment/payment-page"
import { hasMemos } from "../../../domain/payout/address-problem"
import { reasonAgainstApproval } from "../../../domain/payout/payout-gate"
import {
  isLinkOpen,
  reasonAgainstAddress,
  reasonAgainstDecision,
  shownAddressState,
} from "../../../domain/refund/refund-address"
import type { RefundAddressRow } from "../../../modules/onchain/refund/refund-addresses"
import type { RefundRow } from "../../../modules/onchain/refund/refund-ledger"
import type {
  OnchainDepositChoice,
  OnchainRefundAddressRequest,
  OnchainRefundPage,
  OnchainRefundProposal,
} from "../../../types/http"
import { findShopper } from "../../payment/shopper-message"
import { findPayoutRefusal, type RequestActor } from "../../payout/payout-access"
import { payoutRefusalInWords, toChoice } from "../../payout/payout-words"
import { loadActorNames } from "../../person-names"
import { addressRefusalInWords } from "../refund-words"
import { mustFindRefund } from "../find-refund"

/** The latest request of a refund, with what its reader can do. */
export async function loadAddressRequest(
  container: MedusaContainer,
  refund: RefundRow,
  actor: RequestActor
): Promise<OnchainRefundAddressRequest | null> {
  const { clock, payouts } = container.resolve("onchain")
  const row = await payouts.refunds.addresses.latestOf(refund.id)
  if (!row) return null
  const [nameOf, choices] = await Promise.all([
    loadActorNames(container, [row.created_by, row.decided_by]),
    loadChoices(container, { row, refund }, actor),
  ])
  const now = new Date(clock())
  return {
    id: row.id,
    state: shownAddressState(row, refund.state, now),
    is_link_open: isLinkOpen(row, now) && reasonAgainstAddress(refund.state) === null,
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
    created_by: nameOf(row.created_by),
    proposal: await loadProposal(container, row, refund),
    decided:
      row.decided_at === null
        ? null
        : { by: nameOf(row.decided_by), at: row.decided_at.toISOString(), note: row.decision_note },
    destination_id: row.destination_id,
    choices,
  }
}

/** Whether another link can be made. */
export function askAddressChoice({ state }: RefundRow): OnchainDepositChoice {
  return toChoice(reasonAgainstAddress(state), addressRefusalInWords)
}

async function loadProposal(
  container: MedusaContainer,
  { address, network_id, proposed_at, ...row }: RefundAddressRow,
  { chain }: RefundRow
): Promise<OnchainRefundProposal | null> {
  if (address === null || network_id === null || proposed_at === null) return null
  const { options, networkNames } = container.resolve("onchain")
  const networkName = await networkNames.load()
  return {
    network_id,
    network_name: networkName(chain, network_id),
    address,
    memo: row.memo === "" ? null : row.memo,
    has_no_memo: row.has_no_memo,
    proposed_at: proposed_at.toISOString(),
    revision: row.revision,
    is_signed: row.signature_state === "signed",
    signature_state: row.signature_state,
    is_observed_sender: row.is_observed_sender,
    explorer: explorerLinks(options, { networkId: network_id, address }),
  }
}

async function loadChoices(
  container: MedusaContainer,
  { row, refund }: { row: RefundAddressRow; refund: RefundRow },
  reader: RequestActor
): Promise<OnchainRefundAddressRequest["choices"]> {
  const { refusal, actor } = await findPayoutRefusal(container, reader)
  const { approval } = container.resolve("onchain").options.payouts
  const involved = [row.created_by, row.created_by_owner]
  const problem = reasonAgainstApproval({ approval, actor, involved })
  const against = reasonAgainstAddress(refund.state)
  const approve =
    reasonAgainstDecision(row, "approved") ?? against ?? (problem && { code: "approval" as const, problem })
  const refused = refusal && { is_possible: false, reason: payoutRefusalInWords(refusal) }
  const toApprove = toChoice(approve, addressRefusalInWords)
  return {
    approve: toApprove.is_possible && refused ? refused : toApprove,
    decline: toChoice(reasonAgainstDecision(row, "declined") ?? against, addressRefusalInWords),
  }
}

/** The request of a link, with what the wallet signs. */
type RefundPageRequest = { id: string; refundId: string; nonce: string; expiresAt: Date }

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
