import { setTimeout as delay } from "node:timers/promises"
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

const attempts = 60
const pauseMs = 2_000

/**
 * Records what a merchant's subscriber receives, so that the verdict need not trust the plugin's record of
 * what it published.
 */
export default async function noteHeard({ event: { name, data }, container }: SubscriberArgs): Promise<void> {
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  for (let left = attempts; ; left--) {
    try {
      await knex.raw(NOTE_HEARD, [name, JSON.stringify(data)])
      return
    } catch (error) {
      // The database is away: it comes back, and Medusa's event bus does not repeat the event.
      if (left === 0) throw error
      await delay(pauseMs)
    }
  }
}

export const config: SubscriberConfig = {
  event: [
    ...[PAYMENT_SETTLED, PAYMENT_UNALLOCATED, REFUND_DUE, UNPAID_ORDER_CANCELLED],
    ...[DEPOSIT_REVIEW_REQUIRED, WEBHOOK_DEAD],
  ],
  context: { subscriberId: "chaos-note-heard" },
}
