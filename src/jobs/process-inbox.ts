import type { MedusaContainer } from "@medusajs/framework/types"
import { processInboxWorkflow } from "../workflows/webhook-delivery/workflows/process-inbox"

/** Finds what no event has woken: deliveries to be tried again, and those of a process that was killed. */
export default async function processInbox(container: MedusaContainer): Promise<void> {
  await processInboxWorkflow(container).run()
}

export const config = {
  name: "onchain-process-inbox",
  schedule: "*/10 * * * * *",
}
