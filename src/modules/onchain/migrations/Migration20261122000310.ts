import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261122000310 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "onchain_payment" add column if not exists "search_wanted_at" timestamptz null, add column if not exists "searched_from" timestamptz null;`
    )
    this.addSql(`alter table if exists "onchain_sync_run" add column if not exists "position" text null;`)
  }

  override async down(): Promise<void> {
    this.addSql(
      `alter table if exists "onchain_payment" drop column if exists "search_wanted_at", drop column if exists "searched_from";`
    )
    this.addSql(`alter table if exists "onchain_sync_run" drop column if exists "position";`)
  }
}
