import { model } from "@medusajs/framework/utils"
import { REQUESTER_TYPES } from "../../../domain/payout/payout-gate"
import { REFUND_RATES } from "../../../domain/refund/refund-lifecycle"
import { WITHDRAWAL_KINDS, WITHDRAWAL_STATES } from "../../../domain/payout/withdrawal-lifecycle"
import { amountChecks } from "../work/amount-check"
import { listIndexes } from "../work/sync-runs"

/** The gateway waits for gas credit before it sends it. */
export const IS_GAS_BLOCKED = "state = 'sent' AND gateway_status = 'gas_blocked'"
/** The gateway contradicts us, and no operator has reviewed it. */
export const HAS_OPEN_MISMATCH = "mismatch IS NOT NULL AND mismatch_seen_at IS NULL"

/**
 * One row per payout. Its identifier is the reference that the service gets: a row pays at most once, and
 * another payout is another row.
 *
 * Amounts are decimal text in token units. Never soft-deleted.
 */
const OnchainWithdrawal = model
  .define(
    { name: "OnchainWithdrawal", tableName: "onchain_withdrawal" },
    {
      id: model.id({ prefix: "ocwd" }).primaryKey(),
      /** The account at the gateway that it belongs to. */
      environment: model.text(),
      business_id: model.text(),
      kind: model.enum([...WITHDRAWAL_KINDS]),
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
      decimals: model.number(),
      /** The service takes its fee out of it. */
      amount: model.text(),
      note: model.text().nullable(),
      /**
       * Of a refund: the share of the payment that the amount stands for, and its rate. They never change.
       */
      share_amount: model.text().nullable(),
      rate_basis: model.enum([...REFUND_RATES]).nullable(),
      rate: model.text().nullable(),
      rate_source: model.text().nullable(),
      rate_at: model.dateTime().nullable(),
      /** Made by the client; the same key is the same request. */
      request_key: model.text(),
      /** Medusa user or API key, and the user behind the key. */
      requested_by: model.text(),
      requested_by_type: model.enum([...REQUESTER_TYPES]),
      requested_by_owner: model.text().nullable(),
      state: model.enum([...WITHDRAWAL_STATES]).default("requested"),
      /** Grows with every change of state or quote. */
      revision: model.number().default(0),
      state_at: model.dateTime(),
      last_error: model.text().nullable(),
      /** Each quote has its own key, stored before the call. */
      quote_count: model.number().default(0),
      quote_key: model.text().nullable(),
      /** While a quote is requested, the one before cannot be confirmed. */
      quote_lease_expires_at: model.dateTime().nullable(),
      /** Confirmed by this id. Fee, net and expiry are null when the service reports none. */
      quote_id: model.text().nullable(),
      quote_fee: model.text().nullable(),
      quote_net: model.text().nullable(),
      quoted_at: model.dateTime().nullable(),
      quote_expires_at: model.dateTime().nullable(),
      confirmed_by: model.text().nullable(),
      confirmed_by_owner: model.text().nullable(),
      confirmed_at: model.dateTime().nullable(),
      approved_by: model.text().nullable(),
      approved_at: model.dateTime().nullable(),
      /** Counts the quotes that were sent, so that another quote has another key. */
      create_count: model.number().default(0),
      /** Stored before the call, sent with every repetition of it. */
      create_key: model.text().nullable(),
      /** This one included. */
      send_attempts: model.number().default(0),
      /** Whether a call may have reached the service. While it may, no refusal ends the row. */
      is_uncertain: model.boolean().default(false),
      first_sent_at: model.dateTime().nullable(),
      /** While a call is out; another process takes over after it. */
      lease_expires_at: model.dateTime().nullable(),
      /** When a call without an answer is repeated, or the next search runs. */
      next_attempt_at: model.dateTime().nullable(),
      /** Code of the last failed create. One that proves that the service has it stays. */
      last_answer_code: model.text().nullable(),
      /** When the service first answered its create with an unreadable 2xx: it has the payout. */
      accepted_at: model.dateTime().nullable(),
      /**
       * Code of a conflict that answered a repetition: the service has something under its key, reference or
       * quote.
       */
      conflict_code: model.text().nullable(),
      /** Withdrawals of the service that matched and that a person identified as other payouts. */
      ruled_out: model.array().nullable(),
      gateway_withdrawal_id: model.text().nullable(),
      /** The service's own status, verbatim. */
      gateway_status: model.text().nullable(),
      /** Since when the service has had this status. */
      gateway_status_at: model.dateTime().nullable(),
      fee: model.text().nullable(),
      net_amount: model.text().nullable(),
      tx_hash: model.text().nullable(),
      failure_reason: model.text().nullable(),
      /** A contradiction between the service and us; a person has to review it. */
      mismatch: model.text().nullable(),
      /** Review of the mismatch. Another mismatch is not reviewed yet. */
      mismatch_seen_at: model.dateTime().nullable(),
      mismatch_seen_by: model.text().nullable(),
      mismatch_seen_note: model.text().nullable(),
      /** When the service turned out to have it although we had given it up. */
      revived_at: model.dateTime().nullable(),
      /** Where its status comes from: `service`, `transaction`, or `event` for a signed event alone. */
      status_source: model.text().nullable(),
      /** When the stored answer was requested: an older answer changes nothing. */
      checked_at: model.dateTime().nullable(),
      /** When it is polled next without a webhook; null when nothing can change any more. */
      next_check_at: model.dateTime().nullable(),
      check_count: model.number().default(0),
      completed_at: model.dateTime().nullable(),
      /** Who ended it manually, and why. */
      resolved_by: model.text().nullable(),
      resolution_note: model.text().nullable(),
    }
  )
  .indexes([
    {
      name: "IDX_onchain_withdrawal_request_unique",
      on: ["requested_by", "request_key", "environment", "business_id"],
      unique: true,
    },
    { on: ["quote_key"], unique: true, where: "quote_key IS NOT NULL" },
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
      // A refund has at most one payout that may still move money. A revived one does not count, or it could
      // not be recorded beside the payout that began meanwhile.
      name: "IDX_onchain_withdrawal_live_refund",
      on: ["refund_id"],
      unique: true,
      where:
        "refund_id IS NOT NULL AND state NOT IN ('failed', 'refused', 'cancelled') AND revived_at IS NULL",
    },
    ...listIndexes("onchain_withdrawal", "created_at", [
      "state",
      "kind",
      "destination_id",
      "network_id",
      "token",
    ]),
    {
      name: "IDX_onchain_withdrawal_payouts_of_refund",
      on: ["refund_id", "created_at", "id"],
      where: "refund_id IS NOT NULL",
    },
    // The work.
    {
      on: ["next_attempt_at"],
      where: "state IN ('sending', 'unknown') AND next_attempt_at IS NOT NULL",
    },
    { on: ["next_check_at"], where: "next_check_at IS NOT NULL" },
    {
      name: "IDX_onchain_withdrawal_lapsing",
      on: ["state_at"],
      where: "state IN ('requested', 'quoted')",
    },
    {
      name: "IDX_onchain_withdrawal_old_rate",
      on: ["created_at"],
      where: "rate_basis = 'today' AND state IN ('requested', 'quoted', 'awaiting_approval')",
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
  .checks(
    amountChecks("onchain_withdrawal", [
      "amount",
      "share_amount",
      "quote_fee",
      "quote_net",
      "fee",
      "net_amount",
    ])
  )

export default OnchainWithdrawal
