import { model } from "@medusajs/framework/utils"
import { REQUESTER_TYPES } from "../../../domain/payout/payout-gate"
import { REFUND_RATES } from "../../../domain/refund/refund-lifecycle"
import { WITHDRAWAL_KINDS, WITHDRAWAL_STATES } from "../../../domain/payout/withdrawal-lifecycle"

/**
 * One row per payout, of the treasury or of a refund. Its identifier is the reference that the service is given: a row
 * pays at most once, and another payout is another row.
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
      /** Of the destination as it was when this was asked for; the memo is empty for none. */
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
      /** Of a refund: the share of the payment that the amount stands for, and the rate it was reckoned with. They never change. */
      share_amount: model.text().nullable(),
      rate_basis: model.enum([...REFUND_RATES]).nullable(),
      rate: model.text().nullable(),
      rate_source: model.text().nullable(),
      rate_at: model.dateTime().nullable(),
      /** Made by whoever asks; the same one again is the same request. */
      request_key: model.text(),
      /** Medusa user or API key, and the user behind the key. */
      requested_by: model.text(),
      requested_by_type: model.enum([...REQUESTER_TYPES]),
      requested_by_owner: model.text().nullable(),
      state: model.enum([...WITHDRAWAL_STATES]).default("requested"),
      /** Grows with every change of state or quote. */
      revision: model.number().default(0),
      state_at: model.dateTime(),
      /** The last state that listeners were told of. */
      announced_state: model.text().nullable(),
      last_error: model.text().nullable(),
      /** Counts the quotes asked for, so that each has a key of its own, stored before the call. */
      quote_count: model.number().default(0),
      quote_key: model.text().nullable(),
      /** While a quote is being asked for. Nobody confirms the one before meanwhile. */
      quote_lease_expires_at: model.dateTime().nullable(),
      /** The quote that a person confirms by this id. Fee, net and expiry are null when the service does not tell. */
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
      /** Calls made with this key so far, the one that is out included. */
      send_attempts: model.number().default(0),
      /** Whether some call may have reached the service. While it may have, no refusal ends the row. */
      is_uncertain: model.boolean().default(false),
      first_sent_at: model.dateTime().nullable(),
      /** While a call is out. It is taken over when its process has not come back by then. */
      lease_expires_at: model.dateTime().nullable(),
      /** When a call without an answer is repeated, or the withdrawal is looked for again. */
      next_attempt_at: model.dateTime().nullable(),
      /** Code of the last create that was no success. One that says that the service has it stays. */
      last_answer_code: model.text().nullable(),
      /** When the service first answered its create with 2xx and nobody could read the answer: it has the payout. */
      accepted_at: model.dateTime().nullable(),
      /** Code of a conflict that answered a repetition: the service has something under its key, reference or quote. */
      conflict_code: model.text().nullable(),
      /** Withdrawals of the service that fitted and that a person has compared: they are not this one. */
      ruled_out: model.array().nullable(),
      gateway_withdrawal_id: model.text().nullable(),
      /** The service's own word, kept verbatim even when we do not know it. */
      gateway_status: model.text().nullable(),
      /** Since when the service has called it that. */
      gateway_status_at: model.dateTime().nullable(),
      fee: model.text().nullable(),
      net_amount: model.text().nullable(),
      tx_hash: model.text().nullable(),
      failure_reason: model.text().nullable(),
      /** What the service says otherwise than we do; a person has to look at it. */
      mismatch: model.text().nullable(),
      /** When a person has looked at the mismatch, who, and what they found. Another mismatch is not seen yet. */
      mismatch_seen_at: model.dateTime().nullable(),
      mismatch_seen_by: model.text().nullable(),
      mismatch_seen_note: model.text().nullable(),
      /** When the service was found to have it after all, although we had given it up. */
      revived_at: model.dateTime().nullable(),
      /** When the service was asked whose answer is stored: an older answer changes nothing. */
      checked_at: model.dateTime().nullable(),
      /** When the service is asked next without a webhook; null when nothing can change any more. */
      next_check_at: model.dateTime().nullable(),
      check_count: model.number().default(0),
      completed_at: model.dateTime().nullable(),
      /** Who ended it by hand, and why. */
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
      // A refund has at most one payout that may still move money. One that came back does not count, or its truth
      // could not be written down beside the payout that was begun meanwhile.
      name: "IDX_onchain_withdrawal_live_refund",
      on: ["refund_id"],
      unique: true,
      where:
        "refund_id IS NOT NULL AND state NOT IN ('failed', 'refused', 'cancelled') AND revived_at IS NULL",
    },
    // The list: each filter with the order it is shown in. The identifier makes the order total.
    { on: ["created_at", "id"] },
    { on: ["state", "created_at", "id"] },
    { on: ["kind", "created_at", "id"] },
    { on: ["destination_id", "created_at", "id"] },
    { on: ["network_id", "created_at", "id"] },
    { on: ["token", "created_at", "id"] },
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
    {
      name: "IDX_onchain_withdrawal_untold",
      on: ["state_at"],
      where: "announced_state IS DISTINCT FROM state",
    },
    {
      // What was sent of a token within a day.
      name: "IDX_onchain_withdrawal_used",
      on: ["token", "first_sent_at"],
      where: "first_sent_at IS NOT NULL",
    },
  ])

export default OnchainWithdrawal
