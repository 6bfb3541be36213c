import { confirmWithdrawal } from "../../../../../../workflows/payout/execute-withdrawal"
import { withdrawalAction } from "../../answer-withdrawal"
import type { ConsentBody } from "../../validators"

/** Cannot be undone, unless a second user has to approve. */
export const POST = withdrawalAction<ConsentBody>((container, input) => confirmWithdrawal(container, input))
