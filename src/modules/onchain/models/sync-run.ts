import { model } from "@medusajs/framework/utils"

/** The last run of each kind of synchronisation. Keeps processes from running the same one side by side. */
const OnchainSyncRun = model.define(
  { name: "OnchainSyncRun", tableName: "onchain_sync_run" },
  {
    /** Such as `deposits_in_review`. */
    id: model.text().primaryKey(),
    /** The account at the gateway that it belongs to: identifiers are unique within one. */
    environment: model.text().primaryKey(),
    business_id: model.text().primaryKey(),
    started_at: model.dateTime(),
    /** Earlier than the start while it runs, or when it was cut off. */
    finished_at: model.dateTime().nullable(),
    /** Updated while it runs, so that a dead one differs from a long one. */
    alive_at: model.dateTime(),
    rows_seen: model.number().default(0),
    rows_changed: model.number().default(0),
    last_error: model.text().nullable(),
    /**
     * Where the next run continues: for deposits the start of the last full reading, for transactions the end
     * of the last successful one.
     */
    position: model.text().nullable(),
  }
)

export default OnchainSyncRun
