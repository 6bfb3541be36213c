import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261126103524 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "onchain_deposit" add column if not exists "erased_at" timestamptz null;`);

    this.addSql(`alter table if exists "onchain_transaction" add column if not exists "erased_at" timestamptz null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "onchain_deposit" drop column if exists "erased_at";`);

    this.addSql(`alter table if exists "onchain_transaction" drop column if exists "erased_at";`);
  }

}
