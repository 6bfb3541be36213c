import type { MedusaContainer } from "@medusajs/framework/types"
import { runReports } from "../workflows/finance/workers/run-reports"
import { notifyAttentionWhenDue } from "../workflows/health/attention"
import { watchHealthWhenDue } from "../workflows/health/check-health"
import { purgeWhenDue } from "../workflows/inbox/workers/purge-inbox"
import { runJob } from "../workflows/worker"

export default async function keepHouse(container: MedusaContainer): Promise<void> {
  await runJob(container, config, [runReports, purgeWhenDue, notifyAttentionWhenDue, watchHealthWhenDue])
}

export const config = {
  name: "onchain-housekeeping",
  schedule: "*/10 * * * * *",
}
