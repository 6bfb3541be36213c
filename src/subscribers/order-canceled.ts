import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { closeOrder } from "../workflows/payment/close-order"

/** A lost event costs minutes: the job finds the order too, a paid one where it was cancelled by Medusa's API. */
export default async function orderCanceled({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await closeOrder(container, event.data.id)
}

export const config: SubscriberConfig = {
  event: "order.canceled",
  context: { subscriberId: "onchain-order-canceled" },
}
