import { MedusaError } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { dayOf, findRangeProblem } from "../../domain/finance/report-day"
import { rangeMessage } from "../../modules/onchain/finance/finance-words"
import { MOST_PER_HOUR } from "../../modules/onchain/finance/report-store"

export const requestReportStepId = "request-onchain-report"

/** `YYYY-MM-DD` in UTC, both included. */
type RequestReportInput = { from: string; to: string; actor_id: string }

const TOO_MANY =
  `You have requested ${MOST_PER_HOUR} reports within an hour. Each reads every list of the provider. Try again later, or ` +
  "open an existing report."

/** @throws MedusaError `invalid_data` for days that no report can cover, `not_allowed` after too many requests */
const requestReportStep = createStep(
  requestReportStepId,
  async ({ from, to, actor_id }: RequestReportInput, { container }) => {
    const { finance, clock } = container.resolve("onchain")
    const problem = findRangeProblem({ from, to }, dayOf(new Date(clock())))
    if (problem !== null) throw new MedusaError(MedusaError.Types.INVALID_DATA, rangeMessage(problem))
    const report = await finance.reports.store.request({ from, to }, actor_id)
    if (!report) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, TOO_MANY)
    return new StepResponse({ report_id: report.id })
  }
)

export const requestReportWorkflowId = "request-onchain-report"

/** A job makes the report. */
export const requestReportWorkflow = createWorkflow(requestReportWorkflowId, (input: RequestReportInput) => {
  return new WorkflowResponse(requestReportStep(input))
})
