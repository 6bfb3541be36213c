import { acknowledgeWithdrawalWorkflow } from "../../../../../../workflows/payout/acknowledge-withdrawal"
import { withdrawalAction } from "../../answer-withdrawal"
import type { AcknowledgeWithdrawalBody } from "../../validators"

/** Notes that the operator has looked at a mismatch. */
export const POST = withdrawalAction<AcknowledgeWithdrawalBody>((container, input) =>
  acknowledgeWithdrawalWorkflow(container).run({ input })
)
