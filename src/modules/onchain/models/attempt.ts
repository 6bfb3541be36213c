import { model } from "@medusajs/framework/utils"
import { amountChecks } from "../work/amount-check"
import { ATTEMPT_STATES, PAYMENT_KINDS } from "../../../domain/payment/payment-status"

/**
 * One row per invoice or intent opened at the gateway for a payment, each for the full amount. The first to settle is captured;
 * money received by the others is a refund due.
 *
 * Amounts are decimal text, in token units but for `asked_fiat_amount`. Never soft-deleted.
 */
const OnchainAttempt = model
  .define(
    { name: "OnchainAttempt", tableName: "onchain_attempt" },
    {
      id: model.id({ prefix: "ocatt" }).primaryKey(),
      payment_id: model.text(),
      environment: model.text(),
      business_id: model.text(),
      /** An invoice of its own, or an intent on the customer's reusable address. */
      kind: model.enum([...PAYMENT_KINDS]).default("invoice"),
      state: model.enum([...ATTEMPT_STATES]).default("opening"),
      /** Medusa's customer, when signed in: the gateway keeps one intent for each of their rails. */
      customer_id: model.text().nullable(),
      /** Set for an intent. Its invoice is made by the service when the deposit comes. */
      gateway_intent_id: model.text().nullable(),
      gateway_invoice_id: model.text().nullable(),
      /** The intent's order id at the service, unique per attempt; null for an invoice. */
      external_order_id: model.text().nullable(),
      /** Stored before the invoice is requested, sent with every repetition. */
      idempotency_key: model.text(),
      /** The service's status in our words; it decides. */
      gateway_status: model.text().nullable(),
      /** The service's own word for it; null where the status does not come from one. */
      provider_status: model.text().nullable(),
      /** Route that splits its net amount; its recipients otherwise are legs. */
      payout_route_id: model.text().nullable(),
      /** Digest of the cart's items that a handler of `choosePayout` chose the split for; null without one. */
      payout_items: model.text().nullable(),
      rail_id: model.text(),
      chain: model.text(),
      network_id: model.text(),
      token: model.text(),
      decimals: model.number(),
      canonical_asset_id: model.text().nullable(),
      contract_address: model.text().nullable(),
      expected_amount: model.text(),
      /** What it asks for, in major units: less than its session once the order owes less. */
      asked_fiat_amount: model.text(),
      received_amount: model.text().nullable(),
      /** What the service reports as received where it cannot be true; it is in no sum. */
      implausible_amount: model.text().nullable(),
      rate: model.text(),
      rate_source: model.text(),
      rate_at: model.dateTime(),
      deposit_address: model.text().nullable(),
      memo: model.text().nullable(),
      /** Since when its address is not shown, because the service gave one that cannot be right. */
      address_refused_at: model.dateTime().nullable(),
      address_refusal: model.text().nullable(),
      /** The transfer that its payer signs for a facilitator; see `TransferAuthorization`. */
      transfer_authorization: model.json().nullable(),
      confirmations: model.number().nullable(),
      confirmations_required: model.number().nullable(),
      tx_hash: model.text().nullable(),
      expires_at: model.dateTime().nullable(),
      checked_at: model.dateTime().nullable(),
      /** When it was last seen to become `confirming`. */
      confirming_at: model.dateTime().nullable(),
      /** When a part of the amount was first known to be there. */
      part_seen_at: model.dateTime().nullable(),
      /** The largest part that was ever known to be there; each larger one is reported. */
      largest_part_amount: model.text().nullable(),
      /** When reading the lists that may hold its money was first requested because the order is out of time. */
      search_wanted_at: model.dateTime().nullable(),
      /** Start of the last complete reading of the lists of paid invoices, none of which named this attempt. */
      searched_from: model.dateTime().nullable(),
      /** When the service is polled next without a webhook; null when nothing can change any more. */
      next_check_at: model.dateTime().nullable(),
      /** How many calls that has cost. */
      check_count: model.number().default(0),
      last_error: model.text().nullable(),
      /** Since when the service answers that it does not know the invoice; null when it does. */
      invoice_unknown_at: model.dateTime().nullable(),
      /** When its customer's data was erased: lists of the service do not bring it back. */
      erased_at: model.dateTime().nullable(),
    }
  )
  .indexes([
    { on: ["payment_id"] },
    { on: ["idempotency_key"], unique: true },
    {
      on: ["gateway_invoice_id", "environment", "business_id"],
      unique: true,
      where: "gateway_invoice_id IS NOT NULL",
    },
    {
      on: ["gateway_intent_id", "environment", "business_id"],
      unique: true,
      where: "gateway_intent_id IS NOT NULL",
    },
    {
      on: ["external_order_id", "environment", "business_id"],
      unique: true,
      where: "external_order_id IS NOT NULL",
    },
    {
      on: ["customer_id", "network_id", "token"],
      where: "kind = 'auto_deposit' AND state IN ('opening', 'awaiting')",
    },
    {
      name: "IDX_onchain_attempt_open_intent",
      on: ["customer_id", "chain", "network_id", "token", "environment", "business_id"],
      unique: true,
      where: "kind = 'auto_deposit' AND state = 'awaiting' AND gateway_invoice_id IS NULL",
    },
    { on: ["customer_id", "created_at"], where: "customer_id IS NOT NULL" },
    { on: ["updated_at"] },
    { name: "IDX_onchain_attempt_routed", on: ["updated_at"], where: "payout_route_id IS NOT NULL" },
    { on: ["network_id", "token"] },
    { on: ["memo"], where: "memo IS NOT NULL" },
    { on: ["next_check_at"], where: "next_check_at IS NOT NULL" },
    { on: ["invoice_unknown_at"], where: "invoice_unknown_at IS NOT NULL" },
    { on: ["address_refused_at"], where: "address_refused_at IS NOT NULL" },
  ])
  .checks([
    {
      name: "onchain_attempt_external_order",
      expression: "kind <> 'auto_deposit' OR external_order_id IS NOT NULL",
    },
    ...amountChecks("onchain_attempt", [
      ...[
        "expected_amount",
        "received_amount",
        "largest_part_amount",
        "implausible_amount",
        "asked_fiat_amount",
      ],
    ]),
  ])

export default OnchainAttempt
