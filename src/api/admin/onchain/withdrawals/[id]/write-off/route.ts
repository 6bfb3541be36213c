import { writeOffWithdrawal } from "../../../../../../workflows/payout/end-withdrawal"
import { withdrawalAction } from "../../answer-withdrawal"
import type { WriteOffWithdrawalBody } from "../../validators"

export const POST = withdrawalAction<WriteOffWithdrawalBody>((container, input) =>
  writeOffWithdrawal(container, input)
)
