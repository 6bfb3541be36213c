import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { isUnavailable } from "../../../modules/onchain/gateway-pause"
import type { SweepCount } from "../../../modules/onchain/deposit-invoice-sweep"
import type { FoundInvoice } from "../../../modules/onchain/deposit-invoices"
import { reasonOf } from "../../../modules/onchain/error-reason"
import { lookForOrders } from "../../order/steps/look-for-orders"
import { adoptDepositInvoice } from "./adopt-deposit-invoice"
import { settlePayment } from "./settle-payment"

export const findDepositInvoicesStepId = "find-onchain-deposit-invoices"

/** Finds deposits to intents that no webhook told of. Safe to cut off and to repeat. */
export const findDepositInvoicesStep = createStep(
  findDepositInvoicesStepId,
  async (_: void, { container }) => {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    const count = await sweep(container)
    if (count && count.found + count.failed > 0)
      logger.info(
        `onchain: deposits: ${count.seen} invoices read, ${count.found} found, ${count.failed} failed`
      )
    return new StepResponse({ seen: count?.seen ?? 0, found: count?.found ?? 0 })
  }
)

async function sweep(container: MedusaContainer): Promise<SweepCount | null> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  try {
    return await container.resolve("onchain").depositInvoices.run({
      adopt: (found) => adopt(container, found),
      onFailure: ({ invoiceId }, error) =>
        logger.warn(`onchain: the deposit of invoice ${invoiceId} could not be taken in: ${reasonOf(error)}`),
      lookForOrders: (payments) => lookForOrders(container, payments),
    })
  } catch (error) {
    if (!isUnavailable(error)) throw error
    logger.warn(`onchain: deposits could not be looked for, again later: ${reasonOf(error)}`)
    return null
  }
}

async function adopt(container: MedusaContainer, { invoiceId }: FoundInvoice): Promise<void> {
  const adoption = await adoptDepositInvoice(container, invoiceId)
  if (adoption.kind === "payment") await settlePayment(container, adoption.paymentId, { isCheck: true })
}
