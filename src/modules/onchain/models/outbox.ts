import { model } from "@medusajs/framework/utils"

/** One row per event to publish, written in the transaction of the change that the event reports. Published rows are deleted after a while. */
const OnchainOutbox = model
  .define(
    { name: "OnchainOutbox", tableName: "onchain_outbox" },
    {
      id: model.id({ prefix: "ocout" }).primaryKey(),
      /** What the event is about, such as a payment's id. Its events are published one after the other. */
      subject: model.text(),
      name: model.text(),
      data: model.json(),
      /** Order of the events of a subject. A `bigserial`, so that it never runs out. */
      position: model.autoincrement(),
      /** When it is published next; a claim moves it a lease ahead. */
      due_at: model.dateTime(),
      attempts: model.number().default(0),
      last_error: model.text().nullable(),
      published_at: model.dateTime().nullable(),
      /** When to send the shopper's message next; a claim postpones it by the lease. Null when none is due. */
      message_due_at: model.dateTime().nullable(),
      message_tries: model.number().default(0),
      /** `sent`, `failed`, or why it was not sent; null while it is due. */
      message_result: model.text().nullable(),
      /** Error of the last try. */
      message_error: model.text().nullable(),
    }
  )
  .indexes([
    { on: ["due_at"], where: "published_at IS NULL" },
    { on: ["subject", "position"], where: "published_at IS NULL" },
    { on: ["published_at"], where: "published_at IS NOT NULL" },
    { on: ["message_due_at"], where: "message_due_at IS NOT NULL" },
    { name: "IDX_onchain_outbox_messages", on: ["subject"], where: "message_result IS NOT NULL" },
    { name: "IDX_onchain_outbox_message_failed", on: ["created_at"], where: "message_result = 'failed'" },
  ])

export default OnchainOutbox
