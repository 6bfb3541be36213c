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

/** Writes down what a merchant's subscriber hears, so that the verdict need not take the plugin's word for what it has told. */
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
