import { model } from "@medusajs/framework/utils"
import { WITHDRAWAL_STATES } from "../../../domain/payout/withdrawal-lifecycle"
import { amountChecks } from "../work/amount-check"
import { listIndexes } from "../work/sync-runs"

/** Waits for a second user. */
export const IS_AWAITING_APPROVAL = "state = 'awaiting_approval'"
/** Only an operator can end it. */
export const IS_UNKNOWN = "state = 'unknown'"
/** The gateway waits for gas credit before it sends it. */
export const IS_GAS_BLOCKED = "state = 'sent' AND gateway_status = 'gas_blocked'"
/** The gateway contradicts us, and no operator has reviewed it. */
export const HAS_OPEN_MISMATCH = "mismatch IS NOT NULL AND reviewed_at IS NULL"
/** The gateway refused or failed what was sent, and no operator has acknowledged it. @see reviewOf */
export const HAS_FAILED =
  "state IN ('failed', 'refused') AND first_sent_at IS NOT NULL AND mismatch IS NULL AND reviewed_at IS NULL"

/**
 * One row per payout. Its identifier derives from the request, and is the reference that the service gets: a row pays at most once,
 * and another payout is another row.
 *
 * Amounts are decimal text in token units. Never soft-deleted.
 */
const OnchainWithdrawal = model
  .define(
    { name: "OnchainWithdrawal", tableName: "onchain_withdrawal" },
    {
      id: model.id({ prefix: "ocwd" }).primaryKey(),
      environment: model.text(),
      business_id: model.text(),
      /** Null for a payout of the treasury. */
      refund_id: model.text().nullable(),
      payment_id: model.text().nullable(),
      destination_id: model.text(),
      /** Of the destination as it was then; the memo is empty for none. */
      destination_address: model.text(),
      destination_memo: model.text().default(""),
      chain: model.text(),
      network_id: model.text(),
      token: model.text(),
      canonical_asset_id: model.text().nullable(),
      /** The service takes its fee out of it. */
      amount: model.text(),
      /** Medusa user or API key; the user behind the key is in the audit log. */
      requested_by: model.text(),
      state: model.enum([...WITHDRAWAL_STATES]).default("requested"),
      /** Grows with every change of state or quote. */
      revision: model.number().default(0),
      state_at: model.dateTime(),
      last_error: model.text().nullable(),
      /** A quote is confirmed by this id; who confirmed it is in the audit log. Fee and expiry are null when the service reports none. */
      quote_id: model.text().nullable(),
      quote_fee: model.text().nullable(),
      quote_expires_at: model.dateTime().nullable(),
      /** Stored before the call, sent with every repetition of it. */
      create_key: model.text().nullable(),
      first_sent_at: model.dateTime().nullable(),
      /**
       * When a create is repeated, the next search runs, or it is polled without a webhook; null for never. While a call of
       * ours is out: until then it belongs to its process.
       */
      due_at: model.dateTime().nullable(),
      /** Code of the last failed create. One that proves that the service has it stays. */
      last_answer_code: model.text().nullable(),
      /** What shows that the service may have the payout. @see EVIDENCE */
      evidence: model.text().nullable(),
      gateway_withdrawal_id: model.text().nullable(),
      /** The service's status in our words; it decides. */
      gateway_status: model.text().nullable(),
      /** The service's own word for it; null where the status does not come from one. */
      provider_status: model.text().nullable(),
      /** As the service took it. */
      fee: model.text().nullable(),
      tx_hash: model.text().nullable(),
      /** A contradiction between the service and us; a person has to review it. */
      mismatch: model.text().nullable(),
      /** Review of the mismatch or the failure. Another one is not reviewed yet. */
      reviewed_at: model.dateTime().nullable(),
      /** Where its status comes from: `service`, `transaction`, or `event` for a signed event alone. */
      status_source: model.text().nullable(),
      /** When the stored answer was requested: an older answer changes nothing. */
      checked_at: model.dateTime().nullable(),
    }
  )
  .indexes([
    {
      name: "IDX_onchain_withdrawal_quote_id_unique",
      on: ["quote_id", "environment", "business_id"],
      unique: true,
      where: "quote_id IS NOT NULL",
    },
    { on: ["create_key"], unique: true, where: "create_key IS NOT NULL" },
    {
      name: "IDX_onchain_withdrawal_gateway_withdrawal_id_unique",
      on: ["gateway_withdrawal_id", "environment", "business_id"],
      unique: true,
      where: "gateway_withdrawal_id IS NOT NULL",
    },
    {
      // A refund has at most one payout that may still move money. One that turned out to be sent is contradicted and
      // does not count, or it could not be recorded beside the payout that began meanwhile.
      name: "IDX_onchain_withdrawal_live_refund",
      on: ["refund_id"],
      unique: true,
      where: "refund_id IS NOT NULL AND state NOT IN ('failed', 'refused', 'cancelled') AND mismatch IS NULL",
    },
    ...listIndexes("onchain_withdrawal", "created_at", ["state", "destination_id", "network_id", "token"]),
    {
      name: "IDX_onchain_withdrawal_of_treasury",
      on: ["environment", "business_id", "created_at", "id"],
      where: "refund_id IS NULL",
    },
    {
      name: "IDX_onchain_withdrawal_of_refunds",
      on: ["environment", "business_id", "created_at", "id"],
      where: "refund_id IS NOT NULL",
    },
    {
      name: "IDX_onchain_withdrawal_payouts_of_refund",
      on: ["refund_id", "created_at", "id"],
      where: "refund_id IS NOT NULL",
    },
    // Reports.
    { on: ["environment", "business_id", "state_at"] },
    // The work.
    { on: ["due_at"], where: "due_at IS NOT NULL" },
    {
      name: "IDX_onchain_withdrawal_lapsing",
      on: ["state_at"],
      where: "state IN ('requested', 'quoted')",
    },
    {
      name: "IDX_onchain_withdrawal_old_rate",
      on: ["created_at"],
      where: "refund_id IS NOT NULL AND state IN ('requested', 'quoted', 'awaiting_approval')",
    },
    // What needs an operator, oldest first.
    {
      name: "IDX_onchain_withdrawal_undecided",
      on: ["environment", "business_id", "state", "state_at"],
      where: "state IN ('awaiting_approval', 'unknown')",
    },
    {
      name: "IDX_onchain_withdrawal_gas_blocked_at",
      on: ["environment", "business_id", "state_at"],
      where: IS_GAS_BLOCKED,
    },
    {
      name: "IDX_onchain_withdrawal_mismatch",
      on: ["environment", "business_id", "state_at"],
      where: HAS_OPEN_MISMATCH,
    },
    {
      name: "IDX_onchain_withdrawal_failed",
      on: ["environment", "business_id", "state_at"],
      where: HAS_FAILED,
    },
    {
      name: "IDX_onchain_withdrawal_gas_blocked",
      on: ["payment_id"],
      where: IS_GAS_BLOCKED,
    },
    {
      // Sent of a token within a day.
      name: "IDX_onchain_withdrawal_used",
      on: ["token", "first_sent_at"],
      where: "first_sent_at IS NOT NULL",
    },
  ])
  .checks(amountChecks("onchain_withdrawal", ["amount", "quote_fee", "fee"]))

export default OnchainWithdrawal
