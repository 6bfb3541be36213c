import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { findUseProblem } from "../../../domain/destination-use"
import { MEDUSA_HAS_NONE } from "../../../domain/refund-choices"
import type { RefundRate } from "../../../domain/refund-lifecycle"
import type { DestinationRow } from "../../../modules/onchain/destination-row"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import type { RefundPayoutRequest } from "../../../modules/onchain/refund-payouts"
import type { RefundRow } from "../../../modules/onchain/refund-row"
import { mustFindDestination } from "../../destination/steps/must-find-destination"
import type { RequestActor } from "../../payout/steps/payout-actor"
import { payoutError } from "../../payout/steps/payout-error"
import { assertPayoutAllowed } from "../../payout/steps/payout-gate"
import { checkEarlierPayout } from "./earlier-payout"
import { mustFindRefund } from "./find-refund"
import { isGoneInMedusa } from "./medusa-refund"
import { findPayoutObstacle } from "./payout-obstacle"
import { refundConflict } from "./refund-conflict"
import { findRefundOwner } from "./refund-owner"
import { findTodaysRate } from "./todays-rate"

export const startRefundPayoutStepId = "start-onchain-refund-payout"

/** What an admin asks for. The destination is one of the address book. */
export type QuoteRefundInput = {
  refund_id: string
  actor: RequestActor
  destination_id: string
  rate: RefundRate
  /** Decimal in token units, where nobody else knows what is owed. */
  token_amount?: string | undefined
}

/**
 * Makes the payout of a refund: what it comes to and where it goes are fixed by it. Nothing is sent.
 *
 * @throws MedusaError `forbidden`, `not_found`; `not_allowed` with what speaks against it; `conflict` with who was faster
 */
export const startRefundPayoutStep = createStep(
  startRefundPayoutStepId,
  async (input: QuoteRefundInput, { container }) => {
    const { id, type, ownerId } = await assertPayoutAllowed(container, input.actor)
    const { refund, payment } = await mustFindRefund(container, input.refund_id)
    if (refund.state !== "due") throw await refundConflict(container, refund)
    await assertOwed(container, refund, payment, input)
    await checkEarlierPayout(container, refund)
    const request: RefundPayoutRequest = {
      refundId: refund.id,
      destination: await loadDestination(container, payment, input.destination_id),
      terms: {
        basis: input.rate,
        today: input.rate === "today" ? await findTodaysRate(container, payment) : null,
        enteredTokens: input.token_amount ?? null,
      },
      actor: { id, type: type === "api-key" ? "api-key" : "user", ownerId },
    }
    const start = await container.resolve("onchain").payouts.refunds.payouts.start(request)
    if (start.kind === "problem") throw payoutError(start.problem)
    if (start.kind === "taken") throw await refundConflict(container, start.refund ?? refund)
    return new StepResponse({ withdrawal_id: start.withdrawal.id, refund_id: refund.id })
  }
)

async function assertOwed(
  container: MedusaContainer,
  refund: RefundRow,
  payment: PaymentRow,
  { token_amount }: QuoteRefundInput
): Promise<void> {
  const isKnown = refund.fiat_amount !== null || refund.token_amount !== null
  if (token_amount !== undefined && isKnown)
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "token_amount: it is known how much is owed, so leave it out"
    )
  if (await isGoneInMedusa(container, refund, payment))
    throw payoutError({ code: "medusa_has_none", words: MEDUSA_HAS_NONE })
  const obstacle = await findPayoutObstacle(container, payment, refund)
  if (obstacle) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, obstacle.words, obstacle.code)
}

async function loadDestination(
  container: MedusaContainer,
  payment: PaymentRow,
  destinationId: string
): Promise<DestinationRow> {
  const { chain, network_id: networkId } = payment
  const [destination, { customerId }] = await Promise.all([
    mustFindDestination(container, destinationId),
    findRefundOwner(container, payment),
  ])
  const use = { purpose: "refund", chain, networkId, customerId, paymentId: payment.id } as const
  const problem = findUseProblem(destination, use)
  if (problem) throw payoutError(problem)
  return destination
}
