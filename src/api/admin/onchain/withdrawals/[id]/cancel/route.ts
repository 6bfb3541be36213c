import { cancelWithdrawalWorkflow } from "../../../../../../workflows/payout/cancel-withdrawal"
import { withdrawalAction } from "../../answer-withdrawal"

/** Cancels a withdrawal before it is sent. */
export const POST = withdrawalAction((container, input) => cancelWithdrawalWorkflow(container).run({ input }))
