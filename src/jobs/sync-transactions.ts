import type { MedusaContainer } from "@medusajs/framework/types"
import { syncTransactionsWorkflow } from "../workflows/transaction/workflows/sync-transactions"

/** Keeps the mirror of the service's transactions up to date. */
export default async function syncTransactions(container: MedusaContainer): Promise<void> {
  await syncTransactionsWorkflow(container).run({ input: { is_whole: false } })
}

export const config = {
  name: "onchain-sync-transactions",
  schedule: "*/15 * * * *",
}
