import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { dayOf, findRangeProblem } from "../../../domain/report-day"

export const requestReportStepId = "request-onchain-report"

/** Days, both included, `YYYY-MM-DD` in UTC. */
export type RequestReportInput = { from: string; to: string; actor_id: string }

/** Asks for a report; a job makes it. @throws MedusaError `invalid_data` for days that cannot be reported on */
export const requestReportStep = createStep(
  requestReportStepId,
  async ({ from, to, actor_id }: RequestReportInput, { container }) => {
    const { books, clock } = container.resolve("onchain")
    const problem = findRangeProblem({ from, to }, dayOf(new Date(clock())))
    if (problem !== null) throw new MedusaError(MedusaError.Types.INVALID_DATA, problem)
    const { id: report_id } = await books.reports.store.request({ from, to }, actor_id)
    return new StepResponse({ report_id })
  }
)
