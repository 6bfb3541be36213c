import { model } from "@medusajs/framework/utils"
import { PAYMENT_KINDS, PAYMENT_RESOLUTIONS, PAYMENT_STATES } from "../../../domain/payment/payment-lifecycle"

/**
 * One row per Medusa payment session. It outlives the session, so that a late payment is never orphaned.
 *
 * Amounts are decimal text in token units, `fiat_amount` in major units of the currency. Never soft-deleted.
 */
const OnchainPayment = model
  .define(
    { name: "OnchainPayment", tableName: "onchain_payment" },
    {
      id: model.id({ prefix: "ocpay" }).primaryKey(),
      session_id: model.text(),
      /** An invoice of its own, or an intent on the customer's reusable address. */
      kind: model.enum([...PAYMENT_KINDS]).default("invoice"),
      state: model.enum([...PAYMENT_STATES]).default("opening"),
      /** Medusa's customer, when signed in; null for a guest. */
      customer_id: model.text().nullable(),
      /** Set for an intent. Its invoice is made by the service when the deposit comes. */
      gateway_intent_id: model.text().nullable(),
      /** The payment whose intent replaced this one's. */
      superseded_by: model.text().nullable(),
      /** Stored before the invoice is asked for, sent with every attempt. */
      idempotency_key: model.text(),
      gateway_invoice_id: model.text().nullable(),
      /** The service's own word, kept verbatim even when we do not know it. */
      gateway_status: model.text().nullable(),
      rail_id: model.text(),
      chain: model.text(),
      network_id: model.text(),
      network_name: model.text().nullable(),
      token: model.text(),
      decimals: model.number(),
      canonical_asset_id: model.text().nullable(),
      contract_address: model.text().nullable(),
      expected_amount: model.text(),
      received_amount: model.text().nullable(),
      /** What the service reports as received where it cannot be true; it is in no sum. */
      implausible_amount: model.text().nullable(),
      /** What was missing when it was captured, within `maxShortfallBps`. */
      shortfall_amount: model.text().nullable(),
      fiat_amount: model.text(),
      currency_code: model.text(),
      rate: model.text(),
      rate_source: model.text(),
      rate_at: model.dateTime(),
      deposit_address: model.text().nullable(),
      memo: model.text().nullable(),
      /** Since when its address is shown to nobody, because the service gave one that cannot be right. */
      address_refused_at: model.dateTime().nullable(),
      address_refusal: model.text().nullable(),
      receive_mode: model.text().nullable(),
      confirmations: model.number().nullable(),
      confirmations_required: model.number().nullable(),
      tx_hash: model.text().nullable(),
      expires_at: model.dateTime().nullable(),
      checked_at: model.dateTime().nullable(),
      /** When it was last seen to become `confirming`. */
      confirming_at: model.dateTime().nullable(),
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
      /** When the order was seen cancelled, by whomever. */
      order_closed_at: model.dateTime().nullable(),
      /** When the order is looked at next: for being unpaid, or cancelled at the moment it was paid. Null when over. */
      order_check_at: model.dateTime().nullable(),
      /** Set before the order is cancelled for being unpaid too long. */
      order_timed_out_at: model.dateTime().nullable(),
      /** When an order that is out of time first asked for its deposits to be looked for; of an intent. */
      search_wanted_at: model.dateTime().nullable(),
      /** When reading the lists of paid invoices began that were last read to their end, and did not hold it. */
      searched_from: model.dateTime().nullable(),
      /** Since when the order, which is out of time, is kept because a list of the service is incomplete. */
      list_incomplete_since: model.dateTime().nullable(),
      /** When the service is asked next without a webhook; null when nothing can change any more. */
      next_check_at: model.dateTime().nullable(),
      /** How many calls that has cost. */
      check_count: model.number().default(0),
      /** When a part of the amount was first known to be there. */
      part_seen_at: model.dateTime().nullable(),
      /** The largest part that was ever known to be there, in token units; each larger one is reported. */
      largest_part_amount: model.text().nullable(),
      /** Until when its order, which is out of time, is held for a part; then the order is cancelled and the part is due. */
      part_hold_until: model.dateTime().nullable(),
      /** A person keeps the order although it is not paid in full: it is not cancelled for that. */
      order_kept_at: model.dateTime().nullable(),
      order_kept_by: model.text().nullable(),
      order_kept_note: model.text().nullable(),
      unallocated_reason: model.text().nullable(),
      /** What a person chose for money that had no order to go to. Set before it is carried out. */
      resolution: model.enum([...PAYMENT_RESOLUTIONS]).nullable(),
      resolved_by: model.text().nullable(),
      resolved_at: model.dateTime().nullable(),
      resolution_note: model.text().nullable(),
      /** How much of what arrived the choice is about, in token units; what comes beyond it is owed back. */
      resolved_token_amount: model.text().nullable(),
      /** The order that unallocated money was applied to. */
      applied_order_id: model.text().nullable(),
      /** Where in the order it goes, and how much of it, in major units. Set with the claim. */
      applied_collection_id: model.text().nullable(),
      applied_amount: model.text().nullable(),
      /** Whether it was all that the order was owed then; what is added to the order later changes nothing of that. */
      is_applied_in_full: model.boolean().nullable(),
      /** Known to the server only: the session that is created with it is the one that carries the money. */
      application_key: model.text().nullable(),
      applied_session_id: model.text().nullable(),
      /** When the choice was carried out. */
      resolution_done_at: model.dateTime().nullable(),
      /** What the canonical invoice says against a capture: its status, or what else is wrong; null while it stands. */
      contradiction: model.text().nullable(),
      contradicted_at: model.dateTime().nullable(),
      /** When the invoice stood again, or a person had looked at it; null while it is open. */
      contradiction_ended_at: model.dateTime().nullable(),
      /** Medusa user or API key; null when the invoice stood again. */
      contradiction_ended_by: model.text().nullable(),
      last_error: model.text().nullable(),
      /** Since when the service answers that it does not know the invoice; null when it does. */
      invoice_unknown_at: model.dateTime().nullable(),
    }
  )
  .indexes([
    { on: ["session_id"], unique: true },
    { on: ["idempotency_key"], unique: true },
    { on: ["gateway_invoice_id"], unique: true, where: "gateway_invoice_id IS NOT NULL" },
    { on: ["gateway_intent_id"], unique: true, where: "gateway_intent_id IS NOT NULL" },
    {
      on: ["customer_id", "network_id", "token"],
      where: "kind = 'auto_deposit' AND state IN ('opening', 'awaiting')",
    },
    { on: ["state", "created_at"] },
    { on: ["deposit_address"], where: "deposit_address IS NOT NULL" },
    { on: ["next_check_at"], where: "next_check_at IS NOT NULL" },
    { on: ["collection_id"], where: "collection_id IS NOT NULL" },
    { name: "IDX_onchain_payment_set_aside", on: ["settled_at"], where: "unallocated_reason IS NOT NULL" },
    {
      name: "IDX_onchain_payment_waiting",
      on: ["settled_at"],
      where: "state = 'unallocated' AND resolution IS NULL",
    },
    { on: ["resolved_at"], where: "resolution IS NOT NULL AND resolution_done_at IS NULL" },
    { on: ["applied_order_id"], where: "applied_order_id IS NOT NULL" },
    { on: ["applied_session_id"], unique: true, where: "applied_session_id IS NOT NULL" },
    { on: ["order_check_at"], where: "order_check_at IS NOT NULL" },
    { on: ["list_incomplete_since"], where: "list_incomplete_since IS NOT NULL" },
    { on: ["invoice_unknown_at"], where: "invoice_unknown_at IS NOT NULL" },
    {
      name: "IDX_onchain_payment_contradicted",
      on: ["contradicted_at"],
      where: "contradicted_at IS NOT NULL AND contradiction_ended_at IS NULL",
    },
    { on: ["address_refused_at"], where: "address_refused_at IS NOT NULL" },
  ])

export default OnchainPayment
