import { writeOffWithdrawalWorkflow } from "../../../../../../workflows/payout/write-off-withdrawal"
import { withdrawalAction } from "../../answer-withdrawal"
import type { WriteOffWithdrawalBody } from "../../validators"

/** Records that the provider has not sent a withdrawal whose answer was lost. */
export const POST = withdrawalAction<WriteOffWithdrawalBody>((container, input) =>
  writeOffWithdrawalWorkflow(container).run({ input })
)
