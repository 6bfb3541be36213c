import { endWithdrawalWorkflow } from "../../../../../../workflows/payout/end-withdrawal"
import { withdrawalAction } from "../../answer-withdrawal"
import type { EndWithdrawalBody } from "../../validators"

/** Records what became of a withdrawal that the provider does not show. */
export const POST = withdrawalAction<EndWithdrawalBody>((container, input) =>
  endWithdrawalWorkflow(container).run({ input })
)
