import { model } from "@medusajs/framework/utils"
import { amountChecks } from "../work/amount-check"
import { listIndexes } from "../work/list-indexes"

/**
 * Mirror of a transaction of the service, for accounting only. The identifier is the service's own.
 *
 * The amount is a decimal in token units. Never soft-deleted.
 */
const OnchainTransaction = model
  .define(
    { name: "OnchainTransaction", tableName: "onchain_transaction" },
    {
      id: model.text().primaryKey(),
      /** The account at the gateway that it belongs to: identifiers are unique within one. */
      environment: model.text().primaryKey(),
      business_id: model.text().primaryKey(),
      chain: model.text(),
      network_id: model.text(),
      token: model.text(),
      canonical_asset_id: model.text().nullable(),
      /** The service's own words, verbatim. */
      type: model.text().nullable(),
      direction: model.text().nullable(),
      amount: model.text().nullable(),
      tx_hash: model.text().nullable(),
      /** The invoice, deposit or withdrawal it belongs to. */
      reference: model.text().nullable(),
      occurred_at: model.dateTime().nullable(),
      /** When it happened, else when it was first seen. */
      sort_at: model.dateTime(),
    }
  )
  .indexes([
    ...listIndexes("onchain_transaction", "sort_at", ["type", "direction", "network_id", "token"]),
    { on: ["reference"], where: "reference IS NOT NULL" },
  ])
  .checks(amountChecks("onchain_transaction", ["amount"]))

export default OnchainTransaction
