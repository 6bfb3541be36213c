import type { MedusaContainer } from "@medusajs/framework/types"
import { processInboxWorkflow } from "../workflows/inbox/workers/process-inbox"

/** Finds deliveries that no event woke a worker for: retries, and those of a process that was killed. */
export default async function processInbox(container: MedusaContainer): Promise<void> {
  await processInboxWorkflow(container).run()
}

export const config = {
  name: "onchain-process-inbox",
  schedule: "*/10 * * * * *",
}
