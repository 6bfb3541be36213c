import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import type { CaptureFact } from "../../../modules/onchain/finance/report-entries"
import { isOwnProvider } from "../../../modules/onchain/payment/medusa-payments"
import { reportRunnerOf } from "./report-runner"

export const runReportsStepId = "run-onchain-reports"

/** Makes the reports that wait, one after another. Safe to cut off and to repeat: each begins again. */
const runReportsStep = createStep(runReportsStepId, async (_: void, { container }) => {
  const runner = reportRunnerOf(container)
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const made: string[] = []
  for (;;) {
    const id = await runner.run((from) => listCaptures(container, from))
    if (id === null) break
    logger.info(`onchain: report ${id} was worked on`)
    made.push(id)
  }
  return new StepResponse({ made })
})

const PAGE = 500

/** Money counts as text: what a row says that is no such thing ends the report. */
const captureRow = z.object({
  id: z.string(),
  created_at: z.coerce.date(),
  raw_amount: z.object({ value: z.string() }),
  payment: z.object({
    provider_id: z.string(),
    currency_code: z.string(),
    payment_session_id: z.string().nullish(),
  }),
})

/**
 * Walks Medusa's captures of payments of our provider, oldest first. New ones come at the end, so that none is missed.
 *
 * @throws ZodError when a row does not hold what its fields promise
 */
async function* listCaptures(
  container: MedusaContainer,
  from: Date
): AsyncGenerator<CaptureFact, void, undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  for (let skip = 0; ; skip += PAGE) {
    const { data } = await query.graph({
      entity: "capture",
      fields: [
        "id",
        "created_at",
        "raw_amount",
        "payment.provider_id",
        "payment.currency_code",
        "payment.payment_session_id",
      ],
      filters: { created_at: { $gte: from } },
      pagination: { skip, take: PAGE, order: { created_at: "ASC", id: "ASC" } },
    })
    const rows = z.array(captureRow).parse(data)
    for (const { id, created_at, raw_amount, payment } of rows) {
      if (!isOwnProvider(payment.provider_id)) continue
      yield {
        id,
        sessionId: payment.payment_session_id ?? null,
        amount: raw_amount.value,
        currencyCode: payment.currency_code,
        at: created_at,
      }
    }
    if (rows.length < PAGE) return
  }
}

export const runReportsWorkflowId = "run-onchain-reports"

/** Makes the reports that were requested. Run by a job. */
export const runReportsWorkflow = createWorkflow(runReportsWorkflowId, () => {
  return new WorkflowResponse(runReportsStep())
})
