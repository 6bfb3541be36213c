import { Migration } from "@medusajs/framework/mikro-orm/migrations";

const FOREIGN_KEYS = [
  ["onchain_attempt", "onchain_attempt_payment_id_fkey", "(payment_id) references onchain_payment (id)"],
  ["onchain_payment", "onchain_payment_captured_attempt_id_fkey", "(captured_attempt_id) references onchain_attempt (id)"],
  ["onchain_refund", "onchain_refund_payment_fkey", "(payment_id) references onchain_payment (id)"],
  ["onchain_refund", "onchain_refund_withdrawal_fkey", "(withdrawal_id) references onchain_withdrawal (id)"],
  ["onchain_withdrawal", "onchain_withdrawal_payment_fkey", "(payment_id) references onchain_payment (id)"],
  ["onchain_withdrawal", "onchain_withdrawal_refund_fkey", "(refund_id, environment, business_id) references onchain_refund (id, environment, business_id)"],
] as const

const OWN_ADDRESSES = [
  ["onchain_address", "IDX_onchain_address_own_address", "address"],
  ["onchain_attempt", "IDX_onchain_attempt_lower_deposit_address", "deposit_address"],
  ["onchain_deposit", "IDX_onchain_deposit_own_address", "to_address"],
] as const

/** Searched by the beginning of a text. */
const SEARCHED = {
  onchain_deposit: ["id", "tx_hash", "from_address", "to_address"],
  onchain_transaction: ["id", "reference", "tx_hash"],
  onchain_withdrawal: ["id", "gateway_withdrawal_id", "destination_address", "tx_hash"],
} as const

export class Migration20261123064310 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "onchain_address" ("id" text not null, "environment" text not null, "business_id" text not null, "customer_id" text not null, "chain" text not null, "network_id" text not null, "address" text not null, "ensured_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_address_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_address_deleted_at" ON "onchain_address" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_address_rail_unique" ON "onchain_address" ("customer_id", "chain", "network_id", "environment", "business_id") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_attempt" ("id" text not null, "payment_id" text not null, "environment" text not null, "business_id" text not null, "kind" text check ("kind" in ('invoice', 'auto_deposit')) not null default 'invoice', "state" text check ("state" in ('opening', 'awaiting', 'confirming', 'settled', 'expired', 'failed', 'cancelled', 'superseded')) not null default 'opening', "customer_id" text null, "gateway_intent_id" text null, "gateway_invoice_id" text null, "external_order_id" text null, "superseded_by" text null, "idempotency_key" text not null, "gateway_status" text null, "rail_id" text not null, "chain" text not null, "network_id" text not null, "network_name" text null, "token" text not null, "decimals" integer not null, "canonical_asset_id" text null, "contract_address" text null, "expected_amount" text not null, "received_amount" text null, "implausible_amount" text null, "shortfall_amount" text null, "rate" text not null, "rate_source" text not null, "rate_at" timestamptz not null, "deposit_address" text null, "memo" text null, "address_refused_at" timestamptz null, "address_refusal" text null, "receive_mode" text null, "confirmations" integer null, "confirmations_required" integer null, "tx_hash" text null, "expires_at" timestamptz null, "checked_at" timestamptz null, "confirming_at" timestamptz null, "part_seen_at" timestamptz null, "largest_part_amount" text null, "search_wanted_at" timestamptz null, "searched_from" timestamptz null, "next_check_at" timestamptz null, "check_count" integer not null default 0, "last_error" text null, "invoice_unknown_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_attempt_pkey" primary key ("id"), constraint onchain_attempt_external_order check (kind <> 'auto_deposit' OR external_order_id IS NOT NULL), constraint onchain_attempt_expected_amount_check check (expected_amount ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_attempt_received_amount_check check (received_amount ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_attempt_largest_part_amount_check check (largest_part_amount ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_attempt_implausible_amount_check check (implausible_amount ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_attempt_shortfall_amount_check check (shortfall_amount ~ '^[0-9]+([.][0-9]+)?$'));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attempt_deleted_at" ON "onchain_attempt" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_attempt_payment_id_unique" ON "onchain_attempt" ("payment_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_attempt_idempotency_key_unique" ON "onchain_attempt" ("idempotency_key") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_attempt_gateway_invoice_id_environment_business_id_unique" ON "onchain_attempt" ("gateway_invoice_id", "environment", "business_id") WHERE gateway_invoice_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_attempt_gateway_intent_id_environment_business_id_unique" ON "onchain_attempt" ("gateway_intent_id", "environment", "business_id") WHERE gateway_intent_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_attempt_external_order_id_environment_business_id_unique" ON "onchain_attempt" ("external_order_id", "environment", "business_id") WHERE external_order_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attempt_customer_id_network_id_token" ON "onchain_attempt" ("customer_id", "network_id", "token") WHERE kind = 'auto_deposit' AND state IN ('opening', 'awaiting') AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_attempt_open_intent" ON "onchain_attempt" ("customer_id", "chain", "network_id", "token", "environment", "business_id") WHERE kind = 'auto_deposit' AND state = 'awaiting' AND gateway_invoice_id IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attempt_state_created_at" ON "onchain_attempt" ("state", "created_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attempt_deposit_address" ON "onchain_attempt" ("deposit_address") WHERE deposit_address IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attempt_next_check_at" ON "onchain_attempt" ("next_check_at") WHERE next_check_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attempt_invoice_unknown_at" ON "onchain_attempt" ("invoice_unknown_at") WHERE invoice_unknown_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attempt_address_refused_at" ON "onchain_attempt" ("address_refused_at") WHERE address_refused_at IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_audit_entry" ("id" text not null, "subject_type" text not null, "subject_id" text not null, "environment" text null, "business_id" text null, "action" text not null, "actor_id" text null, "before" jsonb null, "after" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_audit_entry_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_audit_entry_deleted_at" ON "onchain_audit_entry" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_audit_entry_subject_type_subject_id_created_at" ON "onchain_audit_entry" ("subject_type", "subject_id", "created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_customer" ("id" text not null, "environment" text not null, "business_id" text not null, "customer_id" text not null, "idempotency_key" text not null, "gateway_customer_id" text null, "last_error" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_customer_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_customer_deleted_at" ON "onchain_customer" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_customer_customer_id_unique" ON "onchain_customer" ("customer_id", "environment", "business_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_customer_idempotency_key_unique" ON "onchain_customer" ("idempotency_key") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_customer_gateway_customer_id_unique" ON "onchain_customer" ("gateway_customer_id", "environment", "business_id") WHERE gateway_customer_id IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_deposit" ("id" text not null, "environment" text not null, "business_id" text not null, "state" text check ("state" in ('in_review', 'processing', 'assigned', 'accepted', 'refund_pending', 'refunded')) not null default 'in_review', "revision" integer not null default 0, "state_at" timestamptz not null, "confirmed_at" timestamptz null, "reported_state" text check ("reported_state" in ('in_review', 'assigned', 'accepted', 'refund_pending', 'refunded', 'unknown')) null, "reported_at" timestamptz null, "resolution_status" text null, "assignment_status" text null, "gateway_customer_id" text null, "customer_id" text null, "chain" text not null, "network_id" text not null, "token" text null, "token_mint" text null, "canonical_asset_id" text null, "is_supported" boolean null, "amount_raw" text not null, "amount" text null, "decimals" integer null, "tx_hash" text null, "operation_index" integer null, "from_address" text null, "to_address" text null, "memo" text null, "payment_id" text null, "linked_by" text check ("linked_by" in ('address', 'memo', 'intent', 'person')) null, "queued_at" timestamptz null, "expected_intent_id" text null, "expected_session_id" text null, "expected_amount_raw" text null, "observed_at" timestamptz not null, "action" text check ("action" in ('assign', 'accept', 'refund')) null, "action_by" text null, "action_at" timestamptz null, "action_key" text null, "action_count" integer not null default 0, "action_intent_id" text null, "action_attempts" integer not null default 0, "lease_expires_at" timestamptz null, "next_attempt_at" timestamptz null, "last_error" text null, "resolved_at" timestamptz null, "synced_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_deposit_pkey" primary key ("id", "environment", "business_id"), constraint onchain_deposit_amount_raw_check check (amount_raw ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_deposit_amount_check check (amount ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_deposit_expected_amount_raw_check check (expected_amount_raw ~ '^[0-9]+([.][0-9]+)?$'));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_deleted_at" ON "onchain_deposit" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_observed_at_id" ON "onchain_deposit" ("environment", "business_id", "observed_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_state_observed_at_id" ON "onchain_deposit" ("environment", "business_id", "state", "observed_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_assignment_status_observed_at_id" ON "onchain_deposit" ("environment", "business_id", "assignment_status", "observed_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_customer_id_observed_at_id" ON "onchain_deposit" ("environment", "business_id", "customer_id", "observed_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_chain_observed_at_id" ON "onchain_deposit" ("environment", "business_id", "chain", "observed_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_network_id_observed_at_id" ON "onchain_deposit" ("environment", "business_id", "network_id", "observed_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_token_observed_at_id" ON "onchain_deposit" ("environment", "business_id", "token", "observed_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_payment_id" ON "onchain_deposit" ("payment_id") WHERE payment_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_deposit_action_key_unique" ON "onchain_deposit" ("action_key", "environment", "business_id") WHERE action_key IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_reported_at" ON "onchain_deposit" ("reported_at") WHERE reported_state IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_next_attempt_at" ON "onchain_deposit" ("next_attempt_at") WHERE state = 'processing' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_to_queue" ON "onchain_deposit" ("payment_id") WHERE state = 'accepted' AND payment_id IS NOT NULL AND queued_at IS NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_list_reading" ("id" text not null, "environment" text not null, "business_id" text not null, "endpoint" text not null, "rows_read" integer not null, "gap" text null, "read_at" timestamptz not null, "incomplete_since" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_list_reading_pkey" primary key ("id", "environment", "business_id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_list_reading_deleted_at" ON "onchain_list_reading" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_outbox" ("id" text not null, "subject" text not null, "name" text not null, "data" jsonb not null, "position" bigserial, "due_at" timestamptz not null, "attempts" integer not null default 0, "last_error" text null, "published_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_outbox_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_outbox_deleted_at" ON "onchain_outbox" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_outbox_due_at" ON "onchain_outbox" ("due_at") WHERE published_at IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_outbox_subject_position" ON "onchain_outbox" ("subject", "position") WHERE published_at IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_outbox_published_at" ON "onchain_outbox" ("published_at") WHERE published_at IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_page_link" ("id" text not null, "token_hash" text not null, "purpose" text check ("purpose" in ('storefront', 'mail')) not null, "collection_id" text not null, "customer_id" text null, "expires_at" timestamptz not null, "revoked_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_page_link_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_page_link_deleted_at" ON "onchain_page_link" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_page_link_token_hash_unique" ON "onchain_page_link" ("token_hash") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_page_link_collection_id_created_at" ON "onchain_page_link" ("collection_id", "created_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_page_link_expires_at" ON "onchain_page_link" ("expires_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_payment" ("id" text not null, "session_id" text not null, "state" text check ("state" in ('open', 'captured', 'held')) not null default 'open', "captured_attempt_id" text null, "customer_id" text null, "fiat_amount" text not null, "currency_code" text not null, "settled_at" timestamptz null, "captured_at" timestamptz null, "order_outstanding_amount" text null, "order_placed_at" timestamptz null, "placed_order_id" text null, "abandoned_at" timestamptz null, "collection_id" text null, "order_closed_at" timestamptz null, "order_check_at" timestamptz null, "order_timed_out_at" timestamptz null, "list_incomplete_since" timestamptz null, "part_hold_until" timestamptz null, "order_kept_at" timestamptz null, "order_kept_by" text null, "order_kept_note" text null, "unallocated_reason" text null, "resolution" text check ("resolution" in ('apply', 'refund_due', 'keep')) null, "resolved_by" text null, "resolved_at" timestamptz null, "resolution_note" text null, "resolved_token_amount" text null, "applied_order_id" text null, "applied_collection_id" text null, "applied_amount" text null, "is_applied_in_full" boolean null, "application_key" text null, "applied_session_id" text null, "resolution_done_at" timestamptz null, "contradiction" text null, "contradicted_at" timestamptz null, "contradiction_ended_at" timestamptz null, "contradiction_ended_by" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_payment_pkey" primary key ("id"), constraint onchain_payment_captured_attempt check (state <> 'captured' OR captured_attempt_id IS NOT NULL), constraint onchain_payment_fiat_amount_check check (fiat_amount ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_payment_order_outstanding_amount_check check (order_outstanding_amount ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_payment_resolved_token_amount_check check (resolved_token_amount ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_payment_applied_amount_check check (applied_amount ~ '^[0-9]+([.][0-9]+)?$'));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_deleted_at" ON "onchain_payment" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_payment_session_id_unique" ON "onchain_payment" ("session_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_payment_captured_attempt_id_unique" ON "onchain_payment" ("captured_attempt_id") WHERE captured_attempt_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_collection_id" ON "onchain_payment" ("collection_id") WHERE collection_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_set_aside" ON "onchain_payment" ("settled_at") WHERE unallocated_reason IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_waiting" ON "onchain_payment" ("settled_at") WHERE state = 'held' AND resolution IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_resolved_at" ON "onchain_payment" ("resolved_at") WHERE resolution IS NOT NULL AND resolution_done_at IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_applied_order_id" ON "onchain_payment" ("applied_order_id") WHERE applied_order_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_payment_applied_session_id_unique" ON "onchain_payment" ("applied_session_id") WHERE applied_session_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_order_check_at" ON "onchain_payment" ("order_check_at") WHERE order_check_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_list_incomplete_since" ON "onchain_payment" ("list_incomplete_since") WHERE list_incomplete_since IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_contradicted" ON "onchain_payment" ("contradicted_at") WHERE contradicted_at IS NOT NULL AND contradiction_ended_at IS NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_payment_claim" ("id" text not null, "payment_id" text not null, "tx_hash" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_payment_claim_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_claim_deleted_at" ON "onchain_payment_claim" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_payment_claim_payment_id_tx_hash_unique" ON "onchain_payment_claim" ("payment_id", "tx_hash") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_claim_tx_hash" ON "onchain_payment_claim" ("tx_hash") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_payout_destination" ("id" text not null, "environment" text not null, "business_id" text not null, "label" text not null, "state" text check ("state" in ('pending', 'approved', 'archived')) not null default 'pending', "purpose" text check ("purpose" in ('treasury', 'refund')) not null default 'treasury', "customer_id" text null, "order_id" text null, "payment_id" text null, "chain" text not null, "network_id" text not null, "address" text not null, "memo" text not null default '', "has_no_memo" boolean not null default false, "checksum" text check ("checksum" in ('verified', 'absent')) not null, "is_observed_sender" boolean not null default false, "created_by" text not null, "created_by_owner" text null, "approved_by" text null, "approved_at" timestamptz null, "has_second_approval" boolean not null default false, "archived_by" text null, "archived_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_payout_destination_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_deleted_at" ON "onchain_payout_destination" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_live" ON "onchain_payout_destination" ("chain", "network_id", "address", "memo", "environment", "business_id") WHERE state <> 'archived' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_created_at_id" ON "onchain_payout_destination" ("created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_state_created_at_id" ON "onchain_payout_destination" ("state", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_network_id_state" ON "onchain_payout_destination" ("network_id", "state") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_customer_id" ON "onchain_payout_destination" ("customer_id") WHERE customer_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_payment_id" ON "onchain_payout_destination" ("payment_id") WHERE payment_id IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_refund" ("id" text not null, "environment" text not null, "business_id" text not null, "payment_id" text not null, "session_id" text not null, "kind" text check ("kind" in ('order', 'surplus', 'unallocated')) not null, "state" text check ("state" in ('due', 'quoted', 'confirmed', 'sent', 'done')) not null default 'due', "fiat_amount" text null, "currency_code" text not null, "token_amount" text null, "chain" text not null, "network_id" text not null, "token" text not null, "canonical_asset_id" text null, "withdrawal_id" text null, "destination_id" text null, "share_amount" text null, "rate_basis" text check ("rate_basis" in ('payment', 'today')) null, "rate" text null, "rate_source" text null, "rate_at" timestamptz null, "done_at" timestamptz null, "settled_by" text null, "settled_note" text null, "settled_tx_hash" text null, "last_error" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_refund_pkey" primary key ("id", "environment", "business_id"), constraint onchain_refund_fiat_amount_check check (fiat_amount ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_refund_token_amount_check check (token_amount ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_refund_share_amount_check check (share_amount ~ '^[0-9]+([.][0-9]+)?$'));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_deleted_at" ON "onchain_refund" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_payment_id" ON "onchain_refund" ("payment_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_state_created_at" ON "onchain_refund" ("state", "created_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_kind_created_at" ON "onchain_refund" ("kind", "created_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_refund_withdrawal_id_unique" ON "onchain_refund" ("withdrawal_id") WHERE withdrawal_id IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_report" ("id" text not null, "environment" text not null, "business_id" text not null, "from_day" text not null, "to_day" text not null, "state" text check ("state" in ('queued', 'running', 'done', 'failed')) not null default 'queued', "requested_by" text not null, "alive_at" timestamptz null, "started_at" timestamptz null, "finished_at" timestamptz null, "step" text null, "rows_read" integer not null default 0, "difference_count" integer null, "last_error" text null, "cut_off_count" integer not null default 0, "incomplete_lists" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_report_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_report_deleted_at" ON "onchain_report" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_report_created_at_id" ON "onchain_report" ("created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_report_waiting" ON "onchain_report" ("created_at") WHERE state IN ('queued', 'running') AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_report_difference" ("id" text not null, "environment" text not null, "business_id" text not null, "report_id" text not null, "match_key" text not null, "kind" text check ("kind" in ('not_captured', 'capture_without_invoice', 'amount_differs', 'no_transaction', 'transaction_without_invoice', 'payout_unknown', 'payout_missing', 'payout_differs')) not null, "day" text not null, "network_id" text not null, "token" text not null, "currency_code" text null, "expected" text null, "found" text null, "explanation" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_report_difference_pkey" primary key ("id"), constraint onchain_report_difference_expected_check check (expected ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_report_difference_found_check check (found ~ '^[0-9]+([.][0-9]+)?$'));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_report_difference_deleted_at" ON "onchain_report_difference" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_report_difference_report_id_match_key" ON "onchain_report_difference" ("report_id", "match_key") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_report_entry" ("id" text not null, "environment" text not null, "business_id" text not null, "report_id" text not null, "source" text check ("source" in ('capture', 'invoice', 'transaction', 'payout')) not null, "match_key" text not null, "day" text not null, "chain" text not null, "network_id" text not null, "token" text not null, "canonical_asset_id" text null, "kind" text null, "amount" text null, "fiat_amount" text null, "currency_code" text null, "label" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_report_entry_pkey" primary key ("id"), constraint onchain_report_entry_amount_check check (amount ~ '^[0-9]+([.][0-9]+)?$'));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_report_entry_deleted_at" ON "onchain_report_entry" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_report_entry_report_id_match_key" ON "onchain_report_entry" ("report_id", "match_key") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_report_entry_report_id_day" ON "onchain_report_entry" ("report_id", "day") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_signal" ("id" text not null, "seen_at" timestamptz not null, "detail" text null, "count" integer not null default 1, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_signal_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_signal_deleted_at" ON "onchain_signal" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_sync_run" ("id" text not null, "environment" text not null, "business_id" text not null, "started_at" timestamptz not null, "finished_at" timestamptz null, "alive_at" timestamptz not null, "rows_seen" integer not null default 0, "rows_changed" integer not null default 0, "last_error" text null, "position" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_sync_run_pkey" primary key ("id", "environment", "business_id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_sync_run_deleted_at" ON "onchain_sync_run" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_transaction" ("id" text not null, "environment" text not null, "business_id" text not null, "chain" text not null, "network_id" text not null, "token" text not null, "canonical_asset_id" text null, "type" text null, "direction" text null, "amount" text null, "tx_hash" text null, "reference" text null, "occurred_at" timestamptz null, "sort_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_transaction_pkey" primary key ("id", "environment", "business_id"), constraint onchain_transaction_amount_check check (amount ~ '^[0-9]+([.][0-9]+)?$'));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_transaction_deleted_at" ON "onchain_transaction" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_transaction_sort_at_id" ON "onchain_transaction" ("environment", "business_id", "sort_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_transaction_type_sort_at_id" ON "onchain_transaction" ("environment", "business_id", "type", "sort_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_transaction_direction_sort_at_id" ON "onchain_transaction" ("environment", "business_id", "direction", "sort_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_transaction_network_id_sort_at_id" ON "onchain_transaction" ("environment", "business_id", "network_id", "sort_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_transaction_token_sort_at_id" ON "onchain_transaction" ("environment", "business_id", "token", "sort_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_transaction_reference" ON "onchain_transaction" ("reference") WHERE reference IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_webhook_delivery" ("id" text not null, "environment" text not null, "business_id" text not null, "event" text not null, "resource_id" text null, "raw_body" text not null, "state" text check ("state" in ('received', 'processing', 'processed', 'ignored', 'dead')) not null default 'received', "attempts" integer not null default 0, "received_at" timestamptz not null, "next_attempt_at" timestamptz not null, "lease_expires_at" timestamptz null, "processed_at" timestamptz null, "last_error" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_webhook_delivery_pkey" primary key ("id", "environment", "business_id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_deleted_at" ON "onchain_webhook_delivery" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_next_attempt_at" ON "onchain_webhook_delivery" ("next_attempt_at") WHERE state = 'received' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_lease_expires_at" ON "onchain_webhook_delivery" ("lease_expires_at") WHERE state = 'processing' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_received_at" ON "onchain_webhook_delivery" ("received_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_state_received_at" ON "onchain_webhook_delivery" ("state", "received_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_event_received_at" ON "onchain_webhook_delivery" ("event", "received_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_resource_id" ON "onchain_webhook_delivery" ("resource_id") WHERE resource_id IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_withdrawal" ("id" text not null, "environment" text not null, "business_id" text not null, "kind" text check ("kind" in ('treasury', 'refund')) not null, "refund_id" text null, "payment_id" text null, "destination_id" text not null, "destination_address" text not null, "destination_memo" text not null default '', "chain" text not null, "network_id" text not null, "token" text not null, "canonical_asset_id" text null, "decimals" integer not null, "amount" text not null, "note" text null, "share_amount" text null, "rate_basis" text check ("rate_basis" in ('payment', 'today')) null, "rate" text null, "rate_source" text null, "rate_at" timestamptz null, "request_key" text not null, "requested_by" text not null, "requested_by_type" text check ("requested_by_type" in ('user', 'api-key')) not null, "requested_by_owner" text null, "state" text check ("state" in ('requested', 'quoted', 'awaiting_approval', 'sending', 'sent', 'completed', 'failed', 'refused', 'cancelled', 'unknown')) not null default 'requested', "revision" integer not null default 0, "state_at" timestamptz not null, "last_error" text null, "quote_count" integer not null default 0, "quote_key" text null, "quote_lease_expires_at" timestamptz null, "quote_id" text null, "quote_fee" text null, "quote_net" text null, "quoted_at" timestamptz null, "quote_expires_at" timestamptz null, "confirmed_by" text null, "confirmed_by_owner" text null, "confirmed_at" timestamptz null, "approved_by" text null, "approved_at" timestamptz null, "create_count" integer not null default 0, "create_key" text null, "send_attempts" integer not null default 0, "is_uncertain" boolean not null default false, "first_sent_at" timestamptz null, "lease_expires_at" timestamptz null, "next_attempt_at" timestamptz null, "last_answer_code" text null, "accepted_at" timestamptz null, "conflict_code" text null, "ruled_out" text[] null, "gateway_withdrawal_id" text null, "gateway_status" text null, "gateway_status_at" timestamptz null, "fee" text null, "net_amount" text null, "tx_hash" text null, "failure_reason" text null, "mismatch" text null, "mismatch_seen_at" timestamptz null, "mismatch_seen_by" text null, "mismatch_seen_note" text null, "revived_at" timestamptz null, "checked_at" timestamptz null, "next_check_at" timestamptz null, "check_count" integer not null default 0, "completed_at" timestamptz null, "resolved_by" text null, "resolution_note" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_withdrawal_pkey" primary key ("id"), constraint onchain_withdrawal_amount_check check (amount ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_withdrawal_share_amount_check check (share_amount ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_withdrawal_quote_fee_check check (quote_fee ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_withdrawal_quote_net_check check (quote_net ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_withdrawal_fee_check check (fee ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_withdrawal_net_amount_check check (net_amount ~ '^[0-9]+([.][0-9]+)?$'));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_deleted_at" ON "onchain_withdrawal" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_request_unique" ON "onchain_withdrawal" ("requested_by", "request_key", "environment", "business_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_quote_key_unique" ON "onchain_withdrawal" ("quote_key") WHERE quote_key IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_quote_id_unique" ON "onchain_withdrawal" ("quote_id", "environment", "business_id") WHERE quote_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_create_key_unique" ON "onchain_withdrawal" ("create_key") WHERE create_key IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_gateway_withdrawal_id_unique" ON "onchain_withdrawal" ("gateway_withdrawal_id", "environment", "business_id") WHERE gateway_withdrawal_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_live_refund" ON "onchain_withdrawal" ("refund_id") WHERE refund_id IS NOT NULL AND state NOT IN ('failed', 'refused', 'cancelled') AND revived_at IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_created_at_id" ON "onchain_withdrawal" ("environment", "business_id", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_state_created_at_id" ON "onchain_withdrawal" ("environment", "business_id", "state", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_kind_created_at_id" ON "onchain_withdrawal" ("environment", "business_id", "kind", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_destination_id_created_at_id" ON "onchain_withdrawal" ("environment", "business_id", "destination_id", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_network_id_created_at_id" ON "onchain_withdrawal" ("environment", "business_id", "network_id", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_token_created_at_id" ON "onchain_withdrawal" ("environment", "business_id", "token", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_payouts_of_refund" ON "onchain_withdrawal" ("refund_id", "created_at", "id") WHERE refund_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_next_attempt_at" ON "onchain_withdrawal" ("next_attempt_at") WHERE state IN ('sending', 'unknown') AND next_attempt_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_next_check_at" ON "onchain_withdrawal" ("next_check_at") WHERE next_check_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_lapsing" ON "onchain_withdrawal" ("state_at") WHERE state IN ('requested', 'quoted') AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_old_rate" ON "onchain_withdrawal" ("created_at") WHERE rate_basis = 'today' AND state IN ('requested', 'quoted', 'awaiting_approval') AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_used" ON "onchain_withdrawal" ("token", "first_sent_at") WHERE first_sent_at IS NOT NULL AND deleted_at IS NULL;`);

    // Below is what the models cannot express: keys to other tables, and indexes on text in lower case.
    for (const [table, name, key] of FOREIGN_KEYS) this.addSql(`alter table ${table} add constraint ${name} foreign key ${key};`);
    // No payout goes to an address of any row, deleted or not.
    for (const [table, name, column] of OWN_ADDRESSES)
      this.addSql(`CREATE INDEX "${name}" ON ${table} (lower(${column})) WHERE ${column} IS NOT NULL;`);
    for (const [table, columns] of Object.entries(SEARCHED))
      for (const column of columns)
        this.addSql(`CREATE INDEX "IDX_${table}_search_${column}" ON ${table} (lower(${column}) text_pattern_ops) WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "onchain_address" cascade;`);

    this.addSql(`drop table if exists "onchain_attempt" cascade;`);

    this.addSql(`drop table if exists "onchain_audit_entry" cascade;`);

    this.addSql(`drop table if exists "onchain_customer" cascade;`);

    this.addSql(`drop table if exists "onchain_deposit" cascade;`);

    this.addSql(`drop table if exists "onchain_list_reading" cascade;`);

    this.addSql(`drop table if exists "onchain_outbox" cascade;`);

    this.addSql(`drop table if exists "onchain_page_link" cascade;`);

    this.addSql(`drop table if exists "onchain_payment" cascade;`);

    this.addSql(`drop table if exists "onchain_payment_claim" cascade;`);

    this.addSql(`drop table if exists "onchain_payout_destination" cascade;`);

    this.addSql(`drop table if exists "onchain_refund" cascade;`);

    this.addSql(`drop table if exists "onchain_report" cascade;`);

    this.addSql(`drop table if exists "onchain_report_difference" cascade;`);

    this.addSql(`drop table if exists "onchain_report_entry" cascade;`);

    this.addSql(`drop table if exists "onchain_signal" cascade;`);

    this.addSql(`drop table if exists "onchain_sync_run" cascade;`);

    this.addSql(`drop table if exists "onchain_transaction" cascade;`);

    this.addSql(`drop table if exists "onchain_webhook_delivery" cascade;`);

    this.addSql(`drop table if exists "onchain_withdrawal" cascade;`);
  }

}
