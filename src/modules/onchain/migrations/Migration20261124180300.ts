import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261124180300 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "onchain_refund_address" ("id" text not null, "environment" text not null, "business_id" text not null, "refund_id" text not null, "payment_id" text not null, "state" text check ("state" in ('open', 'proposed', 'approved', 'declined', 'revoked')) not null default 'open', "token_hash" text not null, "expires_at" timestamptz not null, "created_by" text not null, "created_by_owner" text null, "nonce" text not null, "wrong_emails" integer not null default 0, "paused_until" timestamptz null, "network_id" text null, "address" text null, "memo" text not null default '', "has_no_memo" boolean not null default false, "checksum" text check ("checksum" in ('verified', 'absent')) null, "is_observed_sender" boolean not null default false, "revision" integer not null default 0, "proposed_at" timestamptz null, "signature" text null, "signature_state" text check ("signature_state" in ('signed', 'not_signed')) not null default 'not_signed', "decided_by" text null, "decided_at" timestamptz null, "decision_note" text null, "destination_id" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_refund_address_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_address_deleted_at" ON "onchain_refund_address" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_refund_address_token_hash_unique" ON "onchain_refund_address" ("token_hash") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_refund_address_live" ON "onchain_refund_address" ("refund_id", "environment", "business_id") WHERE state <> 'revoked' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_address_refund_id_created_at" ON "onchain_refund_address" ("refund_id", "created_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_address_proposed_at_id" ON "onchain_refund_address" ("proposed_at", "id") WHERE state = 'proposed' AND deleted_at IS NULL;`);
    this.addSql(`create table if not exists "onchain_order_refund" ("id" text not null, "environment" text not null, "business_id" text not null, "request_id" text not null, "requested_by" text not null, "order_id" text not null, "medusa_payment_id" text not null, "amount" text not null, "note" text null, "refund_id" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_order_refund_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_order_refund_deleted_at" ON "onchain_order_refund" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_order_refund_request" ON "onchain_order_refund" ("requested_by", "request_id", "environment", "business_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_order_refund_order_id" ON "onchain_order_refund" ("order_id") WHERE deleted_at IS NULL;`);
    this.addSql(`alter table if exists "onchain_payout_destination" add column if not exists "single_use_refund_id" text null;`);
    this.addSql(`drop index if exists "IDX_onchain_payout_destination_live";`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_live" ON "onchain_payout_destination" ("chain", "network_id", "address", "memo", "environment", "business_id") WHERE state <> 'archived' AND single_use_refund_id IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_single_use" ON "onchain_payout_destination" ("single_use_refund_id", "environment", "business_id") WHERE state <> 'archived' AND single_use_refund_id IS NOT NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`update "onchain_payout_destination" set "state" = 'archived', "archived_at" = now() where "single_use_refund_id" is not null and "state" <> 'archived';`);
    this.addSql(`drop index if exists "IDX_onchain_payout_destination_single_use";`);
    this.addSql(`drop index if exists "IDX_onchain_payout_destination_live";`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_live" ON "onchain_payout_destination" ("chain", "network_id", "address", "memo", "environment", "business_id") WHERE state <> 'archived' AND deleted_at IS NULL;`);
    this.addSql(`alter table if exists "onchain_payout_destination" drop column if exists "single_use_refund_id";`);
    this.addSql(`drop table if exists "onchain_refund_address" cascade;`);
    this.addSql(`drop table if exists "onchain_order_refund" cascade;`);
  }

}
