import { refundDepositWorkflow } from "../../../../../../workflows/deposit/resolve-deposit"
import { depositAction } from "../../answer-deposit"

/** Sends the deposit back to its sender. Cannot be undone. */
export const POST = depositAction((container, input) => refundDepositWorkflow(container).run({ input }))
