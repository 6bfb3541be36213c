import { approveDestinationWorkflow } from "../../../../../../workflows/payout/decide-destination"
import { destinationAction } from "../../answer-destination"

/** Lets payouts go to the destination. */
export const POST = destinationAction((container, input) =>
  approveDestinationWorkflow(container).run({ input })
)
