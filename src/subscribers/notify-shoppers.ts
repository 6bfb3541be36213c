import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import {
  PAYMENT_EXPIRED,
  PAYMENT_PARTIALLY_PAID,
  PAYMENT_SETTLED,
  REFUND_PAID,
} from "../modules/onchain/events"
import { notifyShoppers } from "../workflows/payment/workers/follow-up-orders"

/** A lost event only delays a message: the job finds due messages. A message about a placed order is due later. */
export default async function shopperEvent({ container }: SubscriberArgs): Promise<void> {
  // With messages off, the job drops due messages.
  if (container.resolve("onchain").options.notifications.channel === null) return
  await notifyShoppers(container)
}

export const config: SubscriberConfig = {
  event: [PAYMENT_PARTIALLY_PAID, PAYMENT_EXPIRED, PAYMENT_SETTLED, REFUND_PAID],
  context: { subscriberId: "onchain-notify-shoppers" },
}
