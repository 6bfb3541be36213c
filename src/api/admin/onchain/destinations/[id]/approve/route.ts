import { approveDestinationWorkflow } from "../../../../../../workflows/payout/destination"
import { destinationAction } from "../../answer-destination"

export const POST = destinationAction(
  async (container, input) => (await approveDestinationWorkflow(container).run({ input })).result
)
