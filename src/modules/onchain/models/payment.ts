import { model } from "@medusajs/framework/utils"
import { amountChecks } from "../work/amount-check"
import { PAYMENT_OUTCOMES, PAYMENT_STATUSES } from "../../../domain/payment/payment-status"

/**
 * One row per Medusa payment session. It outlives the session, so that a late payment is never orphaned. What was opened at the
 * gateway for it is in `onchain_attempt`: nothing until the payer has chosen a network and a token, then a row for each choice.
 *
 * Amounts are decimal text: `fiat_amount` in major units of the currency, amounts of tokens in token units. Never soft-deleted.
 */
const OnchainPayment = model
  .define(
    { name: "OnchainPayment", tableName: "onchain_payment" },
    {
      id: model.id({ prefix: "ocpay" }).primaryKey(),
      session_id: model.text(),
      state: model.enum([...PAYMENT_OUTCOMES]).default("open"),
      /** What people see, stored with each change. */
      status: model.enum([...PAYMENT_STATUSES]).default("awaiting"),
      /**
       * The attempt that the payer sees: the newest, or an earlier one whose money was detected. The captured one, once the payment
       * is captured. Null until the payer has chosen a network and a token.
       */
      current_attempt_id: model.text().nullable(),
      /** Medusa's customer, when signed in; null for a guest. */
      customer_id: model.text().nullable(),
      /** Of Medusa's session. */
      fiat_amount: model.text(),
      currency_code: model.text(),
      settled_at: model.dateTime().nullable(),
      captured_at: model.dateTime().nullable(),
      /** What the order was still owed when this was captured or applied, in major units; null when nothing is owed (any more). */
      order_outstanding_amount: model.text().nullable(),
      /** When Medusa took note of an unpaid order for this session. */
      order_placed_at: model.dateTime().nullable(),
      /** The order that was placed then, where known; Medusa may take it back. */
      placed_order_id: model.text().nullable(),
      /** When Medusa deleted the session: the cart changed or another method was chosen. */
      abandoned_at: model.dateTime().nullable(),
      /** Medusa's payment collection: what sessions of one cart or order have in common. */
      collection_id: model.text().nullable(),
      /** When the order was seen cancelled. */
      order_closed_at: model.dateTime().nullable(),
      /** When the order is looked at next: for being unpaid, or cancelled at the moment it was paid. Null when over. */
      order_check_at: model.dateTime().nullable(),
      /** Set before the order is cancelled for being unpaid too long. */
      order_timed_out_at: model.dateTime().nullable(),
      /** Since when the order, which is out of time, is kept because a list of the service is incomplete. */
      list_incomplete_since: model.dateTime().nullable(),
      /** Until when its order, which is out of time, is held for a part; then the order is cancelled and the part is due. */
      part_hold_until: model.dateTime().nullable(),
      unallocated_reason: model.text().nullable(),
      /** How much of the attempt's tokens pays an order that owed less than the attempt asked for; null for all. */
      taken_token_amount: model.text().nullable(),
    }
  )
  .indexes([
    { on: ["session_id"], unique: true },
    { on: ["current_attempt_id"], unique: true, where: "current_attempt_id IS NOT NULL" },
    // The open ones, whose quotes may end: of those without a choice there are more every day.
    {
      name: "IDX_onchain_payment_quoted",
      on: ["current_attempt_id"],
      where: "status = 'awaiting' AND current_attempt_id IS NOT NULL",
    },
    { on: ["collection_id"], where: "collection_id IS NOT NULL" },
    { name: "IDX_onchain_payment_set_aside", on: ["settled_at"], where: "unallocated_reason IS NOT NULL" },
    {
      name: "IDX_onchain_payment_undecided",
      on: ["settled_at"],
      where: "status IN ('held', 'contradicted', 'refund_blocked_by_gas') AND state = 'held'",
    },
    { on: ["created_at", "id"] },
    { on: ["status", "created_at", "id"] },
    { on: ["placed_order_id"], where: "placed_order_id IS NOT NULL" },
    // Live pages query this every second.
    { on: ["updated_at"] },
    { on: ["order_check_at"], where: "order_check_at IS NOT NULL" },
    { on: ["list_incomplete_since"], where: "list_incomplete_since IS NOT NULL" },
    { on: ["captured_at"], where: "captured_at IS NOT NULL" },
  ])
  .checks([
    {
      name: "onchain_payment_captured_attempt",
      expression: "state <> 'captured' OR current_attempt_id IS NOT NULL",
    },
    ...amountChecks("onchain_payment", ["fiat_amount", "order_outstanding_amount", "taken_token_amount"]),
  ])

export default OnchainPayment
