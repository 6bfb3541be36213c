import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121121105 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "onchain_payment" drop constraint if exists "onchain_payment_applied_session_id_unique";`);
    this.addSql(`drop index if exists "IDX_onchain_payment_settled_at";`);
    this.addSql(`drop index if exists "IDX_onchain_payment_order_placed_at";`);

    this.addSql(`alter table if exists "onchain_payment" add column if not exists "order_check_at" timestamptz null, add column if not exists "order_timed_out_at" timestamptz null, add column if not exists "applied_collection_id" text null, add column if not exists "applied_amount" text null, add column if not exists "application_key" text null, add column if not exists "applied_session_id" text null, add column if not exists "resolution_done_at" timestamptz null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_set_aside" ON "onchain_payment" ("settled_at") WHERE unallocated_reason IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_waiting" ON "onchain_payment" ("settled_at") WHERE state = 'unallocated' AND resolution IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_resolved_at" ON "onchain_payment" ("resolved_at") WHERE resolution IS NOT NULL AND resolution_done_at IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_applied_order_id" ON "onchain_payment" ("applied_order_id") WHERE applied_order_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_payment_applied_session_id_unique" ON "onchain_payment" ("applied_session_id") WHERE applied_session_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_order_check_at" ON "onchain_payment" ("order_check_at") WHERE order_check_at IS NOT NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_onchain_payment_set_aside";`);
    this.addSql(`drop index if exists "IDX_onchain_payment_waiting";`);
    this.addSql(`drop index if exists "IDX_onchain_payment_resolved_at";`);
    this.addSql(`drop index if exists "IDX_onchain_payment_applied_order_id";`);
    this.addSql(`drop index if exists "IDX_onchain_payment_applied_session_id_unique";`);
    this.addSql(`drop index if exists "IDX_onchain_payment_order_check_at";`);
    this.addSql(`alter table if exists "onchain_payment" drop column if exists "order_check_at", drop column if exists "order_timed_out_at", drop column if exists "applied_collection_id", drop column if exists "applied_amount", drop column if exists "application_key", drop column if exists "applied_session_id", drop column if exists "resolution_done_at";`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_settled_at" ON "onchain_payment" ("settled_at") WHERE state = 'unallocated' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_order_placed_at" ON "onchain_payment" ("order_placed_at") WHERE order_placed_at IS NOT NULL AND order_closed_at IS NULL AND deleted_at IS NULL;`);
  }

}
