import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { ReportDifference } from "../../../modules/onchain/report-reader"
import type { ReportRow } from "../../../modules/onchain/report-row"
import type { OnchainReportDifference, OnchainReportResponse } from "../../../types/http"
import { loadActorNames } from "../../deposit/steps/actor-names"
import { loadPaymentOrders } from "../../transaction/steps/payment-orders"
import { lineToView, reportToView } from "./report-to-view"

export const viewReportStepId = "view-onchain-report"

/** More are in the CSV; `difference_count` has the whole number. */
const SHOWN = 500

/** `is_whole` takes in every difference and not the first {@link SHOWN}. */
export type ViewReportInput = { report_id: string; is_whole?: boolean }

/** Reads a report with its lines and differences; one that is not done has none yet. @throws MedusaError `not_found` */
export const viewReportStep = createStep(
  viewReportStepId,
  async ({ report_id, is_whole = false }: ViewReportInput, { container }) => {
    const { books, networkNames } = container.resolve("onchain")
    const row = await books.reports.store.find(report_id)
    if (!row) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no report ${report_id}.`)
    const [actorName, networkName] = await Promise.all([
      loadActorNames(container, [row.requested_by]),
      networkNames.load(),
    ])
    const lines = row.state === "done" ? await books.reports.reader.lines(row.id) : []
    const most = is_whole ? Infinity : SHOWN
    return new StepResponse<OnchainReportResponse["report"]>({
      ...reportToView(row, { actorName }),
      lines: lines.map((line) => lineToView(line, { networkName })),
      differences: await readDifferences(container, row, most),
    })
  }
)

async function readDifferences(
  container: MedusaContainer,
  { id, state }: ReportRow,
  most: number
): Promise<OnchainReportDifference[]> {
  if (state !== "done") return []
  const { reader } = container.resolve("onchain").books.reports
  const found: OnchainReportDifference[] = []
  for await (const piece of reader.differences(id)) {
    found.push(...(await withOrders(container, piece.slice(0, most - found.length))))
    if (found.length >= most) break
  }
  return found
}

/** Piece by piece: one statement takes no more than 65,535 keys. */
async function withOrders(
  container: MedusaContainer,
  piece: readonly ReportDifference[]
): Promise<OnchainReportDifference[]> {
  const { books } = container.resolve("onchain")
  const { payments } = await books.findSubjects(piece.map(({ match_key }) => match_key))
  const orders = await loadPaymentOrders(container, [...payments.values()])
  return piece.map((difference) => {
    const payment = payments.get(difference.match_key)
    return { ...difference, order: payment ? orders(payment.id) : null }
  })
}
