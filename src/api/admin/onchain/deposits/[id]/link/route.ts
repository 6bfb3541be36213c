import { linkDeposit } from "../../../../../../workflows/deposit/link-deposit"
import { depositAction } from "../../answer-deposit"
import type { LinkDepositBody } from "../../middlewares"

/** Moves nothing, and cannot be undone. */
export const POST = depositAction<LinkDepositBody>((container, input) => linkDeposit(container, input))
