import { endWithdrawal } from "../../../../../../workflows/payout/end-withdrawal"
import { withdrawalAction } from "../../answer-withdrawal"
import type { EndWithdrawalBody } from "../../validators"

export const POST = withdrawalAction<EndWithdrawalBody>((container, input) => endWithdrawal(container, input))
