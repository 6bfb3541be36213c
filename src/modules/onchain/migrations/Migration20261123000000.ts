import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261123000000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "onchain_withdrawal" drop constraint if exists "onchain_withdrawal_gateway_withdrawal_id_unique";`);
    this.addSql(`alter table if exists "onchain_withdrawal" drop constraint if exists "onchain_withdrawal_create_key_unique";`);
    this.addSql(`alter table if exists "onchain_withdrawal" drop constraint if exists "onchain_withdrawal_quote_id_unique";`);
    this.addSql(`alter table if exists "onchain_withdrawal" drop constraint if exists "onchain_withdrawal_quote_key_unique";`);
    this.addSql(`alter table if exists "onchain_withdrawal" drop constraint if exists "onchain_withdrawal_requested_by_request_key_unique";`);
    this.addSql(`create table if not exists "onchain_payout_destination" ("id" text not null, "label" text not null, "state" text check ("state" in ('pending', 'approved', 'archived')) not null default 'pending', "purpose" text check ("purpose" in ('treasury', 'refund')) not null default 'treasury', "customer_id" text null, "order_id" text null, "payment_id" text null, "chain" text not null, "network_id" text not null, "address" text not null, "memo" text not null default '', "has_no_memo" boolean not null default false, "checksum" text check ("checksum" in ('verified', 'absent')) not null, "is_observed_sender" boolean not null default false, "created_by" text not null, "created_by_owner" text null, "approved_by" text null, "approved_at" timestamptz null, "archived_by" text null, "archived_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_payout_destination_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_deleted_at" ON "onchain_payout_destination" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_live" ON "onchain_payout_destination" ("chain", "network_id", "address", "memo") WHERE state <> 'archived' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_created_at_id" ON "onchain_payout_destination" ("created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_state_created_at_id" ON "onchain_payout_destination" ("state", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_network_id_state" ON "onchain_payout_destination" ("network_id", "state") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_customer_id" ON "onchain_payout_destination" ("customer_id") WHERE customer_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_payment_id" ON "onchain_payout_destination" ("payment_id") WHERE payment_id IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_report" ("id" text not null, "from_day" text not null, "to_day" text not null, "state" text check ("state" in ('queued', 'running', 'done', 'failed')) not null default 'queued', "requested_by" text not null, "alive_at" timestamptz null, "started_at" timestamptz null, "finished_at" timestamptz null, "step" text null, "rows_read" integer not null default 0, "difference_count" integer null, "last_error" text null, "cut_off_count" integer not null default 0, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_report_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_report_deleted_at" ON "onchain_report" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_report_created_at_id" ON "onchain_report" ("created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_report_waiting" ON "onchain_report" ("created_at") WHERE state IN ('queued', 'running') AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_report_difference" ("id" text not null, "report_id" text not null, "match_key" text not null, "kind" text check ("kind" in ('not_captured', 'capture_without_invoice', 'amount_differs', 'no_transaction', 'transaction_without_invoice', 'payout_unknown', 'payout_missing', 'payout_differs')) not null, "day" text not null, "network_id" text not null, "token" text not null, "currency_code" text null, "expected" text null, "found" text null, "explanation" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_report_difference_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_report_difference_deleted_at" ON "onchain_report_difference" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_report_difference_report_id_match_key" ON "onchain_report_difference" ("report_id", "match_key") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_report_entry" ("id" text not null, "report_id" text not null, "source" text check ("source" in ('capture', 'invoice', 'transaction', 'payout')) not null, "match_key" text not null, "day" text not null, "chain" text not null, "network_id" text not null, "token" text not null, "canonical_asset_id" text null, "kind" text null, "amount" text null, "fiat_amount" text null, "currency_code" text null, "label" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_report_entry_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_report_entry_deleted_at" ON "onchain_report_entry" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_report_entry_report_id_match_key" ON "onchain_report_entry" ("report_id", "match_key") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_report_entry_report_id_day" ON "onchain_report_entry" ("report_id", "day") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_transaction" ("id" text not null, "chain" text not null, "network_id" text not null, "token" text not null, "canonical_asset_id" text null, "type" text null, "direction" text null, "amount" text null, "tx_hash" text null, "reference" text null, "occurred_at" timestamptz null, "sort_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_transaction_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_transaction_deleted_at" ON "onchain_transaction" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_transaction_sort_at_id" ON "onchain_transaction" ("sort_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_transaction_type_sort_at_id" ON "onchain_transaction" ("type", "sort_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_transaction_direction_sort_at_id" ON "onchain_transaction" ("direction", "sort_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_transaction_network_id_sort_at_id" ON "onchain_transaction" ("network_id", "sort_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_transaction_token_sort_at_id" ON "onchain_transaction" ("token", "sort_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_transaction_reference" ON "onchain_transaction" ("reference") WHERE reference IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_withdrawal" ("id" text not null, "kind" text check ("kind" in ('treasury', 'refund')) not null, "refund_id" text null, "payment_id" text null, "destination_id" text not null, "destination_address" text not null, "destination_memo" text not null default '', "chain" text not null, "network_id" text not null, "token" text not null, "canonical_asset_id" text null, "decimals" integer not null, "amount" text not null, "note" text null, "share_amount" text null, "rate_basis" text check ("rate_basis" in ('payment', 'today')) null, "rate" text null, "rate_source" text null, "rate_at" timestamptz null, "request_key" text not null, "requested_by" text not null, "requested_by_type" text check ("requested_by_type" in ('user', 'api-key')) not null, "requested_by_owner" text null, "state" text check ("state" in ('requested', 'quoted', 'awaiting_approval', 'sending', 'sent', 'completed', 'failed', 'refused', 'cancelled', 'unclear')) not null default 'requested', "revision" integer not null default 0, "state_at" timestamptz not null, "announced_state" text null, "last_error" text null, "quote_count" integer not null default 0, "quote_key" text null, "quote_lease_expires_at" timestamptz null, "quote_id" text null, "quote_fee" text null, "quote_net" text null, "quoted_at" timestamptz null, "quote_expires_at" timestamptz null, "confirmed_by" text null, "confirmed_by_owner" text null, "confirmed_at" timestamptz null, "approved_by" text null, "approved_at" timestamptz null, "create_count" integer not null default 0, "create_key" text null, "send_attempts" integer not null default 0, "is_uncertain" boolean not null default false, "first_sent_at" timestamptz null, "lease_expires_at" timestamptz null, "next_attempt_at" timestamptz null, "last_answer_code" text null, "gateway_withdrawal_id" text null, "gateway_status" text null, "gateway_status_at" timestamptz null, "fee" text null, "net_amount" text null, "tx_hash" text null, "failure_reason" text null, "mismatch" text null, "mismatch_seen_at" timestamptz null, "mismatch_seen_by" text null, "mismatch_seen_note" text null, "revived_at" timestamptz null, "checked_at" timestamptz null, "next_check_at" timestamptz null, "check_count" integer not null default 0, "completed_at" timestamptz null, "resolved_by" text null, "resolution_note" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_withdrawal_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_deleted_at" ON "onchain_withdrawal" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_requested_by_request_key_unique" ON "onchain_withdrawal" ("requested_by", "request_key") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_quote_key_unique" ON "onchain_withdrawal" ("quote_key") WHERE quote_key IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_quote_id_unique" ON "onchain_withdrawal" ("quote_id") WHERE quote_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_create_key_unique" ON "onchain_withdrawal" ("create_key") WHERE create_key IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_gateway_withdrawal_id_unique" ON "onchain_withdrawal" ("gateway_withdrawal_id") WHERE gateway_withdrawal_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_live_refund" ON "onchain_withdrawal" ("refund_id") WHERE refund_id IS NOT NULL AND state NOT IN ('failed', 'refused', 'cancelled') AND revived_at IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_created_at_id" ON "onchain_withdrawal" ("created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_state_created_at_id" ON "onchain_withdrawal" ("state", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_kind_created_at_id" ON "onchain_withdrawal" ("kind", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_destination_id_created_at_id" ON "onchain_withdrawal" ("destination_id", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_network_id_created_at_id" ON "onchain_withdrawal" ("network_id", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_token_created_at_id" ON "onchain_withdrawal" ("token", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_payouts_of_refund" ON "onchain_withdrawal" ("refund_id", "created_at", "id") WHERE refund_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_next_attempt_at" ON "onchain_withdrawal" ("next_attempt_at") WHERE state IN ('sending', 'unclear') AND next_attempt_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_next_check_at" ON "onchain_withdrawal" ("next_check_at") WHERE next_check_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_lapsing" ON "onchain_withdrawal" ("state_at") WHERE state IN ('requested', 'quoted') AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_old_rate" ON "onchain_withdrawal" ("created_at") WHERE rate_basis = 'today' AND state IN ('requested', 'quoted', 'awaiting_approval') AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_untold" ON "onchain_withdrawal" ("state_at") WHERE announced_state IS DISTINCT FROM state AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_used" ON "onchain_withdrawal" ("token", "first_sent_at") WHERE first_sent_at IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`alter table if exists "onchain_refund" drop constraint if exists "onchain_refund_state_check";`);

    this.addSql(`alter table if exists "onchain_refund" add column if not exists "withdrawal_id" text null, add column if not exists "destination_id" text null, add column if not exists "share_amount" text null, add column if not exists "rate_basis" text check ("rate_basis" in ('payment', 'today')) null, add column if not exists "rate" text null, add column if not exists "rate_source" text null, add column if not exists "rate_at" timestamptz null, add column if not exists "done_at" timestamptz null, add column if not exists "settled_by" text null, add column if not exists "settled_note" text null, add column if not exists "settled_tx_hash" text null, add column if not exists "last_error" text null;`);
    this.addSql(`alter table if exists "onchain_refund" add constraint "onchain_refund_state_check" check("state" in ('due', 'quoted', 'confirmed', 'sent', 'done'));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_kind_created_at" ON "onchain_refund" ("kind", "created_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_withdrawal_id" ON "onchain_refund" ("withdrawal_id") WHERE withdrawal_id IS NOT NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "onchain_payout_destination" cascade;`);

    this.addSql(`drop table if exists "onchain_report" cascade;`);

    this.addSql(`drop table if exists "onchain_report_difference" cascade;`);

    this.addSql(`drop table if exists "onchain_report_entry" cascade;`);

    this.addSql(`drop table if exists "onchain_transaction" cascade;`);

    this.addSql(`drop table if exists "onchain_withdrawal" cascade;`);

    this.addSql(`alter table if exists "onchain_refund" drop constraint if exists "onchain_refund_state_check";`);

    this.addSql(`drop index if exists "IDX_onchain_refund_kind_created_at";`);
    this.addSql(`drop index if exists "IDX_onchain_refund_withdrawal_id";`);
    this.addSql(`alter table if exists "onchain_refund" drop column if exists "withdrawal_id", drop column if exists "destination_id", drop column if exists "share_amount", drop column if exists "rate_basis", drop column if exists "rate", drop column if exists "rate_source", drop column if exists "rate_at", drop column if exists "done_at", drop column if exists "settled_by", drop column if exists "settled_note", drop column if exists "settled_tx_hash", drop column if exists "last_error";`);

    this.addSql(`alter table if exists "onchain_refund" add constraint "onchain_refund_state_check" check("state" in ('due'));`);
  }

}
