import type { MedusaContainer } from "@medusajs/framework/types"
import { checkWithdrawalsWorkflow } from "../workflows/withdrawal/workflows/check-withdrawals"

/** Asks the service for withdrawals that no webhook has told of. */
export default async function checkWithdrawals(container: MedusaContainer): Promise<void> {
  await checkWithdrawalsWorkflow(container).run()
}

export const config = {
  name: "onchain-check-withdrawals",
  schedule: "*/10 * * * * *",
}
