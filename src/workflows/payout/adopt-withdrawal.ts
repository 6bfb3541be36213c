import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { reasonAgainstBeing } from "../../domain/payout/withdrawal-search"
import { GatewayError } from "../../gateway/client/errors"
import type { Withdrawal } from "../../gateway/contract"
import { withdrawalPhase } from "../../gateway/contract"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-row"
import { recordWithdrawal } from "./follow-withdrawal"
import type { RequestActor } from "./payout-access"
import { explainUnreachable } from "./withdrawal-asset"
import { reasonAgainstBeingInWords } from "./withdrawal-gateway-words"
import { assertMayEnd, findWithdrawal, conflictError } from "./withdrawal-refusal"
import type { WithdrawalAnswer } from "./withdrawal-outcome"

export const adoptWithdrawalStepId = "adopt-onchain-withdrawal"

type AdoptWithdrawalInput = {
  withdrawal_id: string
  /** The service's identifier, as its dashboard shows it. */
  gateway_withdrawal_id: string
  actor: RequestActor
}

/**
 * Matches a withdrawal whose answer was lost with one of the service. Its state there decides the rest.
 *
 * @throws MedusaError `forbidden`, `not_found`, `conflict`, or `not_allowed` when it cannot be that one
 */
const adoptWithdrawalStep = createStep(
  adoptWithdrawalStepId,
  async ({ withdrawal_id, gateway_withdrawal_id, actor }: AdoptWithdrawalInput, { container }) => {
    const { gateway, payouts } = container.resolve("onchain")
    const row = await findWithdrawal(container, withdrawal_id)
    const { id: actorId } = await assertMayEnd(container, row, actor)
    if (row.state !== "sending" && row.state !== "unknown")
      throw await conflictError(container, row.id, "adopt")
    const askedAt = await payouts.withdrawals.store.now()
    const withdrawal = await gateway.getWithdrawal(gateway_withdrawal_id).catch(explainMissing)
    const reason = await reasonAgainst(container, row, withdrawal)
    if (reason !== null)
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, `${withdrawal.id} is not this one: ${reason}.`)
    const end = { action: "withdrawal.adopted", actorId } as const
    const adopted = await recordWithdrawal(container, row, withdrawal, {
      askedAt,
      source: "service",
      end,
    })
    if (adopted.gateway_withdrawal_id !== withdrawal.id) throw await conflictError(container, row.id, "adopt")
    return new StepResponse<WithdrawalAnswer>({ withdrawal_id: row.id, is_pending: false })
  }
)

async function reasonAgainst(
  container: MedusaContainer,
  row: WithdrawalRow,
  withdrawal: Withdrawal
): Promise<string | null> {
  const { payouts } = container.resolve("onchain")
  const owner = await payouts.withdrawals.store.findByGatewayId(withdrawal.id)
  if (owner && owner.id !== row.id) return `it is withdrawal ${owner.id}`
  const phase = withdrawalPhase(withdrawal.status)
  const reason = reasonAgainstBeing(row, withdrawal, phase)
  return reason && reasonAgainstBeingInWords(reason)
}

function explainMissing(error: unknown): never {
  if (error instanceof GatewayError && error.status === 404)
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "The provider knows no withdrawal with this identifier."
    )
  return explainUnreachable(error)
}

export const adoptWithdrawalWorkflowId = "adopt-onchain-withdrawal"

export const adoptWithdrawalWorkflow = createWorkflow(
  adoptWithdrawalWorkflowId,
  (input: AdoptWithdrawalInput) => {
    return new WorkflowResponse(adoptWithdrawalStep(input))
  }
)
