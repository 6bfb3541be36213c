import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121094816 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "onchain_payment" drop constraint if exists "onchain_payment_gateway_intent_id_unique";`);
    this.addSql(`alter table if exists "onchain_deposit" drop constraint if exists "onchain_deposit_action_key_unique";`);
    this.addSql(`alter table if exists "onchain_customer" drop constraint if exists "onchain_customer_gateway_customer_id_unique";`);
    this.addSql(`alter table if exists "onchain_customer" drop constraint if exists "onchain_customer_idempotency_key_unique";`);
    this.addSql(`alter table if exists "onchain_customer" drop constraint if exists "onchain_customer_customer_id_unique";`);
    this.addSql(`alter table if exists "onchain_address" drop constraint if exists "onchain_address_customer_id_chain_network_id_unique";`);
    this.addSql(`create table if not exists "onchain_address" ("id" text not null, "customer_id" text not null, "chain" text not null, "network_id" text not null, "address" text not null, "ensured_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_address_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_address_deleted_at" ON "onchain_address" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_address_customer_id_chain_network_id_unique" ON "onchain_address" ("customer_id", "chain", "network_id") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_audit_entry" ("id" text not null, "subject_type" text not null, "subject_id" text not null, "action" text not null, "actor_id" text null, "before" jsonb null, "after" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_audit_entry_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_audit_entry_deleted_at" ON "onchain_audit_entry" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_audit_entry_subject_type_subject_id_created_at" ON "onchain_audit_entry" ("subject_type", "subject_id", "created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_customer" ("id" text not null, "customer_id" text not null, "idempotency_key" text not null, "gateway_customer_id" text null, "last_error" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_customer_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_customer_deleted_at" ON "onchain_customer" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_customer_customer_id_unique" ON "onchain_customer" ("customer_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_customer_idempotency_key_unique" ON "onchain_customer" ("idempotency_key") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_customer_gateway_customer_id_unique" ON "onchain_customer" ("gateway_customer_id") WHERE gateway_customer_id IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_deposit" ("id" text not null, "state" text check ("state" in ('in_review', 'acting', 'assigned', 'accepted', 'refund_pending', 'refunded')) not null default 'in_review', "revision" integer not null default 0, "state_at" timestamptz not null, "announced_state" text null, "resolution_status" text null, "assignment_status" text null, "gateway_customer_id" text null, "customer_id" text null, "chain" text not null, "network_id" text not null, "token" text null, "token_mint" text null, "canonical_asset_id" text null, "is_supported" boolean null, "amount_raw" text not null, "amount" text null, "decimals" integer null, "tx_hash" text null, "operation_index" integer null, "from_address" text null, "to_address" text null, "expected_intent_id" text null, "expected_session_id" text null, "expected_amount_raw" text null, "observed_at" timestamptz not null, "action" text check ("action" in ('assign', 'accept', 'refund')) null, "action_by" text null, "action_at" timestamptz null, "action_key" text null, "action_count" integer not null default 0, "action_intent_id" text null, "action_attempts" integer not null default 0, "lease_expires_at" timestamptz null, "next_attempt_at" timestamptz null, "last_error" text null, "resolved_at" timestamptz null, "synced_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_deposit_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_deleted_at" ON "onchain_deposit" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_observed_at_id" ON "onchain_deposit" ("observed_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_state_observed_at_id" ON "onchain_deposit" ("state", "observed_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_assignment_status_observed_at_id" ON "onchain_deposit" ("assignment_status", "observed_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_customer_id_observed_at_id" ON "onchain_deposit" ("customer_id", "observed_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_chain_observed_at_id" ON "onchain_deposit" ("chain", "observed_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_network_id_observed_at_id" ON "onchain_deposit" ("network_id", "observed_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_token_observed_at_id" ON "onchain_deposit" ("token", "observed_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_deposit_action_key_unique" ON "onchain_deposit" ("action_key") WHERE action_key IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_next_attempt_at" ON "onchain_deposit" ("next_attempt_at") WHERE state = 'acting' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_state_at" ON "onchain_deposit" ("state_at") WHERE announced_state IS DISTINCT FROM state AND state <> 'acting' AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_sync_run" ("id" text not null, "started_at" timestamptz not null, "finished_at" timestamptz null, "alive_at" timestamptz not null, "rows_seen" integer not null default 0, "rows_changed" integer not null default 0, "last_error" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_sync_run_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_sync_run_deleted_at" ON "onchain_sync_run" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`alter table if exists "onchain_payment" drop constraint if exists "onchain_payment_state_check";`);

    this.addSql(`alter table if exists "onchain_payment" add column if not exists "kind" text check ("kind" in ('invoice', 'auto_deposit')) not null default 'invoice', add column if not exists "customer_id" text null, add column if not exists "gateway_intent_id" text null, add column if not exists "superseded_by" text null, add column if not exists "shortfall_amount" text null;`);
    this.addSql(`alter table if exists "onchain_payment" add constraint "onchain_payment_state_check" check("state" in ('opening', 'awaiting', 'confirming', 'settled', 'captured', 'expired', 'failed', 'cancelled', 'superseded', 'unallocated'));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_payment_gateway_intent_id_unique" ON "onchain_payment" ("gateway_intent_id") WHERE gateway_intent_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_customer_id_network_id_token" ON "onchain_payment" ("customer_id", "network_id", "token") WHERE kind = 'auto_deposit' AND state IN ('opening', 'awaiting') AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "onchain_address" cascade;`);

    this.addSql(`drop table if exists "onchain_audit_entry" cascade;`);

    this.addSql(`drop table if exists "onchain_customer" cascade;`);

    this.addSql(`drop table if exists "onchain_deposit" cascade;`);

    this.addSql(`drop table if exists "onchain_sync_run" cascade;`);

    this.addSql(`alter table if exists "onchain_payment" drop constraint if exists "onchain_payment_state_check";`);

    this.addSql(`drop index if exists "IDX_onchain_payment_gateway_intent_id_unique";`);
    this.addSql(`drop index if exists "IDX_onchain_payment_customer_id_network_id_token";`);
    this.addSql(`alter table if exists "onchain_payment" drop column if exists "kind", drop column if exists "customer_id", drop column if exists "gateway_intent_id", drop column if exists "superseded_by", drop column if exists "shortfall_amount";`);

    this.addSql(`alter table if exists "onchain_payment" add constraint "onchain_payment_state_check" check("state" in ('opening', 'awaiting', 'confirming', 'settled', 'captured', 'expired', 'failed', 'cancelled', 'unallocated'));`);
  }

}
