import type { MedusaContainer } from "@medusajs/framework/types"
import { syncDeposits } from "../workflows/deposit/workers/sync-deposits"
import { findMissedIncome } from "../workflows/deposit/workers/find-income"
import { syncTransactions } from "../workflows/finance/workers/sync-transactions"
import { findMissedRefunds } from "../workflows/refund/workers/find-missed-refunds"
import { briefly, runJob } from "../workflows/worker"

export default async function syncRecords(container: MedusaContainer): Promise<void> {
  await runJob(container, config, [
    (own) => syncDeposits(own, { is_forced: false }),
    (own) => syncTransactions(own, { is_whole: false }),
    findMissedRefunds,
    briefly(findMissedIncome),
  ])
}

export const config = {
  name: "onchain-sync-records",
  schedule: "* * * * *",
}
