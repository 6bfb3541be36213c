import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121115547 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "onchain_signal" ("id" text not null, "seen_at" timestamptz not null, "detail" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_signal_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_signal_deleted_at" ON "onchain_signal" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`alter table if exists "onchain_refund" drop constraint if exists "onchain_refund_kind_check";`);

    this.addSql(`alter table if exists "onchain_payment" add column if not exists "collection_id" text null, add column if not exists "order_closed_at" timestamptz null, add column if not exists "next_check_at" timestamptz null, add column if not exists "check_count" integer not null default 0, add column if not exists "resolution" text check ("resolution" in ('apply', 'refund_due', 'keep')) null, add column if not exists "resolved_by" text null, add column if not exists "resolved_at" timestamptz null, add column if not exists "resolution_note" text null, add column if not exists "applied_order_id" text null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_next_check_at" ON "onchain_payment" ("next_check_at") WHERE next_check_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_collection_id" ON "onchain_payment" ("collection_id") WHERE collection_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_settled_at" ON "onchain_payment" ("settled_at") WHERE state = 'unallocated' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_order_placed_at" ON "onchain_payment" ("order_placed_at") WHERE order_placed_at IS NOT NULL AND order_closed_at IS NULL AND deleted_at IS NULL;`);

    this.addSql(`alter table if exists "onchain_refund" add constraint "onchain_refund_kind_check" check("kind" in ('order', 'surplus', 'unallocated'));`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_received_at" ON "onchain_webhook_delivery" ("received_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_state_received_at" ON "onchain_webhook_delivery" ("state", "received_at") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "onchain_signal" cascade;`);

    this.addSql(`alter table if exists "onchain_refund" drop constraint if exists "onchain_refund_kind_check";`);

    this.addSql(`drop index if exists "IDX_onchain_payment_next_check_at";`);
    this.addSql(`drop index if exists "IDX_onchain_payment_collection_id";`);
    this.addSql(`drop index if exists "IDX_onchain_payment_settled_at";`);
    this.addSql(`drop index if exists "IDX_onchain_payment_order_placed_at";`);
    this.addSql(`alter table if exists "onchain_payment" drop column if exists "collection_id", drop column if exists "order_closed_at", drop column if exists "next_check_at", drop column if exists "check_count", drop column if exists "resolution", drop column if exists "resolved_by", drop column if exists "resolved_at", drop column if exists "resolution_note", drop column if exists "applied_order_id";`);

    this.addSql(`alter table if exists "onchain_refund" add constraint "onchain_refund_kind_check" check("kind" in ('order', 'surplus'));`);

    this.addSql(`drop index if exists "IDX_onchain_webhook_delivery_received_at";`);
    this.addSql(`drop index if exists "IDX_onchain_webhook_delivery_state_received_at";`);
  }

}
