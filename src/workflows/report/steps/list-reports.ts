import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { OnchainReportListResponse } from "../../../types/http"
import { loadActorNames } from "../../deposit/steps/actor-names"
import { reportToView } from "./report-to-view"

export const listReportsStepId = "list-onchain-reports"

/** Reads one page of reports, newest first. */
export const listReportsStep = createStep(
  listReportsStepId,
  async (page: { limit: number; offset: number }, { container }) => {
    const { store } = container.resolve("onchain").books.reports
    const [rows, count] = await Promise.all([store.page(page), store.count()])
    const actorName = await loadActorNames(
      container,
      rows.map(({ requested_by }) => requested_by)
    )
    const reports = rows.map((row) => reportToView(row, { actorName }))
    return new StepResponse<OnchainReportListResponse>({ reports, count, ...page })
  }
)
