import { approveWithdrawal } from "../../../../../../workflows/payout/execute-withdrawal"
import { withdrawalAction } from "../../answer-withdrawal"
import type { ConsentBody } from "../../validators"

/** Cannot be undone. */
export const POST = withdrawalAction<ConsentBody>((container, input) => approveWithdrawal(container, input))
