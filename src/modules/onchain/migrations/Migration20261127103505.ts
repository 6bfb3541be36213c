import { Migration } from "@medusajs/framework/mikro-orm/migrations";

const FOREIGN_KEYS = [
  ["onchain_attempt", "onchain_attempt_payment_id_fkey", "(payment_id) references onchain_payment (id)"],
  ["onchain_payment", "onchain_payment_current_attempt_id_fkey", "(current_attempt_id) references onchain_attempt (id)"],
  ["onchain_decision", "onchain_decision_payment_fkey", "(payment_id) references onchain_payment (id)"],
  ["onchain_payout_leg", "onchain_payout_leg_attempt_fkey", "(attempt_id) references onchain_attempt (id)"],
  ["onchain_refund", "onchain_refund_payment_fkey", "(payment_id) references onchain_payment (id)"],
  ["onchain_refund", "onchain_refund_attempt_fkey", "(attempt_id) references onchain_attempt (id)"],
  ["onchain_refund", "onchain_refund_withdrawal_fkey", "(withdrawal_id) references onchain_withdrawal (id)"],
  ["onchain_withdrawal", "onchain_withdrawal_payment_fkey", "(payment_id) references onchain_payment (id)"],
  ["onchain_withdrawal", "onchain_withdrawal_refund_fkey", "(refund_id, environment, business_id) references onchain_refund (id, environment, business_id)"],
] as const

/** No payout goes to an address of any row, deleted or not. */
const OWN_ADDRESSES = [
  ["onchain_address", "IDX_onchain_address_own_address", "address", ""],
  // All payers of a network may share an address.
  ["onchain_attempt", "IDX_onchain_attempt_lower_deposit_address", "deposit_address", ", memo"],
  ["onchain_deposit", "IDX_onchain_deposit_own_address", "to_address", ""],
] as const

/** Searched by the beginning of a text: columns of a table, and the condition of their indexes. */
const SEARCHED = [
  ["onchain_attempt", ["tx_hash"], "tx_hash IS NOT NULL"],
  ["onchain_deposit", ["id", "tx_hash", "from_address", "to_address"], "deleted_at IS NULL"],
  ["onchain_payment_claim", ["tx_hash"], "true"],
  ["onchain_payout_destination", ["label", "address", "id"], "deleted_at IS NULL"],
  ["onchain_payout_leg", ["gateway_withdrawal_id", "destination_address", "tx_hash"], "gateway_status IS NOT NULL"],
  ["onchain_refund", ["id", "payment_id", "session_id", "withdrawal_id"], "deleted_at IS NULL"],
  ["onchain_refund", ["settled_tx_hash"], "settled_tx_hash IS NOT NULL"],
  ["onchain_transaction", ["id", "reference", "tx_hash"], "deleted_at IS NULL"],
  ["onchain_withdrawal", ["id", "gateway_withdrawal_id", "destination_address", "tx_hash"], "deleted_at IS NULL"],
] as const

export class Migration20261127103505 extends Migration {

  // Without the indexes of deleted rows that Medusa generates: these tables have none, and nothing reads them.
  override async up(): Promise<void> {
    this.addSql(`create table if not exists "onchain_address" ("id" text not null, "environment" text not null, "business_id" text not null, "customer_id" text not null, "chain" text not null, "network_id" text not null, "address" text not null, "ensured_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_address_pkey" primary key ("id"));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_address_rail_unique" ON "onchain_address" ("customer_id", "chain", "network_id", "environment", "business_id") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_attempt" ("id" text not null, "payment_id" text not null, "environment" text not null, "business_id" text not null, "kind" text check ("kind" in ('invoice', 'auto_deposit')) not null default 'invoice', "state" text check ("state" in ('opening', 'awaiting', 'confirming', 'settled', 'expired', 'failed', 'cancelled', 'superseded')) not null default 'opening', "customer_id" text null, "gateway_intent_id" text null, "gateway_invoice_id" text null, "external_order_id" text null, "idempotency_key" text not null, "gateway_status" text null, "provider_status" text null, "payout_route_id" text null, "payout_items" text null, "rail_id" text not null, "chain" text not null, "network_id" text not null, "token" text not null, "decimals" integer not null, "canonical_asset_id" text null, "contract_address" text null, "expected_amount" text not null, "asked_fiat_amount" text not null, "received_amount" text null, "implausible_amount" text null, "rate" text not null, "rate_source" text not null, "rate_at" timestamptz not null, "deposit_address" text null, "memo" text null, "address_refused_at" timestamptz null, "address_refusal" text null, "transfer_authorization" jsonb null, "confirmations" integer null, "confirmations_required" integer null, "tx_hash" text null, "expires_at" timestamptz null, "checked_at" timestamptz null, "confirming_at" timestamptz null, "part_seen_at" timestamptz null, "largest_part_amount" text null, "search_wanted_at" timestamptz null, "searched_from" timestamptz null, "next_check_at" timestamptz null, "check_count" integer not null default 0, "last_error" text null, "invoice_unknown_at" timestamptz null, "erased_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_attempt_pkey" primary key ("id"), constraint onchain_attempt_external_order check (kind <> 'auto_deposit' OR external_order_id IS NOT NULL), constraint onchain_attempt_expected_amount_check check (expected_amount ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_attempt_received_amount_check check (received_amount ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_attempt_largest_part_amount_check check (largest_part_amount ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_attempt_implausible_amount_check check (implausible_amount ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_attempt_asked_fiat_amount_check check (asked_fiat_amount ~ '^[0-9]+([.][0-9]+)?$'));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attempt_payment_id" ON "onchain_attempt" ("payment_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_attempt_idempotency_key_unique" ON "onchain_attempt" ("idempotency_key") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_attempt_gateway_invoice_id_environment_business_id_unique" ON "onchain_attempt" ("gateway_invoice_id", "environment", "business_id") WHERE gateway_invoice_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_attempt_gateway_intent_id_environment_business_id_unique" ON "onchain_attempt" ("gateway_intent_id", "environment", "business_id") WHERE gateway_intent_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_attempt_external_order_id_environment_business_id_unique" ON "onchain_attempt" ("external_order_id", "environment", "business_id") WHERE external_order_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attempt_customer_id_network_id_token" ON "onchain_attempt" ("customer_id", "network_id", "token") WHERE kind = 'auto_deposit' AND state IN ('opening', 'awaiting') AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_attempt_open_intent" ON "onchain_attempt" ("customer_id", "chain", "network_id", "token", "environment", "business_id") WHERE kind = 'auto_deposit' AND state = 'awaiting' AND gateway_invoice_id IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attempt_customer_id_created_at" ON "onchain_attempt" ("customer_id", "created_at") WHERE customer_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attempt_updated_at" ON "onchain_attempt" ("updated_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attempt_routed" ON "onchain_attempt" ("updated_at") WHERE payout_route_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attempt_network_id_token" ON "onchain_attempt" ("network_id", "token") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attempt_memo" ON "onchain_attempt" ("memo") WHERE memo IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attempt_next_check_at" ON "onchain_attempt" ("next_check_at") WHERE next_check_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attempt_invoice_unknown_at" ON "onchain_attempt" ("invoice_unknown_at") WHERE invoice_unknown_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attempt_address_refused_at" ON "onchain_attempt" ("address_refused_at") WHERE address_refused_at IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_audit_entry" ("id" text not null, "subject_type" text not null, "subject_id" text not null, "environment" text null, "business_id" text null, "action" text not null, "actor_id" text null, "before" jsonb null, "after" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_audit_entry_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_audit_entry_subject_type_subject_id_created_at" ON "onchain_audit_entry" ("subject_type", "subject_id", "created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_customer" ("id" text not null, "environment" text not null, "business_id" text not null, "customer_id" text not null, "idempotency_key" text not null, "gateway_customer_id" text null, "last_error" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_customer_pkey" primary key ("id"));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_customer_customer_id_unique" ON "onchain_customer" ("customer_id", "environment", "business_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_customer_idempotency_key_unique" ON "onchain_customer" ("idempotency_key") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_customer_unknown" ON "onchain_customer" ("last_error") WHERE gateway_customer_id IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_customer_gateway_customer_id_unique" ON "onchain_customer" ("gateway_customer_id", "environment", "business_id") WHERE gateway_customer_id IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_decision" ("id" text not null, "payment_id" text not null, "kind" text check ("kind" in ('apply', 'refund_due', 'keep', 'apply_proposed', 'keep_order', 'contradiction')) not null, "actor_id" text null, "note" text null, "order_id" text null, "collection_id" text null, "session_id" text null, "key" text null, "amount" text null, "token_amount" text null, "done_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_decision_pkey" primary key ("id"), constraint onchain_decision_amount_check check (amount ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_decision_token_amount_check check (token_amount ~ '^[0-9]+([.][0-9]+)?$'));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_decision_kind_payment_id" ON "onchain_decision" ("kind", "payment_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_decision_resolution" ON "onchain_decision" ("payment_id") WHERE kind IN ('apply', 'refund_due', 'keep') AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_decision_session_id_unique" ON "onchain_decision" ("session_id") WHERE session_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_decision_key_unique" ON "onchain_decision" ("key") WHERE key IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_decision_order_id" ON "onchain_decision" ("order_id") WHERE order_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_decision_collection_id" ON "onchain_decision" ("collection_id") WHERE collection_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_decision_kind_created_at" ON "onchain_decision" ("kind", "created_at") WHERE done_at IS NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_deposit" ("id" text not null, "environment" text not null, "business_id" text not null, "state" text check ("state" in ('in_review', 'processing', 'assigned', 'accepted', 'refund_pending', 'refunded', 'income')) not null default 'in_review', "state_at" timestamptz not null, "confirmed_at" timestamptz null, "reported_state" text check ("reported_state" in ('in_review', 'assigned', 'accepted', 'refund_pending', 'refunded', 'unknown')) null, "reported_at" timestamptz null, "resolution_status" text null, "assignment_status" text null, "gateway_customer_id" text null, "customer_id" text null, "chain" text not null, "network_id" text not null, "token" text null, "token_mint" text null, "canonical_asset_id" text null, "is_supported" boolean null, "amount_raw" text not null, "amount" text null, "decimals" integer null, "tx_hash" text null, "from_address" text null, "to_address" text null, "memo" text null, "payment_id" text null, "linked_by" text check ("linked_by" in ('address', 'memo', 'intent', 'person')) null, "queued_at" timestamptz null, "expected_intent_id" text null, "expected_session_id" text null, "observed_at" timestamptz not null, "action" text check ("action" in ('assign', 'accept', 'refund')) null, "action_by" text null, "action_at" timestamptz null, "action_key" text null, "action_count" integer not null default 0, "action_intent_id" text null, "action_attempts" integer not null default 0, "lease_expires_at" timestamptz null, "next_attempt_at" timestamptz null, "last_error" text null, "erased_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_deposit_pkey" primary key ("id", "environment", "business_id"), constraint onchain_deposit_amount_raw_check check (amount_raw ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_deposit_amount_check check (amount ~ '^[0-9]+([.][0-9]+)?$'));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_observed_at_id" ON "onchain_deposit" ("environment", "business_id", "observed_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_state_observed_at_id" ON "onchain_deposit" ("environment", "business_id", "state", "observed_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_assignment_status_observed_at_id" ON "onchain_deposit" ("environment", "business_id", "assignment_status", "observed_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_chain_observed_at_id" ON "onchain_deposit" ("environment", "business_id", "chain", "observed_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_network_id_observed_at_id" ON "onchain_deposit" ("environment", "business_id", "network_id", "observed_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_token_observed_at_id" ON "onchain_deposit" ("environment", "business_id", "token", "observed_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_customer_id_observed_at_id" ON "onchain_deposit" ("customer_id", "observed_at", "id") WHERE customer_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_payment_id" ON "onchain_deposit" ("payment_id") WHERE payment_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_deposit_action_key_unique" ON "onchain_deposit" ("action_key", "environment", "business_id") WHERE action_key IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_reported_at" ON "onchain_deposit" ("reported_at") WHERE reported_state IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_next_attempt_at" ON "onchain_deposit" ("next_attempt_at") WHERE state = 'processing' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_to_queue" ON "onchain_deposit" ("payment_id") WHERE state = 'accepted' AND payment_id IS NOT NULL AND queued_at IS NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_outbox" ("id" text not null, "subject" text not null, "name" text not null, "data" jsonb not null, "position" bigserial, "due_at" timestamptz not null, "attempts" integer not null default 0, "last_error" text null, "published_at" timestamptz null, "message_due_at" timestamptz null, "message_tries" integer not null default 0, "message_result" text null, "message_error" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_outbox_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_outbox_due_at" ON "onchain_outbox" ("due_at") WHERE published_at IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_outbox_subject_position" ON "onchain_outbox" ("subject", "position") WHERE published_at IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_outbox_published_at" ON "onchain_outbox" ("published_at") WHERE published_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_outbox_message_due_at" ON "onchain_outbox" ("message_due_at") WHERE message_due_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_outbox_messages" ON "onchain_outbox" ("subject") WHERE message_result IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_outbox_message_failed" ON "onchain_outbox" ("created_at") WHERE message_result = 'failed' AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_page_link" ("id" text not null, "token_hash" text not null, "purpose" text check ("purpose" in ('storefront', 'mail')) not null, "collection_id" text not null, "customer_id" text null, "expires_at" timestamptz not null, "revoked_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_page_link_pkey" primary key ("id"));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_page_link_token_hash_unique" ON "onchain_page_link" ("token_hash") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_page_link_collection_id_created_at" ON "onchain_page_link" ("collection_id", "created_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_page_link_expires_at" ON "onchain_page_link" ("expires_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_page_link_revoked_at" ON "onchain_page_link" ("revoked_at") WHERE revoked_at IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_payment" ("id" text not null, "session_id" text not null, "state" text check ("state" in ('open', 'captured', 'held')) not null default 'open', "status" text check ("status" in ('awaiting', 'partially_paid', 'confirming', 'captured', 'refund_due', 'refund_blocked_by_gas', 'partially_refunded', 'refunded', 'held', 'applied', 'kept', 'expired', 'cancelled', 'contradicted')) not null default 'awaiting', "current_attempt_id" text null, "customer_id" text null, "fiat_amount" text not null, "currency_code" text not null, "settled_at" timestamptz null, "captured_at" timestamptz null, "order_outstanding_amount" text null, "order_placed_at" timestamptz null, "placed_order_id" text null, "abandoned_at" timestamptz null, "collection_id" text null, "order_closed_at" timestamptz null, "order_check_at" timestamptz null, "order_timed_out_at" timestamptz null, "list_incomplete_since" timestamptz null, "part_hold_until" timestamptz null, "unallocated_reason" text null, "taken_token_amount" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_payment_pkey" primary key ("id"), constraint onchain_payment_captured_attempt check (state <> 'captured' OR current_attempt_id IS NOT NULL), constraint onchain_payment_fiat_amount_check check (fiat_amount ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_payment_order_outstanding_amount_check check (order_outstanding_amount ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_payment_taken_token_amount_check check (taken_token_amount ~ '^[0-9]+([.][0-9]+)?$'));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_payment_session_id_unique" ON "onchain_payment" ("session_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_payment_current_attempt_id_unique" ON "onchain_payment" ("current_attempt_id") WHERE current_attempt_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_quoted" ON "onchain_payment" ("current_attempt_id") WHERE status = 'awaiting' AND current_attempt_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_collection_id" ON "onchain_payment" ("collection_id") WHERE collection_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_set_aside" ON "onchain_payment" ("settled_at") WHERE unallocated_reason IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_undecided" ON "onchain_payment" ("settled_at") WHERE status IN ('held', 'contradicted', 'refund_blocked_by_gas') AND state = 'held' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_created_at_id" ON "onchain_payment" ("created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_status_created_at_id" ON "onchain_payment" ("status", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_placed_order_id" ON "onchain_payment" ("placed_order_id") WHERE placed_order_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_updated_at" ON "onchain_payment" ("updated_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_order_check_at" ON "onchain_payment" ("order_check_at") WHERE order_check_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_list_incomplete_since" ON "onchain_payment" ("list_incomplete_since") WHERE list_incomplete_since IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_captured_at" ON "onchain_payment" ("captured_at") WHERE captured_at IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_payment_claim" ("id" text not null, "payment_id" text not null, "tx_hash" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_payment_claim_pkey" primary key ("id"));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_payment_claim_payment_id_tx_hash_unique" ON "onchain_payment_claim" ("payment_id", "tx_hash") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_claim_tx_hash" ON "onchain_payment_claim" ("tx_hash") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_claim_created_at" ON "onchain_payment_claim" ("created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_payout_destination" ("id" text not null, "environment" text not null, "business_id" text not null, "label" text not null, "state" text check ("state" in ('pending', 'approved', 'archived')) not null default 'pending', "purpose" text check ("purpose" in ('treasury', 'refund')) not null default 'treasury', "customer_id" text null, "order_id" text null, "payment_id" text null, "chain" text not null, "network_id" text not null, "address" text not null, "memo" text not null default '', "has_no_memo" boolean not null default false, "checksum" text check ("checksum" in ('verified', 'absent')) not null, "is_observed_sender" boolean not null default false, "created_by" text not null, "created_by_owner" text null, "approved_by" text null, "approved_at" timestamptz null, "has_second_approval" boolean not null default false, "single_use_refund_id" text null, "archived_by" text null, "archived_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_payout_destination_pkey" primary key ("id"));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_live" ON "onchain_payout_destination" ("chain", "network_id", "address", "memo", "environment", "business_id") WHERE state <> 'archived' AND single_use_refund_id IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_single_use" ON "onchain_payout_destination" ("single_use_refund_id", "environment", "business_id") WHERE state <> 'archived' AND single_use_refund_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_book" ON "onchain_payout_destination" ("environment", "business_id", "created_at", "id") WHERE single_use_refund_id IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_book_state" ON "onchain_payout_destination" ("environment", "business_id", "state", "created_at", "id") WHERE single_use_refund_id IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_book_network_id" ON "onchain_payout_destination" ("environment", "business_id", "network_id", "created_at", "id") WHERE single_use_refund_id IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_book_purpose" ON "onchain_payout_destination" ("environment", "business_id", "purpose", "created_at", "id") WHERE single_use_refund_id IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_pending" ON "onchain_payout_destination" ("environment", "business_id", "created_at", "id") WHERE (state = 'pending' OR (state = 'approved' AND NOT has_second_approval)) AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_created_at_id" ON "onchain_payout_destination" ("created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_state_created_at_id" ON "onchain_payout_destination" ("state", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_network_id_state" ON "onchain_payout_destination" ("network_id", "state") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_customer_id" ON "onchain_payout_destination" ("customer_id") WHERE customer_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_payment_id" ON "onchain_payout_destination" ("payment_id") WHERE payment_id IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_payout_leg" ("id" text not null, "environment" text not null, "business_id" text not null, "attempt_id" text not null, "position" integer not null, "label" text null, "share_bps" integer null, "destination_address" text null, "gateway_withdrawal_id" text null, "gateway_status" text null, "provider_status" text null, "amount" text null, "fee" text null, "tx_hash" text null, "failure_reason" text null, "checked_at" timestamptz null, "status_at" timestamptz null, "acknowledged_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_payout_leg_pkey" primary key ("id"), constraint onchain_payout_leg_amount_check check (amount ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_payout_leg_fee_check check (fee ~ '^[0-9]+([.][0-9]+)?$'));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_payout_leg_attempt_id_position_unique" ON "onchain_payout_leg" ("attempt_id", "position") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_payout_leg_gateway_withdrawal_unique" ON "onchain_payout_leg" ("gateway_withdrawal_id", "environment", "business_id") WHERE gateway_withdrawal_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_leg_environment_business_id_created_at" ON "onchain_payout_leg" ("environment", "business_id", "created_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_leg_environment_business_id_status_at" ON "onchain_payout_leg" ("environment", "business_id", "status_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_leg_awaited" ON "onchain_payout_leg" ("created_at") WHERE gateway_status IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_leg_open" ON "onchain_payout_leg" ("environment", "business_id", "status_at") WHERE gateway_status NOT IN ('completed') AND acknowledged_at IS NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_refund" ("id" text not null, "environment" text not null, "business_id" text not null, "payment_id" text not null, "attempt_id" text null, "session_id" text not null, "kind" text check ("kind" in ('order', 'surplus', 'unallocated')) not null, "state" text check ("state" in ('due', 'quoted', 'confirmed', 'sent', 'done')) not null default 'due', "fiat_amount" text null, "currency_code" text not null, "token_amount" text null, "chain" text not null, "network_id" text not null, "token" text not null, "canonical_asset_id" text null, "withdrawal_id" text null, "share_amount" text null, "rate_basis" text check ("rate_basis" in ('payment', 'today')) null, "rate" text null, "rate_source" text null, "rate_at" timestamptz null, "done_at" timestamptz null, "settled_by" text null, "settled_note" text null, "settled_tx_hash" text null, "last_error" text null, "link_id" text null, "link_token_hash" text null, "link_expires_at" timestamptz null, "link_made_by" text null, "link_made_by_owner" text null, "link_nonce" text null, "wrong_emails" integer not null default 0, "paused_until" timestamptz null, "address_state" text check ("address_state" in ('open', 'proposed', 'approved', 'declined')) null, "address" text null, "address_memo" text not null default '', "has_no_memo" boolean not null default false, "address_checksum" text check ("address_checksum" in ('verified', 'absent')) null, "is_address_signed" boolean not null default false, "address_revision" integer not null default 0, "proposed_at" timestamptz null, "decision_note" text null, "destination_id" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_refund_pkey" primary key ("id", "environment", "business_id"), constraint onchain_refund_fiat_amount_check check (fiat_amount ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_refund_token_amount_check check (token_amount ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_refund_share_amount_check check (share_amount ~ '^[0-9]+([.][0-9]+)?$'));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_payment_id" ON "onchain_refund" ("payment_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_due" ON "onchain_refund" ("payment_id") WHERE state <> 'done' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_paid" ON "onchain_refund" ("payment_id") WHERE state = 'done' AND kind <> 'surplus' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_created_at_id" ON "onchain_refund" ("environment", "business_id", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_state_created_at_id" ON "onchain_refund" ("environment", "business_id", "state", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_kind_created_at_id" ON "onchain_refund" ("environment", "business_id", "kind", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_refund_link_token_hash_unique" ON "onchain_refund" ("link_token_hash") WHERE link_token_hash IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_proposed_at_id" ON "onchain_refund" ("proposed_at", "id") WHERE address_state = 'proposed' AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_refund_withdrawal_id_unique" ON "onchain_refund" ("withdrawal_id") WHERE withdrawal_id IS NOT NULL AND deleted_at IS NULL;`);


    this.addSql(`create table if not exists "onchain_report" ("id" text not null, "environment" text not null, "business_id" text not null, "from_day" text not null, "to_day" text not null, "state" text check ("state" in ('queued', 'running', 'done', 'failed')) not null default 'queued', "requested_by" text not null, "alive_at" timestamptz null, "started_at" timestamptz null, "finished_at" timestamptz null, "rows_read" integer not null default 0, "lines" jsonb null, "differences" jsonb null, "difference_count" integer null, "last_error" text null, "cut_off_count" integer not null default 0, "incomplete_lists" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_report_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_report_created_at_id" ON "onchain_report" ("created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_report_waiting" ON "onchain_report" ("created_at") WHERE state IN ('queued', 'running') AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_status" ("id" text not null, "environment" text not null, "business_id" text not null, "started_at" timestamptz null, "seen_at" timestamptz not null, "finished_at" timestamptz null, "detail" text null, "count" integer not null default 1, "position" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_status_pkey" primary key ("id", "environment", "business_id"));`);

    this.addSql(`create table if not exists "onchain_transaction" ("id" text not null, "environment" text not null, "business_id" text not null, "chain" text not null, "network_id" text not null, "token" text not null, "canonical_asset_id" text null, "kind" text null, "type" text null, "direction" text null, "amount" text null, "tx_hash" text null, "reference" text null, "status" text null, "to_address" text null, "memo" text null, "unread" text null, "raw" text null, "reviewed_at" timestamptz null, "reviewed_by" text null, "review_note" text null, "occurred_at" timestamptz null, "sort_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_transaction_pkey" primary key ("id", "environment", "business_id"), constraint onchain_transaction_amount_check check (amount ~ '^[0-9]+([.][0-9]+)?$'));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_transaction_sort_at_id" ON "onchain_transaction" ("environment", "business_id", "sort_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_transaction_type_sort_at_id" ON "onchain_transaction" ("environment", "business_id", "type", "sort_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_transaction_direction_sort_at_id" ON "onchain_transaction" ("environment", "business_id", "direction", "sort_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_transaction_network_id_sort_at_id" ON "onchain_transaction" ("environment", "business_id", "network_id", "sort_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_transaction_token_sort_at_id" ON "onchain_transaction" ("environment", "business_id", "token", "sort_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_transaction_reference" ON "onchain_transaction" ("reference") WHERE reference IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_transaction_waiting" ON "onchain_transaction" ("environment", "business_id", "sort_at") WHERE reviewed_at IS NULL AND (status = 'review_required' OR unread IS NOT NULL) AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_webhook_delivery" ("id" text not null, "environment" text not null, "business_id" text not null, "event" text not null, "resource_id" text null, "raw_body" text not null, "state" text check ("state" in ('received', 'processing', 'processed', 'ignored', 'dead')) not null default 'received', "attempts" integer not null default 0, "received_at" timestamptz not null, "next_attempt_at" timestamptz not null, "lease_expires_at" timestamptz null, "processed_at" timestamptz null, "last_error" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_webhook_delivery_pkey" primary key ("id", "environment", "business_id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_next_attempt_at" ON "onchain_webhook_delivery" ("next_attempt_at") WHERE state = 'received' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_lease_expires_at" ON "onchain_webhook_delivery" ("lease_expires_at") WHERE state = 'processing' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_received_at_id" ON "onchain_webhook_delivery" ("environment", "business_id", "received_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_state_received_at_id" ON "onchain_webhook_delivery" ("environment", "business_id", "state", "received_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_event_received_at_id" ON "onchain_webhook_delivery" ("environment", "business_id", "event", "received_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_resource_id" ON "onchain_webhook_delivery" ("resource_id") WHERE resource_id IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_withdrawal" ("id" text not null, "environment" text not null, "business_id" text not null, "refund_id" text null, "payment_id" text null, "destination_id" text not null, "destination_address" text not null, "destination_memo" text not null default '', "chain" text not null, "network_id" text not null, "token" text not null, "canonical_asset_id" text null, "amount" text not null, "requested_by" text not null, "state" text check ("state" in ('requested', 'quoted', 'awaiting_approval', 'sending', 'sent', 'completed', 'failed', 'refused', 'cancelled', 'unknown')) not null default 'requested', "revision" integer not null default 0, "state_at" timestamptz not null, "last_error" text null, "quote_id" text null, "quote_fee" text null, "quote_expires_at" timestamptz null, "create_key" text null, "first_sent_at" timestamptz null, "due_at" timestamptz null, "last_answer_code" text null, "evidence" text null, "gateway_withdrawal_id" text null, "gateway_status" text null, "provider_status" text null, "fee" text null, "tx_hash" text null, "mismatch" text null, "reviewed_at" timestamptz null, "status_source" text null, "checked_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_withdrawal_pkey" primary key ("id"), constraint onchain_withdrawal_amount_check check (amount ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_withdrawal_quote_fee_check check (quote_fee ~ '^[0-9]+([.][0-9]+)?$'), constraint onchain_withdrawal_fee_check check (fee ~ '^[0-9]+([.][0-9]+)?$'));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_quote_id_unique" ON "onchain_withdrawal" ("quote_id", "environment", "business_id") WHERE quote_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_create_key_unique" ON "onchain_withdrawal" ("create_key") WHERE create_key IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_gateway_withdrawal_id_unique" ON "onchain_withdrawal" ("gateway_withdrawal_id", "environment", "business_id") WHERE gateway_withdrawal_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_live_refund" ON "onchain_withdrawal" ("refund_id") WHERE refund_id IS NOT NULL AND state NOT IN ('failed', 'refused', 'cancelled') AND mismatch IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_created_at_id" ON "onchain_withdrawal" ("environment", "business_id", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_state_created_at_id" ON "onchain_withdrawal" ("environment", "business_id", "state", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_destination_id_created_at_id" ON "onchain_withdrawal" ("environment", "business_id", "destination_id", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_network_id_created_at_id" ON "onchain_withdrawal" ("environment", "business_id", "network_id", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_token_created_at_id" ON "onchain_withdrawal" ("environment", "business_id", "token", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_of_treasury" ON "onchain_withdrawal" ("environment", "business_id", "created_at", "id") WHERE refund_id IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_of_refunds" ON "onchain_withdrawal" ("environment", "business_id", "created_at", "id") WHERE refund_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_payouts_of_refund" ON "onchain_withdrawal" ("refund_id", "created_at", "id") WHERE refund_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_environment_business_id_state_at" ON "onchain_withdrawal" ("environment", "business_id", "state_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_due_at" ON "onchain_withdrawal" ("due_at") WHERE due_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_lapsing" ON "onchain_withdrawal" ("state_at") WHERE state IN ('requested', 'quoted') AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_old_rate" ON "onchain_withdrawal" ("created_at") WHERE refund_id IS NOT NULL AND state IN ('requested', 'quoted', 'awaiting_approval') AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_undecided" ON "onchain_withdrawal" ("environment", "business_id", "state", "state_at") WHERE state IN ('awaiting_approval', 'unknown') AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_gas_blocked_at" ON "onchain_withdrawal" ("environment", "business_id", "state_at") WHERE state = 'sent' AND gateway_status = 'gas_blocked' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_mismatch" ON "onchain_withdrawal" ("environment", "business_id", "state_at") WHERE mismatch IS NOT NULL AND reviewed_at IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_failed" ON "onchain_withdrawal" ("environment", "business_id", "state_at") WHERE state IN ('failed', 'refused') AND first_sent_at IS NOT NULL AND mismatch IS NULL AND reviewed_at IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_gas_blocked" ON "onchain_withdrawal" ("payment_id") WHERE state = 'sent' AND gateway_status = 'gas_blocked' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_used" ON "onchain_withdrawal" ("token", "first_sent_at") WHERE first_sent_at IS NOT NULL AND deleted_at IS NULL;`);

    // Below is what the models cannot express: keys to other tables, and indexes on expressions.
    for (const [table, name, key] of FOREIGN_KEYS) this.addSql(`alter table ${table} add constraint ${name} foreign key ${key};`);
    for (const [table, name, column, more] of OWN_ADDRESSES)
      this.addSql(`CREATE INDEX "${name}" ON ${table} (lower(${column})${more}) WHERE ${column} IS NOT NULL;`);
    for (const [table, columns, where] of SEARCHED)
      for (const column of columns)
        this.addSql(`CREATE INDEX "IDX_${table}_search_${column}" ON ${table} (lower(${column}) text_pattern_ops) WHERE ${where};`);
    // Without a condition: only then does Postgres drop a join with it whose columns nothing reads.
    this.addSql(`CREATE UNIQUE INDEX "IDX_onchain_decision_of_payment" ON onchain_decision (payment_id, kind);`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "onchain_address" cascade;`);

    this.addSql(`drop table if exists "onchain_attempt" cascade;`);

    this.addSql(`drop table if exists "onchain_audit_entry" cascade;`);

    this.addSql(`drop table if exists "onchain_customer" cascade;`);

    this.addSql(`drop table if exists "onchain_decision" cascade;`);

    this.addSql(`drop table if exists "onchain_deposit" cascade;`);

    this.addSql(`drop table if exists "onchain_outbox" cascade;`);

    this.addSql(`drop table if exists "onchain_page_link" cascade;`);

    this.addSql(`drop table if exists "onchain_payment" cascade;`);

    this.addSql(`drop table if exists "onchain_payment_claim" cascade;`);

    this.addSql(`drop table if exists "onchain_payout_destination" cascade;`);

    this.addSql(`drop table if exists "onchain_payout_leg" cascade;`);

    this.addSql(`drop table if exists "onchain_refund" cascade;`);


    this.addSql(`drop table if exists "onchain_report" cascade;`);

    this.addSql(`drop table if exists "onchain_status" cascade;`);

    this.addSql(`drop table if exists "onchain_transaction" cascade;`);

    this.addSql(`drop table if exists "onchain_webhook_delivery" cascade;`);

    this.addSql(`drop table if exists "onchain_withdrawal" cascade;`);
  }

}
