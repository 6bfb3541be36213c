import { checkWithdrawalWorkflow } from "../../../../../../workflows/payout/check-withdrawal"
import { withdrawalAction } from "../../answer-withdrawal"

export const POST = withdrawalAction((container, input) => checkWithdrawalWorkflow(container).run({ input }))
