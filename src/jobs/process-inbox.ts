import type { MedusaContainer } from "@medusajs/framework/types"
import { processInboxWorkflow } from "../workflows/inbox/workers/process-inbox"

/** Finds deliveries that no event reported: retries, and those of a killed process. */
export default async function processInbox(container: MedusaContainer): Promise<void> {
  await processInboxWorkflow(container).run()
}

export const config = {
  name: "onchain-process-inbox",
  schedule: "*/10 * * * * *",
}
