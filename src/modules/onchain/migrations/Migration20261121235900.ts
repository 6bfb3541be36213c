import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const COLUMNS = ["id", "tx_hash", "from_address", "to_address"] as const

/**
 * Written by hand: the model cannot say that an index serves searches by the beginning of a text.
 * The list of deposits searches what an operator pastes, whatever its upper and lower case.
 */
export class Migration20261121235900 extends Migration {
  override up(): void {
    for (const column of COLUMNS) {
      this.addSql(
        `CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_search_${column}" ON "onchain_deposit" ` +
          `(lower("${column}") text_pattern_ops) WHERE deleted_at IS NULL;`
      )
    }
  }

  override down(): void {
    for (const column of COLUMNS) this.addSql(`drop index if exists "IDX_onchain_deposit_search_${column}";`)
  }
}
