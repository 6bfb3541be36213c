import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { BatchReport } from "../../../modules/onchain/reconciler"
import { announceRefund } from "./announce-refund"
import { checkPayment } from "./check-payment"

export const reconcilePaymentsStepId = "reconcile-onchain-payments"

/** Of one run; what is left is told by the next. */
const REFUNDS = 50
/** Whoever records a refund has this long to tell it. */
const ANNOUNCEMENT_GRACE_MS = 30_000

/** Asks the service for every payment that is due without a webhook. Any number of processes may call it, at any time. */
export const reconcilePaymentsStep = createStep(reconcilePaymentsStepId, async (_: void, { container }) => {
  await tellRefunds(container)
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const { reconciler, counters } = container.resolve("onchain")
  const count = await reconciler.run({
    check: (payment) => checkPayment(container, payment),
    onBatch: (report) => {
      counters.add("reconciliation_checks", {}, report.asked)
      logBatch(logger, report)
    },
  })
  return new StepResponse({ asked: count?.asked ?? 0, captured: count?.captured ?? 0 })
})

async function tellRefunds(container: MedusaContainer): Promise<void> {
  const { refunds } = container.resolve("onchain")
  for (const id of await refunds.listUnannounced(ANNOUNCEMENT_GRACE_MS, REFUNDS))
    await announceRefund(container, id)
}

function logBatch(logger: Logger, report: BatchReport): void {
  const { asked, captured, unallocated, failed, unavailable, left } = report
  const counts = { captured, unallocated, failed }
  const ends = Object.entries(counts).filter(([, count]) => count > 0)
  const what = [`${asked} asked for`, ...ends.map(([name, count]) => `${count} ${name}`)].join(", ")
  if (unavailable > 0)
    logger.warn(`onchain: reconciliation: ${what}; the service cannot be asked now, ${left} left for later`)
  else logger.info(`onchain: reconciliation: ${what}; ${left === 0 ? "nothing more is due" : `${left} left`}`)
}
