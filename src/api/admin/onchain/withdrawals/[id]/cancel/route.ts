import { cancelWithdrawalWorkflow } from "../../../../../../workflows/payout/cancel-withdrawal"
import { withdrawalAction } from "../../answer-withdrawal"

export const POST = withdrawalAction((container, input) => cancelWithdrawalWorkflow(container).run({ input }))
