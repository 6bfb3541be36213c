import { adoptWithdrawal } from "../../../../../../workflows/payout/check-withdrawal"
import { withdrawalAction } from "../../answer-withdrawal"
import type { AdoptWithdrawalBody } from "../../validators"

export const POST = withdrawalAction<AdoptWithdrawalBody>((container, input) =>
  adoptWithdrawal(container, input)
)
