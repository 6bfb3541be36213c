import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { reasonOf } from "../../../modules/onchain/error-reason"
import { isUnavailable } from "../../../modules/onchain/gateway-pause"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import type { CheckResult } from "../../../modules/onchain/reconciler"
import { resumeOpening } from "./resume-opening"
import { settlePayment } from "./settle-payment"

/** Asks for one payment without a webhook, and acts on the answer. What goes wrong is in the log and planned again. */
export async function checkPayment(container: MedusaContainer, payment: PaymentRow): Promise<CheckResult> {
  try {
    if (payment.state === "opening") return await checkOpening(container, payment)
    const outcome = await settlePayment(container, payment.id, { isCheck: true })
    return outcome === "captured" || outcome === "unallocated" ? outcome : "unchanged"
  } catch (error) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.warn(`onchain: payment ${payment.id} (${payment.state}) could not be checked: ${reasonOf(error)}`)
    return isUnavailable(error) ? "unavailable" : "failed"
  }
}

async function checkOpening(container: MedusaContainer, payment: PaymentRow): Promise<CheckResult> {
  const { checks } = container.resolve("onchain")
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  let hasFailed = true
  try {
    const end = await resumeOpening(container, payment)
    hasFailed = false
    logger.info(`onchain: payment ${payment.id}, whose opening was cut off, is ${end.replace("_", " ")}`)
    return "unchanged"
  } finally {
    await checks.plan(payment.id, { hasFailed })
  }
}
