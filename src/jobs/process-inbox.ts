import type { MedusaContainer } from "@medusajs/framework/types"
import { closeCapturedDeliveries, processInbox } from "../workflows/inbox/workers/process-inbox"
import { runJob } from "../workflows/worker"

/** Finds deliveries that no event reported: retries, and those of a killed process. */
export default async function findDeliveries(container: MedusaContainer): Promise<void> {
  await runJob(container, config, [closeCapturedDeliveries, processInbox])
}

export const config = {
  name: "onchain-process-inbox",
  schedule: "*/10 * * * * *",
}
