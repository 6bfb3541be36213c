import { assignDeposit } from "../../../../../../workflows/deposit/resolve-deposit"
import { depositAction } from "../../answer-deposit"
import type { AssignDepositBody } from "../../middlewares"

/** Cannot be undone. */
export const POST = depositAction<AssignDepositBody>((container, input) => assignDeposit(container, input))
