import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Which payment a deposit belongs to, and what shoppers claim about transactions. */
export class Migration20261124001410 extends Migration {
  override up(): void {
    this.addSql(
      `alter table if exists "onchain_deposit" add column if not exists "memo" text null, ` +
        `add column if not exists "payment_id" text null, ` +
        `add column if not exists "linked_by" text check ("linked_by" in ('address', 'memo', 'intent', 'person')) null;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_payment_id" ON "onchain_deposit" ("payment_id") ` +
        `WHERE payment_id IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_deposit_address" ON "onchain_payment" ("deposit_address") ` +
        `WHERE deposit_address IS NOT NULL AND deleted_at IS NULL;`
    )
    // The model cannot say that the index is on the address in lower case.
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_lower_deposit_address" ON "onchain_payment" (lower("deposit_address")) ` +
        `WHERE deposit_address IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `create table if not exists "onchain_payment_claim" ("id" text not null, "payment_id" text not null, "tx_hash" text not null, ` +
        `"created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), ` +
        `"deleted_at" timestamptz null, constraint "onchain_payment_claim_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_claim_deleted_at" ON "onchain_payment_claim" ("deleted_at") ` +
        `WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_payment_claim_payment_id_tx_hash_unique" ON "onchain_payment_claim" ` +
        `("payment_id", "tx_hash") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_claim_tx_hash" ON "onchain_payment_claim" ("tx_hash") ` +
        `WHERE deleted_at IS NULL;`
    )
  }

  override down(): void {
    this.addSql(`drop table if exists "onchain_payment_claim" cascade;`)
    this.addSql(`drop index if exists "IDX_onchain_payment_lower_deposit_address";`)
    this.addSql(`drop index if exists "IDX_onchain_payment_deposit_address";`)
    this.addSql(
      `alter table if exists "onchain_deposit" drop column if exists "memo", drop column if exists "payment_id", ` +
        `drop column if exists "linked_by";`
    )
  }
}
