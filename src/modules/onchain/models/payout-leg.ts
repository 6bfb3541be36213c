import { model } from "@medusajs/framework/utils"
import { amountChecks } from "../work/amount-check"

/**
 * A recipient's share of what an attempt brings, which the service pays out as a withdrawal of its own. We never repeat one.
 *
 * A recipient is stored before the invoice is requested; a leg of a route is stored when the service first shows it.
 * Amounts are decimal text in token units. Never soft-deleted.
 */
const OnchainPayoutLeg = model
  .define(
    { name: "OnchainPayoutLeg", tableName: "onchain_payout_leg" },
    {
      id: model.id({ prefix: "ocleg" }).primaryKey(),
      /** The account at the gateway that it belongs to. */
      environment: model.text(),
      business_id: model.text(),
      attempt_id: model.text(),
      /** Order among the recipients of its attempt, from 0. */
      position: model.number(),
      /** Null for a leg of a route, unless the service names it. */
      label: model.text().nullable(),
      /** Basis points of the net amount. */
      share_bps: model.number().nullable(),
      destination_address: model.text().nullable(),
      gateway_withdrawal_id: model.text().nullable(),
      /** The service's own status, verbatim; null until the service shows the withdrawal. */
      gateway_status: model.text().nullable(),
      amount: model.text().nullable(),
      fee: model.text().nullable(),
      tx_hash: model.text().nullable(),
      failure_reason: model.text().nullable(),
      /** When the service last showed it. */
      checked_at: model.dateTime().nullable(),
      /** Since when its status is this one. */
      status_at: model.dateTime().nullable(),
      /** When an operator acknowledged that it was rejected or failed. */
      acknowledged_at: model.dateTime().nullable(),
    }
  )
  .indexes([
    { on: ["attempt_id", "position"], unique: true },
    {
      name: "IDX_onchain_payout_leg_gateway_withdrawal_unique",
      on: ["gateway_withdrawal_id", "environment", "business_id"],
      unique: true,
      where: "gateway_withdrawal_id IS NOT NULL",
    },
    { on: ["environment", "business_id", "created_at"] },
    {
      name: "IDX_onchain_payout_leg_open",
      on: ["environment", "business_id", "status_at"],
      where: "gateway_status IS NOT NULL AND acknowledged_at IS NULL",
    },
  ])
  .checks(amountChecks("onchain_payout_leg", ["amount", "fee"]))

export default OnchainPayoutLeg
