import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

export const linkDepositStepId = "link-onchain-deposit-step"

export type LinkDepositInput = { deposit_id: string; payment_id: string; actor_id: string }

/**
 * Ties a deposit in review to the payment that a person says it is meant for. The order of the payment is kept while the
 * deposit is in review, and its money can be applied to the order when it was accepted.
 *
 * @throws MedusaError `not_found`; `conflict` when it belongs to a payment already; `not_allowed` when it is resolved
 */
export const linkDepositStep = createStep(
  linkDepositStepId,
  async ({ deposit_id, payment_id, actor_id }: LinkDepositInput, { container }) => {
    const { deposits, payments } = container.resolve("onchain")
    const deposit = await deposits.store.find(deposit_id)
    if (!deposit) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no deposit ${deposit_id}.`)
    if (!(await payments.find({ id: payment_id })))
      throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no payment ${payment_id}.`)
    if (deposit.state !== "in_review")
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        `The deposit is ${deposit.state} and not in review.`
      )
    if (!(await deposits.links.linkByPerson(deposit_id, payment_id, actor_id)))
      throw new MedusaError(MedusaError.Types.CONFLICT, "The deposit belongs to a payment already.")
    return new StepResponse({ deposit_id, is_pending: false })
  }
)
