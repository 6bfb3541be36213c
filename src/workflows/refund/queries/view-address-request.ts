import type { MedusaContainer } from "@medusajs/framework/types"
import { explorerLinks } from "../../../domain/payment/explorer"
import { reasonAgainstApproval } from "../../../domain/payout/payout-gate"
import {
  isLinkOpen,
  reasonAgainstAddress,
  reasonAgainstDecision,
  shownAddressState,
} from "../../../domain/refund/refund-address"
import type { RefundAddressRow } from "../../../modules/onchain/refund/refund-address-row"
import type { RefundRow } from "../../../modules/onchain/refund/refund-row"
import type {
  OnchainDepositChoice,
  OnchainRefundAddressRequest,
  OnchainRefundProposal,
} from "../../../types/http"
import { findPayoutRefusal, type RequestActor } from "../../payout/payout-access"
import { payoutRefusalInWords, toChoice } from "../../payout/payout-words"
import { loadActorNames } from "../../person-names"
import { addressRefusalInWords } from "../address-words"

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
