import type { MedusaContainer } from "@medusajs/framework/types"
import { syncDepositsWorkflow } from "../workflows/deposit/workers/sync-deposits"
import { syncTransactionsWorkflow } from "../workflows/finance/workers/sync-transactions"
import { findMissedRefundsWorkflow } from "../workflows/refund/workers/find-missed-refunds"
import { runEach } from "../workflows/run-each"

export default async function syncRecords(container: MedusaContainer): Promise<void> {
  await runEach([
    () => syncDepositsWorkflow(container).run({ input: { is_forced: false } }),
    () => syncTransactionsWorkflow(container).run({ input: { is_whole: false } }),
    () => findMissedRefundsWorkflow(container).run(),
  ])
}

export const config = {
  name: "onchain-sync-records",
  schedule: "* * * * *",
}
