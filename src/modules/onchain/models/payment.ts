import { model } from "@medusajs/framework/utils"
import { amountChecks } from "../work/amount-check"
import {
  PAYMENT_OUTCOMES,
  PAYMENT_RESOLUTIONS,
  PAYMENT_STATUSES,
} from "../../../domain/payment/payment-status"

/**
 * One row per Medusa payment session. It outlives the session, so that a late payment is never orphaned. What was opened at the
 * gateway for it is in `onchain_attempt`: nothing
 * until the payer has chosen a network and a token, then one row for each time they did.
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
      /** What people see, stored with each change. Null until a job has stored it, in rows that are older than this column. */
      status: model.enum([...PAYMENT_STATUSES]).nullable(),
      status_at: model.dateTime().nullable(),
      /** When the status changes without a write: at the end of a quote. */
      status_due_at: model.dateTime().nullable(),
      /**
       * The attempt that the payer sees: the newest, or an earlier one whose money was detected. Null until the payer has chosen a
       * network and a token.
       */
      current_attempt_id: model.text().nullable(),
      /** The attempt whose money was captured. */
      captured_attempt_id: model.text().nullable(),
      /** Medusa's customer, when signed in; null for a guest. */
      customer_id: model.text().nullable(),
      /** Of Medusa's session. */
      fiat_amount: model.text(),
      currency_code: model.text(),
      settled_at: model.dateTime().nullable(),
      captured_at: model.dateTime().nullable(),
      /** What the order was still owed when this was captured, in major units; null when nothing is owed (any more). */
      order_outstanding_amount: model.text().nullable(),
      /** When Medusa took note of an unpaid order for this session. */
      order_placed_at: model.dateTime().nullable(),
      /** The order that was placed then; Medusa may take it back. Null in rows that are older than this column. */
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
      /** A person keeps the order although it is not paid in full: it is not cancelled for that. */
      order_kept_at: model.dateTime().nullable(),
      order_kept_by: model.text().nullable(),
      order_kept_note: model.text().nullable(),
      unallocated_reason: model.text().nullable(),
      /** What a person chose for money that had no order to go to. Set before it is executed. */
      resolution: model.enum([...PAYMENT_RESOLUTIONS]).nullable(),
      resolved_by: model.text().nullable(),
      resolved_at: model.dateTime().nullable(),
      resolution_note: model.text().nullable(),
      /**
       * How much of what arrived the choice is about, in token units; what comes beyond it is owed back. Without a choice: what pays
       * an order that owed less than the attempt asked for.
       */
      resolved_token_amount: model.text().nullable(),
      /** The order that a first user proposed for the money of another customer; a second user decides. Null without one. */
      proposed_order_id: model.text().nullable(),
      proposed_by: model.text().nullable(),
      proposed_at: model.dateTime().nullable(),
      /** The order that unallocated money was applied to. */
      applied_order_id: model.text().nullable(),
      /** Where in the order it goes, and how much of it, in major units. Set with the claim. */
      applied_collection_id: model.text().nullable(),
      applied_amount: model.text().nullable(),
      /** Whether the applied amount paid the order in full at that time. Later additions to the order do not change this. */
      is_applied_in_full: model.boolean().nullable(),
      /** Known to the server only: the session that is created with it is the one that carries the money. */
      application_key: model.text().nullable(),
      applied_session_id: model.text().nullable(),
      /** When the choice was executed. */
      resolution_done_at: model.dateTime().nullable(),
      /** What the canonical invoice says against a capture: its status, or what else is wrong; null while it stands. */
      contradiction: model.text().nullable(),
      contradicted_at: model.dateTime().nullable(),
      /** When the invoice became valid again, or an operator reviewed the contradiction; null while it is open. */
      contradiction_ended_at: model.dateTime().nullable(),
      /** Medusa user or API key; null when the invoice became valid again. */
      contradiction_ended_by: model.text().nullable(),
    }
  )
  .indexes([
    { on: ["session_id"], unique: true },
    { on: ["captured_attempt_id"], unique: true, where: "captured_attempt_id IS NOT NULL" },
    { on: ["current_attempt_id"], unique: true, where: "current_attempt_id IS NOT NULL" },
    { on: ["collection_id"], where: "collection_id IS NOT NULL" },
    { name: "IDX_onchain_payment_set_aside", on: ["settled_at"], where: "unallocated_reason IS NOT NULL" },
    {
      name: "IDX_onchain_payment_waiting",
      on: ["settled_at"],
      where: "state = 'held' AND resolution IS NULL",
    },
    { on: ["created_at", "id"] },
    { on: ["status", "created_at", "id"] },
    { on: ["status_due_at"], where: "status_due_at IS NOT NULL" },
    { on: ["placed_order_id"], where: "placed_order_id IS NOT NULL" },
    // Live pages query this every second.
    { on: ["updated_at"] },
    { on: ["resolved_at"], where: "resolution IS NOT NULL AND resolution_done_at IS NULL" },
    { on: ["applied_order_id"], where: "applied_order_id IS NOT NULL" },
    { on: ["applied_session_id"], unique: true, where: "applied_session_id IS NOT NULL" },
    { on: ["order_check_at"], where: "order_check_at IS NOT NULL" },
    { on: ["list_incomplete_since"], where: "list_incomplete_since IS NOT NULL" },
    { on: ["captured_at"], where: "captured_at IS NOT NULL" },
    {
      name: "IDX_onchain_payment_contradicted",
      on: ["contradicted_at"],
      where: "contradicted_at IS NOT NULL AND contradiction_ended_at IS NULL",
    },
  ])
  .checks([
    {
      name: "onchain_payment_captured_attempt",
      expression: "state <> 'captured' OR captured_attempt_id IS NOT NULL",
    },
    {
      name: "onchain_payment_current_attempt",
      expression: "captured_attempt_id IS NULL OR captured_attempt_id = current_attempt_id",
    },
    ...amountChecks("onchain_payment", [
      ...["fiat_amount", "order_outstanding_amount", "resolved_token_amount", "applied_amount"],
    ]),
  ])

export default OnchainPayment
