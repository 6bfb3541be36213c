import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { dayOf, findRangeProblem } from "../../domain/finance/report-day"
import { rangeMessage } from "../../modules/onchain/finance/finance-words"
import { MOST_PER_HOUR } from "../../modules/onchain/finance/report-store"

/** `YYYY-MM-DD` in UTC, both included. */
type RequestReportInput = { from: string; to: string; actor_id: string }

const TOO_MANY =
  `You have requested ${MOST_PER_HOUR} reports within an hour. Each reads every list of the provider. Try again later, or ` +
  "open an existing report."

/**
 * Stores the request of a report; a job makes the report.
 *
 * @throws MedusaError `invalid_data` for days that no report can cover, `not_allowed` after too many requests
 */
export async function requestReport(container: MedusaContainer, { from, to, actor_id }: RequestReportInput) {
  const { finance, clock } = container.resolve("onchain")
  const problem = findRangeProblem({ from, to }, dayOf(new Date(clock())))
  if (problem !== null) throw new MedusaError(MedusaError.Types.INVALID_DATA, rangeMessage(problem))
  const report = await finance.reports.store.request({ from, to }, actor_id)
  if (!report) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, TOO_MANY)
  return { report_id: report.id }
}
