import { refundDepositWorkflow } from "../../../../../../workflows/deposit/resolve-deposit"
import { depositAction } from "../../answer-deposit"

/** Cannot be undone. */
export const POST = depositAction((container, input) => refundDepositWorkflow(container).run({ input }))
