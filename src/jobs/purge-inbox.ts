import type { MedusaContainer } from "@medusajs/framework/types"
import { purgeInboxWorkflow } from "../workflows/webhook-delivery/workflows/purge-inbox"

/** Deletes old deliveries that are done, so that the inbox does not grow for ever. */
export default async function purgeInbox(container: MedusaContainer): Promise<void> {
  await purgeInboxWorkflow(container).run()
}

export const config = {
  name: "onchain-purge-inbox",
  schedule: "23 * * * *",
}
