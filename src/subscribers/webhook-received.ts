import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { WEBHOOK_RECEIVED } from "../modules/onchain/events"
import { processInbox } from "../workflows/inbox/workers/process-inbox"

/** A lost event costs a few seconds, not a payment: the job finds the delivery. */
export default async function webhookReceived({ container }: SubscriberArgs): Promise<void> {
  await processInbox(container)
}

export const config: SubscriberConfig = {
  event: WEBHOOK_RECEIVED,
  context: { subscriberId: "onchain-webhook-received" },
}
