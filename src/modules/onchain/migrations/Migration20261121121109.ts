import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121121109 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "onchain_webhook_delivery" add column if not exists "announced_at" timestamptz null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_event_received_at" ON "onchain_webhook_delivery" ("event", "received_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_resource_id" ON "onchain_webhook_delivery" ("resource_id") WHERE resource_id IS NOT NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_onchain_webhook_delivery_event_received_at";`);
    this.addSql(`drop index if exists "IDX_onchain_webhook_delivery_resource_id";`);
    this.addSql(`alter table if exists "onchain_webhook_delivery" drop column if exists "announced_at";`);
  }

}
