import { adoptWithdrawalWorkflow } from "../../../../../../workflows/payout/adopt-withdrawal"
import { withdrawalAction } from "../../answer-withdrawal"
import type { AdoptWithdrawalBody } from "../../validators"

/** Names the provider's withdrawal for one whose answer was lost. */
export const POST = withdrawalAction<AdoptWithdrawalBody>((container, input) =>
  adoptWithdrawalWorkflow(container).run({ input })
)
