import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { RefundPage } from "../../../modules/onchain/refund-list"
import type { OnchainRefundListResponse } from "../../../types/http"
import { loadRefundNames } from "./refund-names"
import { refundToView } from "./refund-to-view"

export const listRefundsStepId = "list-onchain-refunds"

/** Reads one page of refunds, with how many there are and how many are due. */
export const listRefundsStep = createStep(listRefundsStepId, async (page: RefundPage, { container }) => {
  const { list } = container.resolve("onchain").payouts.refunds
  const [rows, count, waiting] = await Promise.all([
    list.page(page),
    list.count(page.filter),
    list.count({ states: ["due"] }),
  ])
  const payments = await list.paymentsOf(rows)
  const names = await loadRefundNames(container, [...payments.values()])
  return new StepResponse<OnchainRefundListResponse>({
    refunds: rows.map((row) => refundToView(row, payments.get(row.payment_id), names)),
    count,
    limit: page.limit,
    offset: page.offset,
    waiting,
  })
})
