import { model } from "@medusajs/framework/utils"

/** The last occurrence of something in any process: for the health page, and for what processes share. */
const OnchainSignal = model.define(
  { name: "OnchainSignal", tableName: "onchain_signal" },
  {
    /**
     * Such as `webhook_rejected`, `unreadable:invoice.expiresAt`, or `process:` with the random id of a live
     * one.
     */
    id: model.text().primaryKey(),
    seen_at: model.dateTime(),
    /** A reason or a name; never a key, a secret or a body. */
    detail: model.text().nullable(),
    /** Since it was last quiet for a day. */
    count: model.number().default(1),
  }
)

export default OnchainSignal
