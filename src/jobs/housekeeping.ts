import type { MedusaContainer } from "@medusajs/framework/types"
import { runReportsWorkflow } from "../workflows/finance/workers/run-reports"
import { notifyAttentionWhenDue } from "../workflows/health/workers/notify-attention"
import { watchHealthWhenDue } from "../workflows/health/workers/watch-health"
import { purgeWhenDue } from "../workflows/inbox/workers/purge-inbox"
import { runEach } from "../workflows/run-each"

export default async function keepHouse(container: MedusaContainer): Promise<void> {
  await runEach([
    () => runReportsWorkflow(container).run(),
    () => purgeWhenDue(container),
    () => notifyAttentionWhenDue(container),
    () => watchHealthWhenDue(container),
  ])
}

export const config = {
  name: "onchain-housekeeping",
  schedule: "*/10 * * * * *",
}
