import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  DEPOSIT_REVIEW_REQUIRED,
  PAYMENT_SETTLED,
  PAYMENT_UNALLOCATED,
  REFUND_DUE,
  UNPAID_ORDER_CANCELLED,
  WEBHOOK_DEAD,
} from "../../../src/modules/onchain/events"
import { NOTE_HEARD } from "../heard-table"

/**
 * Records what a merchant's subscriber receives, so that the verdict need not trust the plugin's record of
 * what it published.
 */
export default async function noteHeard({ event: { name, data }, container }: SubscriberArgs): Promise<void> {
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  await knex.raw(NOTE_HEARD, [name, JSON.stringify(data)])
}

export const config: SubscriberConfig = {
  event: [
    ...[PAYMENT_SETTLED, PAYMENT_UNALLOCATED, REFUND_DUE, UNPAID_ORDER_CANCELLED],
    ...[DEPOSIT_REVIEW_REQUIRED, WEBHOOK_DEAD],
  ],
  context: { subscriberId: "chaos-note-heard" },
}
