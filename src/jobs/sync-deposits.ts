import type { MedusaContainer } from "@medusajs/framework/types"
import { syncDepositsWorkflow } from "../workflows/deposit/workflows/sync-deposits"

/** Finds deposits that no webhook told of, and how those ended that left the review. */
export default async function syncDeposits(container: MedusaContainer): Promise<void> {
  await syncDepositsWorkflow(container).run({ input: { is_forced: false } })
}

export const config = {
  name: "onchain-sync-deposits",
  schedule: "* * * * *",
}
