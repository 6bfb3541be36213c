import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { COUNT_LIMIT } from "../../../modules/onchain/listed-rows"
import { WAITING, type WithdrawalPage } from "../../../modules/onchain/withdrawal-list"
import type { OnchainWithdrawalListResponse } from "../../../types/http"
import { loadWithdrawalNames } from "./withdrawal-names"
import { withdrawalToView } from "./withdrawal-to-view"

export const listWithdrawalsStepId = "list-onchain-withdrawals"

/** Reads one page of withdrawals, with how many there are and how many wait for a person. */
export const listWithdrawalsStep = createStep(
  listWithdrawalsStepId,
  async (page: WithdrawalPage, { container }) => {
    const { options, payouts } = container.resolve("onchain")
    const { list } = payouts.withdrawals
    const [rows, count, waiting] = await Promise.all([
      list.page(page),
      list.count(page.filter),
      list.count({ states: WAITING }),
    ])
    const names = await loadWithdrawalNames(container, rows)
    return new StepResponse<OnchainWithdrawalListResponse>({
      withdrawals: rows.map((row) => withdrawalToView(row, names, options.assumptions)),
      count: Math.min(count, COUNT_LIMIT),
      is_count_exact: count <= COUNT_LIMIT,
      limit: page.limit,
      offset: page.offset,
      waiting: Math.min(waiting, COUNT_LIMIT),
    })
  }
)
