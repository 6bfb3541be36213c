import { model } from "@medusajs/framework/utils"

/**
 * One row per kind of thing that was last seen, by whichever process: what the health page asks for and what one
 * process cannot know of the others.
 */
const OnchainSignal = model.define(
  { name: "OnchainSignal", tableName: "onchain_signal" },
  {
    /** Such as `webhook_rejected`, `unreadable:invoice.expiresAt`, or `process:` with the random id of one that lives. */
    id: model.text().primaryKey(),
    seen_at: model.dateTime(),
    /** A reason or a name; never a key, a secret or a body. */
    detail: model.text().nullable(),
    /** How often, since it was last quiet for a day. */
    count: model.number().default(1),
  }
)

export default OnchainSignal
