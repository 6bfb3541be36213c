import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261127031218 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`drop index if exists "IDX_onchain_payment_state_created_at_id";`);
    this.addSql(`drop index if exists "IDX_onchain_payment_unchosen";`);
    this.addSql(`drop index if exists "IDX_onchain_payment_abandoned";`);
    this.addSql(`drop index if exists "IDX_onchain_payment_order_closed";`);

    this.addSql(`alter table if exists "onchain_payment" add column if not exists "status" text check ("status" in ('awaiting', 'partially_paid', 'confirming', 'captured', 'refund_due', 'refund_blocked_by_gas', 'partially_refunded', 'refunded', 'held', 'applied', 'kept', 'expired', 'cancelled', 'contradicted')) null, add column if not exists "status_at" timestamptz null, add column if not exists "status_due_at" timestamptz null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_status_created_at_id" ON "onchain_payment" ("status", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_status_due_at" ON "onchain_payment" ("status_due_at") WHERE status_due_at IS NOT NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_onchain_payment_status_created_at_id";`);
    this.addSql(`drop index if exists "IDX_onchain_payment_status_due_at";`);
    this.addSql(`alter table if exists "onchain_payment" drop column if exists "status", drop column if exists "status_at", drop column if exists "status_due_at";`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_state_created_at_id" ON "onchain_payment" ("state", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_unchosen" ON "onchain_payment" ("created_at", "id") WHERE state = 'open' AND current_attempt_id IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_abandoned" ON "onchain_payment" ("created_at", "id") WHERE state = 'open' AND abandoned_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_order_closed" ON "onchain_payment" ("created_at", "id") WHERE state = 'open' AND order_closed_at IS NOT NULL AND deleted_at IS NULL;`);
  }

}
