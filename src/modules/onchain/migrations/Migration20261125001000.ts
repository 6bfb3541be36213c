import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Tables whose identifier is the gateway's, or is used anew by each account. */
const NAMED_BY_GATEWAY = ["deposit", "transaction", "webhook_delivery", "list_reading", "sync_run"]
const OTHERS = [
  ...["address", "customer", "payout_destination", "withdrawal", "refund"],
  ...["report", "report_entry", "report_difference"],
]

/** Table, index, its columns before those of the account, and its condition. */
const UNIQUE = [
  ["address", "rail_unique", `"customer_id", "chain", "network_id"`, ""],
  ["customer", "customer_id_unique", `"customer_id"`, ""],
  ["customer", "gateway_customer_id_unique", `"gateway_customer_id"`, "gateway_customer_id IS NOT NULL AND "],
  [
    ...["payout_destination", "live", `"chain", "network_id", "address", "memo"`],
    "state <> 'archived' AND ",
  ],
  ["withdrawal", "request_unique", `"requested_by", "request_key"`, ""],
  ["withdrawal", "quote_id_unique", `"quote_id"`, "quote_id IS NOT NULL AND "],
  [
    ...["withdrawal", "gateway_withdrawal_id_unique", `"gateway_withdrawal_id"`],
    "gateway_withdrawal_id IS NOT NULL AND ",
  ],
]
const REPLACED = [
  "IDX_onchain_address_customer_id_chain_network_id_unique",
  "IDX_onchain_withdrawal_requested_by_request_key_unique",
]

/** Rows say which account at the gateway they belong to, and identifiers are unique within one. */
export class Migration20261125001000 extends Migration {
  override up(): void {
    for (const name of [...NAMED_BY_GATEWAY, ...OTHERS]) {
      this.addSql(
        `alter table "onchain_${name}" add column if not exists "environment" text not null default '', ` +
          `add column if not exists "business_id" text not null default '';`
      )
      this.addSql(
        `alter table "onchain_${name}" alter column "environment" drop default, alter column "business_id" drop default;`
      )
    }
    this.addSql(
      `alter table "onchain_audit_entry" add column if not exists "environment" text null, ` +
        `add column if not exists "business_id" text null;`
    )
    for (const name of NAMED_BY_GATEWAY) this.setPrimaryKey(name, `"id", "environment", "business_id"`)
    for (const name of REPLACED) this.addSql(`drop index if exists "${name}";`)
    this.index(`, "environment", "business_id"`)
  }

  override down(): void {
    this.index("")
    for (const name of NAMED_BY_GATEWAY) this.setPrimaryKey(name, `"id"`)
    for (const name of [...NAMED_BY_GATEWAY, ...OTHERS, "audit_entry"])
      this.addSql(
        `alter table "onchain_${name}" drop column if exists "environment", drop column if exists "business_id";`
      )
  }

  private setPrimaryKey(name: string, columns: string): void {
    this.addSql(
      `alter table "onchain_${name}" drop constraint "onchain_${name}_pkey", ` +
        `add constraint "onchain_${name}_pkey" primary key (${columns});`
    )
  }

  private index(account: string): void {
    for (const [table, name, columns, condition] of UNIQUE) {
      this.addSql(`drop index if exists "IDX_onchain_${table}_${name}";`)
      this.addSql(
        `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_${table}_${name}" ON "onchain_${table}" (${columns}${account}) ` +
          `WHERE ${condition}deleted_at IS NULL;`
      )
    }
  }
}
