import { model } from "@medusajs/framework/utils"

/** How reading a list of the service, filters included, ended last in any process. */
const OnchainListReading = model.define(
  { name: "OnchainListReading", tableName: "onchain_list_reading" },
  {
    /** The endpoint with its filters, such as `listInvoices status=paid`. */
    id: model.text().primaryKey(),
    /** The account at the gateway that it belongs to: identifiers are unique within one. */
    environment: model.text().primaryKey(),
    business_id: model.text().primaryKey(),
    endpoint: model.text(),
    rows_read: model.number(),
    /** Why its end is not proven; null when it was read to its end. */
    gap: model.text().nullable(),
    read_at: model.dateTime(),
    /** Since when each reading of it has ended without a proof. */
    incomplete_since: model.dateTime().nullable(),
  }
)

export default OnchainListReading
