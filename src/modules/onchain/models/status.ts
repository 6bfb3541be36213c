import { model } from "@medusajs/framework/utils"

/**
 * What all processes share: the last occurrence of something, how reading a list of the service ended last, the last run of a worker,
 * which keeps processes from running it side by side, money that the service cannot book, and what was reported to people.
 */
const OnchainStatus = model.define(
  { name: "OnchainStatus", tableName: "onchain_status" },
  {
    /**
     * Such as `webhook_rejected`, `process:` with the random id of a live one, `listInvoices status=paid`, `deposits_in_review` of a
     * worker, `recovery:` with an asset, or `notice:` with the kind and the id of what needs attention.
     */
    id: model.text().primaryKey(),
    /** The account at the gateway that it belongs to; empty where it belongs to none. */
    environment: model.text().primaryKey(),
    business_id: model.text().primaryKey(),
    /**
     * Of a run: its start. Of a list: since when no reading has proven its end. Of money to recover: when it was first seen. Of a
     * notice: when the feed had it.
     */
    started_at: model.dateTime().nullable(),
    /** The last occurrence, the last reading, or when the run last showed that it is alive. */
    seen_at: model.dateTime(),
    /**
     * Earlier than the start while a run is in progress, or when it was cut off. Of a notice: when operators had it, or it was given
     * up or not wanted.
     */
    finished_at: model.dateTime().nullable(),
    /**
     * A reason, a name or the last error; never a key, a secret or a body. Of a list: why its end is not proven. Of money to recover:
     * asset and amount. Of a notice: the message to operators.
     */
    detail: model.text().nullable(),
    /** Of an occurrence: since it was last quiet for a day. Of a notice: tries of its message. Otherwise the rows that were read. */
    count: model.number().default(1),
    /**
     * Of a list: its endpoint. Where the next run continues: for deposits the start of the last full reading, for transactions the
     * end of the last successful one. Of a notice: its notification in the feed, where many at once are one line.
     */
    position: model.text().nullable(),
  }
)

export default OnchainStatus
