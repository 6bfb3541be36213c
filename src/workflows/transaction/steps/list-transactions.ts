import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { COUNT_LIMIT } from "../../../modules/onchain/listed-rows"
import type { TransactionPage } from "../../../modules/onchain/transaction-list"
import type { OnchainTransactionListResponse } from "../../../types/http"
import { transactionsToView } from "./transactions-to-view"

export const listTransactionsStepId = "list-onchain-transactions"

/** Reads one page of the mirror, with how many there are and how fresh it is. */
export const listTransactionsStep = createStep(
  listTransactionsStepId,
  async (page: TransactionPage, { container }) => {
    const { transactions, sync } = container.resolve("onchain").books
    const [rows, count, state] = await Promise.all([
      transactions.page(page),
      transactions.count(page.filter),
      sync.state(),
    ])
    return new StepResponse<OnchainTransactionListResponse>({
      transactions: await transactionsToView(container, rows),
      count: Math.min(count, COUNT_LIMIT),
      is_count_exact: count <= COUNT_LIMIT,
      limit: page.limit,
      offset: page.offset,
      sync: {
        finished_at: state.finishedAt?.toISOString() ?? null,
        looked_at: state.lookedAt?.toISOString() ?? null,
        is_running: state.isRunning,
        last_error: state.lastError,
      },
    })
  }
)
