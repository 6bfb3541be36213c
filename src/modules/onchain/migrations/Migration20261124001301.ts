import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** How the lists of the service ended, the orders that are kept while one is incomplete, and what a report could not read. */
export class Migration20261124001301 extends Migration {
  override up(): void {
    this.addSql(
      `create table if not exists "onchain_list_reading" ("id" text not null, "endpoint" text not null, "rows_read" integer not null, "gap" text null, "read_at" timestamptz not null, "incomplete_since" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_list_reading_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_onchain_list_reading_deleted_at" ON "onchain_list_reading" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `alter table if exists "onchain_payment" add column if not exists "list_incomplete_since" timestamptz null;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_list_incomplete_since" ON "onchain_payment" ("list_incomplete_since") WHERE list_incomplete_since IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(`alter table if exists "onchain_report" add column if not exists "incomplete_lists" jsonb null;`)
  }

  override down(): void {
    this.addSql(`alter table if exists "onchain_report" drop column if exists "incomplete_lists";`)
    this.addSql(`drop index if exists "IDX_onchain_payment_list_incomplete_since";`)
    this.addSql(`alter table if exists "onchain_payment" drop column if exists "list_incomplete_since";`)
    this.addSql(`drop table if exists "onchain_list_reading" cascade;`)
  }
}
