import { acknowledgeWithdrawal } from "../../../../../../workflows/payout/end-withdrawal"
import { withdrawalAction } from "../../answer-withdrawal"
import type { AcknowledgeWithdrawalBody } from "../../validators"

export const POST = withdrawalAction<AcknowledgeWithdrawalBody>((container, input) =>
  acknowledgeWithdrawal(container, input)
)
