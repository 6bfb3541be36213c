import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** Deposits say whether a list of the service has confirmed them. Nothing here did before: the next lists do. */
export class Migration20261124001602 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "onchain_deposit" add column if not exists "confirmed_at" timestamptz null, add column if not exists "reported_state" text check ("reported_state" in ('in_review', 'assigned', 'accepted', 'refund_pending', 'refunded', 'unknown')) null, add column if not exists "reported_at" timestamptz null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_reported_at" ON "onchain_deposit" ("reported_at") WHERE reported_state IS NOT NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_onchain_deposit_reported_at";`);
    this.addSql(`alter table if exists "onchain_deposit" drop column if exists "confirmed_at", drop column if exists "reported_state", drop column if exists "reported_at";`);
  }

}
