import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261126201500 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "onchain_attempt" add column if not exists "asked_fiat_amount" text null;`);
    this.addSql(`alter table if exists "onchain_attempt" drop constraint if exists onchain_attempt_asked_fiat_amount_check;`);
    this.addSql(`alter table if exists "onchain_attempt" add constraint onchain_attempt_asked_fiat_amount_check check (asked_fiat_amount ~ '^[0-9]+([.][0-9]+)?$');`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "onchain_attempt" drop constraint if exists onchain_attempt_asked_fiat_amount_check;`);
    this.addSql(`alter table if exists "onchain_attempt" drop column if exists "asked_fiat_amount";`);
  }

}
