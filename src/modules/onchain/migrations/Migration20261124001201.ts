import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** What is seen often is counted: fields of the service that cannot be read. */
export class Migration20261124001201 extends Migration {
  override up(): void {
    this.addSql(`alter table "onchain_signal" add column if not exists "count" integer not null default 1;`)
  }

  override down(): void {
    this.addSql(`alter table "onchain_signal" drop column if exists "count";`)
  }
}
