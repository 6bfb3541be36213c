import type { MedusaContainer } from "@medusajs/framework/types"
import { runReportsWorkflow } from "../workflows/finance/workers/run-reports"
import { purgeWhenDue } from "../workflows/inbox/workers/purge-inbox"
import { runEach } from "../workflows/run-each"

export default async function keepHouse(container: MedusaContainer): Promise<void> {
  await runEach([() => runReportsWorkflow(container).run(), () => purgeWhenDue(container)])
}

export const config = {
  name: "onchain-housekeeping",
  schedule: "*/10 * * * * *",
}
