import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { reasonAgainstApproval, type Approval } from "../../../domain/approval"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"
import type { OnchainWithdrawalDetail } from "../../../types/http"
import type { RequestActor } from "../../payout/steps/payout-actor"
import { findWithdrawal } from "./find-withdrawal"
import { loadRefundTerms } from "./refund-terms"
import { loadWithdrawalNames } from "./withdrawal-names"
import { resolutionToView, seenToView } from "./withdrawal-persons"
import { involvedIn, loadWithdrawalChoices } from "./withdrawal-options"
import { quoteToView, withdrawalToView } from "./withdrawal-to-view"

export const viewWithdrawalStepId = "view-onchain-withdrawal"

const MOST_SIMILAR = 10

/** Reads a withdrawal with what an operator needs to decide. @throws MedusaError `not_found` */
export const viewWithdrawalStep = createStep(
  viewWithdrawalStepId,
  async (input: { withdrawal_id: string; actor: RequestActor }, { container }) => {
    const row = await findWithdrawal(container, input.withdrawal_id)
    return new StepResponse<OnchainWithdrawalDetail>(await loadWithdrawalDetail(container, row, input.actor))
  }
)

/** Whether a confirmation by this person leaves only a third one to approve. */
function isThirdNeeded(row: WithdrawalRow, actor: RequestActor, approval: Approval): boolean {
  if (approval !== "second_user" || row.confirmed_by !== null) return false
  return reasonAgainstApproval({ approval, actor, involved: involvedIn(row) })?.code !== "self_approval"
}

/**
 * A withdrawal as whoever looks at it sees it.
 *
 * @param actor whose choices are shown
 */
export async function loadWithdrawalDetail(
  container: MedusaContainer,
  row: WithdrawalRow,
  actor: RequestActor
): Promise<OnchainWithdrawalDetail> {
  const { options, payouts } = container.resolve("onchain")
  const { list, store } = payouts.withdrawals
  const [history, similar, choices, now, refund_terms] = await Promise.all([
    store.history(row.id),
    list.similar(row, MOST_SIMILAR),
    loadWithdrawalChoices(container, row, actor),
    store.now(),
    loadRefundTerms(container, row),
  ])
  const names = await loadWithdrawalNames(
    container,
    [row],
    [
      row.mismatch_seen_by,
      ...history.map(({ actor_id }) => actor_id),
      ...similar.map(({ requested_by }) => requested_by),
    ]
  )
  return {
    ...withdrawalToView(row, names, options.assumptions),
    note: row.note,
    quote: quoteToView(row, now),
    gateway_withdrawal_id: row.gateway_withdrawal_id,
    failure_reason: row.failure_reason,
    mismatch: row.mismatch,
    mismatch_seen: seenToView(row, names),
    last_answer_code: row.last_answer_code,
    resolution: resolutionToView(row, history, names),
    similar: similar.map(({ id, state, requested_by, created_at }) => ({
      id,
      state,
      by: names.actorName(requested_by),
      at: created_at.toISOString(),
    })),
    refund_terms,
    needs_third_user: isThirdNeeded(row, actor, options.payouts.approval),
    choices,
    history: history.map(({ action, actor_id, created_at }) => ({
      at: created_at.toISOString(),
      action,
      by: names.actorName(actor_id),
    })),
  }
}
