import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const COLUMNS = [
  ["onchain_withdrawal", "id"],
  ["onchain_withdrawal", "gateway_withdrawal_id"],
  ["onchain_withdrawal", "tx_hash"],
  ["onchain_withdrawal", "destination_address"],
  ["onchain_transaction", "id"],
  ["onchain_transaction", "tx_hash"],
  ["onchain_transaction", "reference"],
] as const

/**
 * Written by hand: the model cannot say that an index serves searches by the beginning of a text.
 * The lists of withdrawals and transactions search what an operator pastes, whatever its upper and lower case.
 */
export class Migration20261123000010 extends Migration {
  override up(): void {
    for (const [table, column] of COLUMNS) {
      this.addSql(
        `CREATE INDEX IF NOT EXISTS "IDX_${table}_search_${column}" ON "${table}" ` +
          `(lower("${column}") text_pattern_ops) WHERE deleted_at IS NULL;`
      )
    }
  }

  override down(): void {
    for (const [table, column] of COLUMNS)
      this.addSql(`drop index if exists "IDX_${table}_search_${column}";`)
  }
}
