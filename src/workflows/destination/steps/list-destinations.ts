import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { DestinationPage } from "../../../modules/onchain/destination-list"
import type { OnchainDestinationListResponse } from "../../../types/http"
import { loadDestinationNames } from "./destination-names"
import { destinationToView } from "./destination-to-view"

export const listDestinationsStepId = "list-onchain-destinations"

/** Reads one page of the address book, with how many there are and how many wait to be approved. */
export const listDestinationsStep = createStep(
  listDestinationsStepId,
  async (page: DestinationPage, { container }) => {
    const { list } = container.resolve("onchain").payouts.destinations
    const [rows, count, waiting] = await Promise.all([
      list.page(page),
      list.count(page.filter),
      list.count({ state: "pending" }),
    ])
    const names = await loadDestinationNames(container, rows)
    return new StepResponse<OnchainDestinationListResponse>({
      destinations: rows.map((row) => destinationToView(row, names)),
      count,
      limit: page.limit,
      offset: page.offset,
      waiting,
    })
  }
)
