import { model } from "@medusajs/framework/utils"
import { amountChecks } from "../work/amount-check"
import { listIndexes } from "../work/sync-runs"

/** In review at the service, or not readable, and no admin has looked at it. */
export const IS_WAITING = "reviewed_at IS NULL AND (status = 'review_required' OR unread IS NOT NULL)"

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
      environment: model.text().primaryKey(),
      business_id: model.text().primaryKey(),
      chain: model.text(),
      network_id: model.text(),
      token: model.text(),
      canonical_asset_id: model.text().nullable(),
      /** Receipt, fee, payout or refund; null where it cannot be read. */
      kind: model.text().nullable(),
      /** The service's own word. */
      type: model.text().nullable(),
      direction: model.text().nullable(),
      amount: model.text().nullable(),
      tx_hash: model.text().nullable(),
      /** The invoice, deposit or withdrawal it belongs to. */
      reference: model.text().nullable(),
      /** `review_required`, `failed`, or the service's own word. */
      status: model.text().nullable(),
      to_address: model.text().nullable(),
      memo: model.text().nullable(),
      /** Why it is in no sum, and the row as the service sent it; null where it can be read. */
      unread: model.text().nullable(),
      raw: model.text().nullable(),
      /** What an admin decided about one that needed review. */
      reviewed_at: model.dateTime().nullable(),
      reviewed_by: model.text().nullable(),
      review_note: model.text().nullable(),
      occurred_at: model.dateTime().nullable(),
      /** When it happened, else when it was first seen. */
      sort_at: model.dateTime(),
    }
  )
  .indexes([
    ...listIndexes("onchain_transaction", "sort_at", ["type", "direction", "network_id", "token"]),
    { on: ["reference"], where: "reference IS NOT NULL" },
    {
      name: "IDX_onchain_transaction_waiting",
      on: ["environment", "business_id", "sort_at"],
      where: IS_WAITING,
    },
  ])
  .checks(amountChecks("onchain_transaction", ["amount"]))

export default OnchainTransaction
