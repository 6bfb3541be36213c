import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261124004136 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "onchain_outbox" add column if not exists "message_due_at" timestamptz null, add column if not exists "message_tries" integer not null default 0, add column if not exists "message_result" text null, add column if not exists "message_error" text null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_outbox_message_due_at" ON "onchain_outbox" ("message_due_at") WHERE message_due_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_outbox_message_failed" ON "onchain_outbox" ("created_at") WHERE message_result = 'failed' AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_onchain_outbox_message_due_at";`);
    this.addSql(`drop index if exists "IDX_onchain_outbox_message_failed";`);
    this.addSql(`alter table if exists "onchain_outbox" drop column if exists "message_due_at", drop column if exists "message_tries", drop column if exists "message_result", drop column if exists "message_error";`);
  }

}
