import { acceptDeposit } from "../../../../../../workflows/deposit/resolve-deposit"
import { depositAction } from "../../answer-deposit"

/** Cannot be undone. */
export const POST = depositAction(acceptDeposit)
