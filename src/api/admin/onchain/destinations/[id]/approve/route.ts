import { approveDestinationWorkflow } from "../../../../../../workflows/payout/decide-destination"
import { destinationAction } from "../../answer-destination"

export const POST = destinationAction((container, input) =>
  approveDestinationWorkflow(container).run({ input })
)
