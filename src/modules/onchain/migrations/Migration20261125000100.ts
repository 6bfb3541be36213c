import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Events are rows of an outbox, written with the change they report; the notes of what was announced go. */
export class Migration20261125000100 extends Migration {
  override up(): void {
    this.addSql(
      `create table if not exists "onchain_outbox" ("id" text not null, "subject" text not null, "name" text not null, "data" jsonb not null, "position" bigserial not null, "due_at" timestamptz not null, "attempts" integer not null default 0, "last_error" text null, "published_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_outbox_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_onchain_outbox_deleted_at" ON "onchain_outbox" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_onchain_outbox_due_at" ON "onchain_outbox" ("due_at") WHERE published_at IS NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_onchain_outbox_subject_position" ON "onchain_outbox" ("subject", "position") WHERE published_at IS NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_onchain_outbox_published_at" ON "onchain_outbox" ("published_at") WHERE published_at IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `alter table if exists "onchain_payment" drop column if exists "announced_at", drop column if exists "outstanding_announced_at", drop column if exists "contradiction_announced_at";`
    )
    this.addSql(
      `alter table if exists "onchain_payment" rename column "part_announced_amount" to "largest_part_amount";`
    )
  }

  override down(): void {
    this.addSql(
      `alter table if exists "onchain_payment" rename column "largest_part_amount" to "part_announced_amount";`
    )
    this.addSql(
      `alter table if exists "onchain_payment" add column if not exists "announced_at" timestamptz null, add column if not exists "outstanding_announced_at" timestamptz null, add column if not exists "contradiction_announced_at" timestamptz null;`
    )
    this.addSql(`drop table if exists "onchain_outbox" cascade;`)
  }
}
