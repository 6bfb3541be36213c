import { model } from "@medusajs/framework/utils"

/** One row per kind of synchronisation: its last run. Keeps processes from doing the same work side by side. */
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
    /** Moved on while it runs, so that one that was cut off is told from a long one. */
    alive_at: model.dateTime(),
    rows_seen: model.number().default(0),
    rows_changed: model.number().default(0),
    last_error: model.text().nullable(),
    /**
     * Up to where it came, for one that goes on from there; of a list of deposits when the last full reading began, of one of
     * transactions when the last reading ended that did not fail.
     */
    position: model.text().nullable(),
  }
)

export default OnchainSyncRun
