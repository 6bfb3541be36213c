import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Where the addresses are that take money in: none is paid out to. Looked up whatever their upper and lower case. */
const OWN_ADDRESSES = [
  ["onchain_address", "address"],
  ["onchain_payment", "deposit_address"],
  ["onchain_deposit", "to_address"],
] as const

/**
 * What is known of a create whose answer was no use: that the service took it, or that it has something else under the same
 * key; and the withdrawals that a person has ruled out. Rows from before have neither; the code of their last answer stays.
 */
export class Migration20261124001510 extends Migration {
  override up(): void {
    this.addSql(
      `alter table if exists "onchain_withdrawal" add column if not exists "accepted_at" timestamptz null, add column if not exists "conflict_code" text null, add column if not exists "ruled_out" text[] null;`
    )
    for (const [table, column] of OWN_ADDRESSES)
      this.addSql(
        `CREATE INDEX IF NOT EXISTS "IDX_${table}_own_address" ON "${table}" (lower("${column}")) WHERE "${column}" IS NOT NULL;`
      )
    this.addSql(
      `update "onchain_withdrawal" set "conflict_code" = "last_answer_code" where "last_answer_code" in ('DUPLICATE_REQUEST', 'IDEMPOTENCY_KEY_MISMATCH');`
    )
  }

  override down(): void {
    for (const [table] of OWN_ADDRESSES) this.addSql(`drop index if exists "IDX_${table}_own_address";`)
    this.addSql(
      `alter table if exists "onchain_withdrawal" drop column if exists "accepted_at", drop column if exists "conflict_code", drop column if exists "ruled_out";`
    )
  }
}
