import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { WEBHOOK_RECEIVED } from "../modules/onchain/events"
import { processInboxWorkflow } from "../workflows/inbox/workers/process-inbox"

/** Wakes the inbox. The event carries nothing that matters: a lost one costs a few seconds, not a payment. */
export default async function webhookReceived({ container }: SubscriberArgs): Promise<void> {
  await processInboxWorkflow(container).run()
}

export const config: SubscriberConfig = {
  event: WEBHOOK_RECEIVED,
  context: { subscriberId: "onchain-webhook-received" },
}
