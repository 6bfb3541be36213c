import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const DEPOSIT = ["in_review", "processing", "assigned", "accepted", "refund_pending", "refunded"]
const WITHDRAWAL = ["requested", "quoted", "awaiting_approval", "sending", "sent", "completed", "failed"]
const WITHDRAWAL_ENDS = ["refused", "cancelled", "unknown"]

/** The states `acting` and `unclear` become `processing` and `unknown`, in history too, so that it reads as one. */
export class Migration20261124001910 extends Migration {
  override up(): void {
    this.rename("onchain_deposit", "acting", "processing", DEPOSIT)
    this.rename("onchain_withdrawal", "unclear", "unknown", [...WITHDRAWAL, ...WITHDRAWAL_ENDS])
    this.addSql(
      `update "onchain_audit_entry" set "action" = 'withdrawal.unknown' where "action" = 'withdrawal.unclear';`
    )
    this.indexWork("processing", "unknown")
  }

  override down(): void {
    this.rename("onchain_deposit", "processing", "acting", ["acting", ...without(DEPOSIT, "processing")])
    const ends = ["unclear", ...without(WITHDRAWAL_ENDS, "unknown")]
    this.rename("onchain_withdrawal", "unknown", "unclear", [...WITHDRAWAL, ...ends])
    this.addSql(
      `update "onchain_audit_entry" set "action" = 'withdrawal.unclear' where "action" = 'withdrawal.unknown';`
    )
    this.indexWork("acting", "unclear")
  }

  private rename(table: string, from: string, to: string, states: string[]): void {
    const allowed = states.map((state) => `'${state}'`).join(", ")
    this.addSql(`alter table if exists "${table}" drop constraint if exists "${table}_state_check";`)
    this.addSql(`update "${table}" set "state" = '${to}' where "state" = '${from}';`)
    this.addSql(`update "${table}" set "announced_state" = '${to}' where "announced_state" = '${from}';`)
    for (const side of ["before", "after"])
      this.addSql(
        `update "onchain_audit_entry" set "${side}" = jsonb_set("${side}", '{state}', '"${to}"') ` +
          `where '${table}' = 'onchain_' || "subject_type" and "${side}"->>'state' = '${from}';`
      )
    this.addSql(
      `alter table if exists "${table}" add constraint "${table}_state_check" check ("state" in (${allowed}));`
    )
  }

  private indexWork(processing: string, unknown: string): void {
    this.addSql(`drop index if exists "IDX_onchain_deposit_next_attempt_at";`)
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_next_attempt_at" ON "onchain_deposit" ("next_attempt_at") ` +
        `WHERE state = '${processing}' AND deleted_at IS NULL;`
    )
    this.addSql(`drop index if exists "IDX_onchain_deposit_state_at";`)
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_onchain_deposit_state_at" ON "onchain_deposit" ("state_at") ` +
        `WHERE announced_state IS DISTINCT FROM state AND state <> '${processing}' AND deleted_at IS NULL;`
    )
    this.addSql(`drop index if exists "IDX_onchain_withdrawal_next_attempt_at";`)
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_next_attempt_at" ON "onchain_withdrawal" ("next_attempt_at") ` +
        `WHERE state IN ('sending', '${unknown}') AND next_attempt_at IS NOT NULL AND deleted_at IS NULL;`
    )
  }
}

function without(states: string[], left: string): string[] {
  return states.filter((state) => state !== left)
}
