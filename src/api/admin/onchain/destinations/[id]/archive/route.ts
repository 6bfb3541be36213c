import { archiveDestinationWorkflow } from "../../../../../../workflows/payout/decide-destination"
import { destinationAction } from "../../answer-destination"

/** Closes the destination for payouts that are not sent yet. Cannot be undone. */
export const POST = destinationAction((container, input) =>
  archiveDestinationWorkflow(container).run({ input })
)
