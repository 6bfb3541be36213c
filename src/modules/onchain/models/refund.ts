import { model } from "@medusajs/framework/utils"
import { REFUND_KINDS, REFUND_RATES, REFUND_STATES } from "../../../domain/refund/refund-lifecycle"
import { amountChecks } from "../work/amount-check"
import { listIndexes } from "../work/sync-runs"

/**
 * Money that is owed back. Recording it moves nothing: a person pays it out by a withdrawal, or settles it
 * otherwise.
 *
 * `id` is Medusa's refund id for a refund of an order, and derived from the payment for a surplus, so that
 * the same one can never be recorded twice.
 */
const OnchainRefund = model
  .define(
    { name: "OnchainRefund", tableName: "onchain_refund" },
    {
      id: model.text().primaryKey(),
      /** The account at the gateway that it belongs to. One of a further deposit is named by the gateway's invoice. */
      environment: model.text().primaryKey(),
      business_id: model.text().primaryKey(),
      payment_id: model.text(),
      /** Set when it refunds an attempt that was not captured. */
      attempt_id: model.text().nullable(),
      session_id: model.text(),
      kind: model.enum([...REFUND_KINDS]),
      /** That of its latest payout, written in the same transaction. */
      state: model.enum([...REFUND_STATES]).default("due"),
      /** Major units of the currency; null for a surplus, which is owed in tokens. */
      fiat_amount: model.text().nullable(),
      currency_code: model.text(),
      /** Decimal in token units; null until an order refund is quoted. */
      token_amount: model.text().nullable(),
      chain: model.text(),
      network_id: model.text(),
      token: model.text(),
      canonical_asset_id: model.text().nullable(),
      /** The latest payout and its destination. */
      withdrawal_id: model.text().nullable(),
      destination_id: model.text().nullable(),
      /** Its share of the tokens that came, in token units: its amount at the rate of the payment. */
      share_amount: model.text().nullable(),
      /** The rate of `token_amount`. */
      rate_basis: model.enum([...REFUND_RATES]).nullable(),
      rate: model.text().nullable(),
      rate_source: model.text().nullable(),
      rate_at: model.dateTime().nullable(),
      done_at: model.dateTime().nullable(),
      /** Who settled it by other means, and how. */
      settled_by: model.text().nullable(),
      settled_note: model.text().nullable(),
      settled_tx_hash: model.text().nullable(),
      last_error: model.text().nullable(),
    }
  )
  .indexes([
    { on: ["payment_id"] },
    { name: "IDX_onchain_refund_due", on: ["payment_id"], where: "state <> 'done'" },
    {
      name: "IDX_onchain_refund_paid",
      on: ["payment_id"],
      where: "state = 'done' AND kind <> 'surplus'",
    },
    ...listIndexes("onchain_refund", "created_at", ["state", "kind"]),
    { on: ["withdrawal_id"], unique: true, where: "withdrawal_id IS NOT NULL" },
  ])
  .checks(amountChecks("onchain_refund", ["fiat_amount", "token_amount", "share_amount"]))

export default OnchainRefund
