import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { UnallocatedPage } from "../../../modules/onchain/unallocated-list"
import type { OnchainUnallocatedPaymentListResponse } from "../../../types/http"
import { loadUnallocatedNames } from "./unallocated-names"
import { unallocatedToView } from "./unallocated-to-view"

export const listUnallocatedPaymentsStepId = "list-onchain-unallocated-payments"

/** Reads one page of money that had no order to go to, with how much there is and how much waits. */
export const listUnallocatedPaymentsStep = createStep(
  listUnallocatedPaymentsStepId,
  async (page: UnallocatedPage, { container }) => {
    const { unallocated } = container.resolve("onchain")
    const [rows, count, waiting] = await Promise.all([
      unallocated.page(page),
      unallocated.count(page.filter),
      unallocated.count({ resolution: "waiting" }),
    ])
    const names = await loadUnallocatedNames(container, rows)
    const { limit, offset } = page
    const payments = rows.map((row) => unallocatedToView(row, names))
    return new StepResponse<OnchainUnallocatedPaymentListResponse>({
      payments,
      count,
      limit,
      offset,
      waiting,
    })
  }
)
