import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { reasonOf } from "../../../modules/onchain/error-reason"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { followUpOrder } from "./follow-up-order"

export const followUpOrdersStepId = "follow-up-onchain-orders"

/** Looked at side by side, and at most in one run; what is left is taken by the next. */
const BATCH = 4
const MAX_BATCHES = 50

/** Looks at orders that are due. One that fails is looked at again when its lease has run out. */
export const followUpOrdersStep = createStep(followUpOrdersStepId, async (_: void, { container }) => {
  const { orders } = container.resolve("onchain")
  let looked = 0
  for (let round = 0; round < MAX_BATCHES; round++) {
    const due = await orders.takeDue(BATCH)
    const results = await Promise.all(due.map((payment) => follow(container, payment)))
    looked += due.length
    // Whatever keeps a whole batch from being looked at keeps the next one too, such as a gateway that is away.
    if (due.length < BATCH || !results.includes(true)) break
  }
  return new StepResponse({ looked })
})

/** @returns false when it failed */
async function follow(container: MedusaContainer, payment: PaymentRow): Promise<boolean> {
  try {
    await followUpOrder(container, payment)
    return true
  } catch (error) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`onchain: the order of payment ${payment.id} is looked at again later: ${reasonOf(error)}`)
    return false
  }
}
