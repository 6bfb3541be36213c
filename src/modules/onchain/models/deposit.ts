import { model } from "@medusajs/framework/utils"
import { DEPOSIT_LINKS } from "../../../domain/deposit/deposit-link"
import { DEPOSIT_ACTIONS, DEPOSIT_STATES, REPORTED_STATES } from "../../../domain/deposit/deposit-lifecycle"
import { amountChecks } from "../work/amount-check"
import { listIndexes } from "../work/sync-runs"

/**
 * Mirror of a deposit that is, or was, in review. The identifier is the service's own.
 *
 * Amounts are text: `amount_raw` base units, `amount` a decimal in token units. Never soft-deleted.
 */
const OnchainDeposit = model
  .define(
    { name: "OnchainDeposit", tableName: "onchain_deposit" },
    {
      id: model.text().primaryKey(),
      environment: model.text().primaryKey(),
      business_id: model.text().primaryKey(),
      state: model.enum([...DEPOSIT_STATES]).default("in_review"),
      /** An observation older than this changes nothing. */
      state_at: model.dateTime(),
      /** When a list of the service first showed it. Until then everything here is what an event reported. */
      confirmed_at: model.dateTime().nullable(),
      /**
       * State that an event reported and no list has confirmed; `unknown` when no list has the deposit any
       * more.
       */
      reported_state: model.enum([...REPORTED_STATES]).nullable(),
      reported_at: model.dateTime().nullable(),
      /** In our words where `assumptions.statuses.deposit` translates it; else the service's own. */
      resolution_status: model.text().nullable(),
      assignment_status: model.text().nullable(),
      gateway_customer_id: model.text().nullable(),
      /** Medusa's customer, where the service named one of ours. */
      customer_id: model.text().nullable(),
      chain: model.text(),
      network_id: model.text(),
      token: model.text().nullable(),
      token_mint: model.text().nullable(),
      canonical_asset_id: model.text().nullable(),
      is_supported: model.boolean().nullable(),
      amount_raw: model.text(),
      amount: model.text().nullable(),
      decimals: model.number().nullable(),
      tx_hash: model.text().nullable(),
      from_address: model.text().nullable(),
      to_address: model.text().nullable(),
      /** As sent with the money, where the service reports it. */
      memo: model.text().nullable(),
      /** Set once, with what ties it. */
      payment_id: model.text().nullable(),
      linked_by: model.enum([...DEPOSIT_LINKS]).nullable(),
      /** When its accepted money was queued for that payment, or found not to be meant for it. */
      queued_at: model.dateTime().nullable(),
      expected_intent_id: model.text().nullable(),
      /** The payment session the expected intent is for. */
      expected_session_id: model.text().nullable(),
      observed_at: model.dateTime(),
      /** The last choice of an operator. */
      action: model.enum([...DEPOSIT_ACTIONS]).nullable(),
      action_by: model.text().nullable(),
      action_at: model.dateTime().nullable(),
      /** Stored before the call, sent with every repetition of the same action. */
      action_key: model.text().nullable(),
      /** Each action after a refusal or a failed refund gets another key. */
      action_count: model.number().default(0),
      /** The intent of an assignment. */
      action_intent_id: model.text().nullable(),
      /** This one included. */
      action_attempts: model.number().default(0),
      /** While a call is out; another process takes over after it. */
      lease_expires_at: model.dateTime().nullable(),
      /** When an action without an answer is repeated. */
      next_attempt_at: model.dateTime().nullable(),
      last_error: model.text().nullable(),
      /** When its customer's data was erased: lists of the service do not bring it back. */
      erased_at: model.dateTime().nullable(),
    }
  )
  .indexes([
    ...listIndexes("onchain_deposit", "observed_at", [
      "state",
      "assignment_status",
      "chain",
      "network_id",
      "token",
    ]),
    { on: ["customer_id", "observed_at", "id"], where: "customer_id IS NOT NULL" },
    { on: ["payment_id"], where: "payment_id IS NOT NULL" },
    {
      name: "IDX_onchain_deposit_action_key_unique",
      on: ["action_key", "environment", "business_id"],
      unique: true,
      where: "action_key IS NOT NULL",
    },
    { on: ["reported_at"], where: "reported_state IS NOT NULL" },
    { on: ["next_attempt_at"], where: "state = 'processing'" },
    {
      name: "IDX_onchain_deposit_to_queue",
      on: ["payment_id"],
      where: "state = 'accepted' AND payment_id IS NOT NULL AND queued_at IS NULL",
    },
  ])
  .checks(amountChecks("onchain_deposit", ["amount_raw", "amount"]))

export default OnchainDeposit
