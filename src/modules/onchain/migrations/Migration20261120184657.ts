import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261120184657 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "onchain_payment" drop constraint if exists "onchain_payment_gateway_invoice_id_unique";`);
    this.addSql(`alter table if exists "onchain_payment" drop constraint if exists "onchain_payment_idempotency_key_unique";`);
    this.addSql(`alter table if exists "onchain_payment" drop constraint if exists "onchain_payment_session_id_unique";`);
    this.addSql(`create table if not exists "onchain_payment" ("id" text not null, "session_id" text not null, "state" text check ("state" in ('opening', 'awaiting', 'confirming', 'settled', 'captured', 'expired', 'failed', 'cancelled', 'unallocated')) not null default 'opening', "idempotency_key" text not null, "gateway_invoice_id" text null, "gateway_status" text null, "rail_id" text not null, "chain" text not null, "network_id" text not null, "network_name" text null, "token" text not null, "decimals" integer not null, "canonical_asset_id" text null, "contract_address" text null, "expected_amount" text not null, "received_amount" text null, "fiat_amount" text not null, "currency_code" text not null, "rate" text not null, "rate_source" text not null, "rate_at" timestamptz not null, "deposit_address" text null, "memo" text null, "receive_mode" text null, "confirmations" integer null, "confirmations_required" integer null, "tx_hash" text null, "expires_at" timestamptz null, "checked_at" timestamptz null, "settled_at" timestamptz null, "captured_at" timestamptz null, "order_placed_at" timestamptz null, "abandoned_at" timestamptz null, "unallocated_reason" text null, "announced_at" timestamptz null, "last_error" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_payment_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_deleted_at" ON "onchain_payment" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_payment_session_id_unique" ON "onchain_payment" ("session_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_payment_idempotency_key_unique" ON "onchain_payment" ("idempotency_key") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_payment_gateway_invoice_id_unique" ON "onchain_payment" ("gateway_invoice_id") WHERE gateway_invoice_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_state_created_at" ON "onchain_payment" ("state", "created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_refund" ("id" text not null, "payment_id" text not null, "session_id" text not null, "kind" text check ("kind" in ('order', 'surplus')) not null, "state" text check ("state" in ('due')) not null default 'due', "fiat_amount" text null, "currency_code" text not null, "token_amount" text null, "chain" text not null, "network_id" text not null, "token" text not null, "canonical_asset_id" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_refund_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_deleted_at" ON "onchain_refund" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_payment_id" ON "onchain_refund" ("payment_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_state_created_at" ON "onchain_refund" ("state", "created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_webhook_delivery" ("id" text not null, "event" text not null, "resource_id" text null, "raw_body" text not null, "state" text check ("state" in ('received', 'processing', 'processed', 'ignored', 'dead')) not null default 'received', "attempts" integer not null default 0, "received_at" timestamptz not null, "next_attempt_at" timestamptz not null, "lease_expires_at" timestamptz null, "processed_at" timestamptz null, "last_error" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_webhook_delivery_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_deleted_at" ON "onchain_webhook_delivery" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_next_attempt_at" ON "onchain_webhook_delivery" ("next_attempt_at") WHERE state = 'received' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_lease_expires_at" ON "onchain_webhook_delivery" ("lease_expires_at") WHERE state = 'processing' AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "onchain_payment" cascade;`);

    this.addSql(`drop table if exists "onchain_refund" cascade;`);

    this.addSql(`drop table if exists "onchain_webhook_delivery" cascade;`);
  }

}
