import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const AMOUNTS = {
  onchain_deposit: ["amount_raw", "amount", "expected_amount_raw"],
  onchain_transaction: ["amount"],
  onchain_withdrawal: ["amount", "share_amount", "quote_fee", "quote_net", "fee", "net_amount"],
  onchain_refund: ["fiat_amount", "token_amount", "share_amount"],
  onchain_report_entry: ["amount"],
  onchain_report_difference: ["expected", "found"],
}

/** Table, name, and what it says. Nothing is ever deleted behind a row that names it. */
const FOREIGN_KEYS = [
  ["onchain_refund", "payment", `("payment_id") references "onchain_payment" ("id")`],
  ["onchain_refund", "withdrawal", `("withdrawal_id") references "onchain_withdrawal" ("id")`],
  ["onchain_withdrawal", "payment", `("payment_id") references "onchain_payment" ("id")`],
  [
    ...["onchain_withdrawal", "refund"],
    `("refund_id", "environment", "business_id") references "onchain_refund" ("id", "environment", "business_id")`,
  ],
]

/** The database holds what only code held: amounts are numbers, refunds and payouts are of something, one payout is of one refund. */
export class Migration20261125002000 extends Migration {
  override up(): void {
    this.identifyRefunds(`"id", "environment", "business_id"`)
    this.indexKeys(`"action_key", "environment", "business_id"`)
    this.addSql(`drop index if exists "IDX_onchain_refund_withdrawal_id";`)
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_refund_withdrawal_id_unique" ON "onchain_refund" ("withdrawal_id") ` +
        `WHERE withdrawal_id IS NOT NULL AND deleted_at IS NULL;`
    )
    for (const [table, columns] of Object.entries(AMOUNTS))
      for (const column of columns)
        this.addSql(
          `alter table "${table}" add constraint "${table}_${column}_check" check (${column} ~ '^[0-9]+([.][0-9]+)?$');`
        )
    for (const [table, name, columns] of FOREIGN_KEYS)
      this.addSql(`alter table "${table}" add constraint "${table}_${name}_fkey" foreign key ${columns};`)
  }

  override down(): void {
    for (const [table, name] of FOREIGN_KEYS)
      this.addSql(`alter table "${table}" drop constraint if exists "${table}_${name}_fkey";`)
    for (const [table, columns] of Object.entries(AMOUNTS))
      for (const column of columns)
        this.addSql(`alter table "${table}" drop constraint if exists "${table}_${column}_check";`)
    this.addSql(`drop index if exists "IDX_onchain_refund_withdrawal_id_unique";`)
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_withdrawal_id" ON "onchain_refund" ("withdrawal_id") ` +
        `WHERE withdrawal_id IS NOT NULL AND deleted_at IS NULL;`
    )
    this.indexKeys(`"action_key"`)
    this.identifyRefunds(`"id"`)
  }

  private identifyRefunds(columns: string): void {
    this.addSql(
      `alter table "onchain_refund" drop constraint "onchain_refund_pkey", ` +
        `add constraint "onchain_refund_pkey" primary key (${columns});`
    )
  }

  private indexKeys(columns: string): void {
    this.addSql(`drop index if exists "IDX_onchain_deposit_action_key_unique";`)
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_deposit_action_key_unique" ON "onchain_deposit" (${columns}) ` +
        `WHERE action_key IS NOT NULL AND deleted_at IS NULL;`
    )
  }
}
