import type { MedusaContainer } from "@medusajs/framework/types"
import { runReportsWorkflow } from "../workflows/report/workflows/run-reports"

/** Makes the reports that somebody has asked for. */
export default async function runReports(container: MedusaContainer): Promise<void> {
  await runReportsWorkflow(container).run()
}

export const config = {
  name: "onchain-run-reports",
  schedule: "*/10 * * * * *",
}
