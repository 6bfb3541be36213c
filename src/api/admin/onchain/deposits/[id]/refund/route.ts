import { refundDepositWorkflow } from "../../../../../../workflows/deposit/resolve-deposit"
import { depositAction } from "../../answer-deposit"

/** Cannot be undone. */
export const POST = depositAction(
  async (container, input) => (await refundDepositWorkflow(container).run({ input })).result
)
