import type { MedusaContainer } from "@medusajs/framework/types"
import { finishDepositActionsWorkflow } from "../workflows/deposit/workflows/finish-deposit-actions"

/** Repeats calls for deposits whose answer was lost, each under its own key. */
export default async function finishDepositActions(container: MedusaContainer): Promise<void> {
  await finishDepositActionsWorkflow(container).run()
}

export const config = {
  name: "onchain-finish-deposit-actions",
  schedule: "*/10 * * * * *",
}
