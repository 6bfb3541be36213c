import type { MedusaContainer } from "@medusajs/framework/types"
import { finishWithdrawalsWorkflow } from "../workflows/withdrawal/workflows/finish-withdrawals"

/** Repeats calls for withdrawals whose answer was lost, each under its own key. */
export default async function finishWithdrawals(container: MedusaContainer): Promise<void> {
  await finishWithdrawalsWorkflow(container).run()
}

export const config = {
  name: "onchain-finish-withdrawals",
  schedule: "*/10 * * * * *",
}
