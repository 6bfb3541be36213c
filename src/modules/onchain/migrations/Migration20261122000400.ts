import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122000400 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "onchain_payment" add column if not exists "resolved_token_amount" text null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "onchain_payment" drop column if exists "resolved_token_amount";`);
  }

}
