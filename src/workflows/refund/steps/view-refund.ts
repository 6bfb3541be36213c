import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { refundChoices } from "../../../domain/refund-choices"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import type { RefundRow } from "../../../modules/onchain/refund-row"
import type { OnchainRefundDetail } from "../../../types/http"
import type { RequestActor } from "../../payout/steps/payout-actor"
import { findPayoutRefusal } from "../../payout/steps/payout-gate"
import { mustFindRefund } from "./find-refund"
import { isGoneInMedusa } from "./medusa-refund"
import { findPayoutObstacle } from "./payout-obstacle"
import { loadRefundNames } from "./refund-names"
import { loadRefundDestinations, loadRefundPayouts } from "./refund-payout-views"
import { refundToView, type RefundNames } from "./refund-to-view"
import { loadRefundValues } from "./refund-values"

export const viewRefundStepId = "view-onchain-refund"

export type ViewRefundInput = { refund_id: string; actor: RequestActor }

/** Reads a refund with what an operator needs to decide. @throws MedusaError `not_found` */
export const viewRefundStep = createStep(
  viewRefundStepId,
  async ({ refund_id, actor }: ViewRefundInput, { container }) => {
    const { refund, payment } = await mustFindRefund(container, refund_id)
    const { list, payouts } = container.resolve("onchain").payouts.refunds
    const [history, booked] = await Promise.all([payouts.history(refund.id), list.listOfPayment(payment.id)])
    const [names, { amountProblem, ...values }, withdrawals, destinations] = await Promise.all([
      loadRefundNames(container, [payment], [...history.map(({ actor_id }) => actor_id), refund.settled_by]),
      loadRefundValues(container, payment, refund, booked),
      loadRefundPayouts(container, refund, actor),
      loadRefundDestinations(container, payment),
    ])
    const choices = await loadChoices(container, payment, refund, { actor, amountProblem })
    return new StepResponse<OnchainRefundDetail>({
      ...refundToView(refund, payment, names),
      ...values,
      ...withdrawals,
      ...destinations,
      settled: settledToView(refund, names),
      choices,
      history: history.map(({ action, actor_id, created_at }) => ({
        at: created_at.toISOString(),
        action,
        by: names.actorName(actor_id),
      })),
    })
  }
)

async function loadChoices(
  container: MedusaContainer,
  payment: PaymentRow,
  refund: RefundRow,
  { actor, amountProblem }: { actor: RequestActor; amountProblem: string | null }
): Promise<OnchainRefundDetail["choices"]> {
  const [{ refusal }, { refusal: settleRefusal }] = await Promise.all([
    findPayoutRefusal(container, actor),
    findPayoutRefusal(container, actor, "notes"),
  ])
  const isDue = refund.state === "due"
  const obstacle = isDue ? await findPayoutObstacle(container, payment, refund) : null
  return refundChoices({
    state: refund.state,
    refusal: refusal?.words ?? null,
    settleRefusal: settleRefusal?.words ?? null,
    assetProblem: obstacle?.words ?? null,
    amountProblem: isDue ? amountProblem : null,
    isGoneInMedusa: isDue && (await isGoneInMedusa(container, refund, payment)),
    isSettledElsewhere: refund.settled_by !== null,
  })
}

function settledToView(
  { settled_by, settled_note, settled_tx_hash, done_at, updated_at }: RefundRow,
  { actorName }: RefundNames
): OnchainRefundDetail["settled"] {
  if (settled_by === null) return null
  return {
    by: actorName(settled_by),
    note: settled_note ?? "",
    tx_hash: settled_tx_hash,
    at: (done_at ?? updated_at).toISOString(),
  }
}
