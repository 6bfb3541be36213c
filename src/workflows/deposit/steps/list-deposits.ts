import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { COUNT_LIMIT } from "../../../modules/onchain/listed-rows"
import type { DepositPage } from "../../../modules/onchain/deposit-list"
import type { OnchainDepositListResponse } from "../../../types/http"
import { loadDepositNames } from "./deposit-names"
import { depositToView } from "./deposit-to-view"

export const listDepositsStepId = "list-onchain-deposits"

/** Reads one page of deposits, with how many there are and how many wait. */
export const listDepositsStep = createStep(listDepositsStepId, async (page: DepositPage, { container }) => {
  const { list } = container.resolve("onchain").deposits
  const [rows, count, waiting] = await Promise.all([
    list.page(page),
    list.count(page.filter),
    list.count({ states: ["in_review"] }),
  ])
  const names = await loadDepositNames(container, rows)
  return new StepResponse<OnchainDepositListResponse>({
    deposits: rows.map((row) => depositToView(row, names)),
    count: Math.min(count, COUNT_LIMIT),
    is_count_exact: count <= COUNT_LIMIT,
    limit: page.limit,
    offset: page.offset,
    waiting: Math.min(waiting, COUNT_LIMIT),
  })
})
