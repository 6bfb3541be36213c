import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { dayOf, findRangeProblem } from "../../../domain/report-day"
import { MOST_PER_HOUR } from "../../../modules/onchain/report-store"

export const requestReportStepId = "request-onchain-report"

/** Days, both included, `YYYY-MM-DD` in UTC. */
export type RequestReportInput = { from: string; to: string; actor_id: string }

const TOO_MANY =
  `You have asked for ${MOST_PER_HOUR} reports within an hour. Each reads all lists of the service; ask again later, or ` +
  "open one that is there."

/**
 * Asks for a report; a job makes it.
 *
 * @throws MedusaError `invalid_data` for days that cannot be reported on, `not_allowed` when somebody asks too often
 */
export const requestReportStep = createStep(
  requestReportStepId,
  async ({ from, to, actor_id }: RequestReportInput, { container }) => {
    const { books, clock } = container.resolve("onchain")
    const problem = findRangeProblem({ from, to }, dayOf(new Date(clock())))
    if (problem !== null) throw new MedusaError(MedusaError.Types.INVALID_DATA, problem)
    const report = await books.reports.store.request({ from, to }, actor_id)
    if (!report) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, TOO_MANY)
    return new StepResponse({ report_id: report.id })
  }
)
