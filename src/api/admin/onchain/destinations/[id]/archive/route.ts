import { archiveDestination } from "../../../../../../workflows/payout/destination"
import { destinationAction } from "../../answer-destination"

/** Cannot be undone. */
export const POST = destinationAction(archiveDestination)
