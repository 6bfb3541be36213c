import { model } from "@medusajs/framework/utils"
import { listIndexes } from "../work/sync-runs"
import { DELIVERY_STATES } from "../../../domain/inbox/delivery"

/** The durable inbox. The identifier is the value of `X-Webhook-ID`. */
const OnchainWebhookDelivery = model
  .define(
    { name: "OnchainWebhookDelivery", tableName: "onchain_webhook_delivery" },
    {
      id: model.text().primaryKey(),
      environment: model.text().primaryKey(),
      business_id: model.text().primaryKey(),
      event: model.text(),
      /** The resource that the delivery names. A hint, never trusted. */
      resource_id: model.text().nullable(),
      raw_body: model.text(),
      state: model.enum([...DELIVERY_STATES]).default("received"),
      attempts: model.number().default(0),
      received_at: model.dateTime(),
      next_attempt_at: model.dateTime(),
      lease_expires_at: model.dateTime().nullable(),
      processed_at: model.dateTime().nullable(),
      last_error: model.text().nullable(),
    }
  )
  .indexes([
    { on: ["next_attempt_at"], where: "state = 'received'" },
    { on: ["lease_expires_at"], where: "state = 'processing'" },
    ...listIndexes("onchain_webhook_delivery", "received_at", ["state", "event"]),
    { on: ["resource_id"], where: "resource_id IS NOT NULL" },
  ])

export default OnchainWebhookDelivery
