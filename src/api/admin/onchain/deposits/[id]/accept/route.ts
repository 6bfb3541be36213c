import { acceptDepositWorkflow } from "../../../../../../workflows/deposit/resolve-deposit"
import { depositAction } from "../../answer-deposit"

/** Takes the deposit as income that belongs to no order. Cannot be undone. */
export const POST = depositAction((container, input) => acceptDepositWorkflow(container).run({ input }))
