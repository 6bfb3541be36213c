import { checkWithdrawalWorkflow } from "../../../../../../workflows/payout/check-withdrawal"
import { withdrawalAction } from "../../answer-withdrawal"

/** Polls the provider for a withdrawal now. */
export const POST = withdrawalAction((container, input) => checkWithdrawalWorkflow(container).run({ input }))
