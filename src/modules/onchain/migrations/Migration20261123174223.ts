import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261123174223 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "onchain_report_difference" drop constraint if exists "onchain_report_difference_kind_check";`);

    this.addSql(`alter table if exists "onchain_report_difference" add constraint "onchain_report_difference_kind_check" check("kind" in ('not_captured', 'capture_without_invoice', 'amount_differs', 'no_transaction', 'transaction_without_invoice', 'payout_unknown', 'payout_missing', 'payout_differs', 'unread'));`);

    this.addSql(`alter table if exists "onchain_transaction" add column if not exists "kind" text null, add column if not exists "status" text null, add column if not exists "to_address" text null, add column if not exists "memo" text null, add column if not exists "unread" text null, add column if not exists "raw" text null, add column if not exists "reviewed_at" timestamptz null, add column if not exists "reviewed_by" text null, add column if not exists "review_note" text null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_transaction_waiting" ON "onchain_transaction" ("environment", "business_id", "sort_at") WHERE reviewed_at IS NULL AND (status = 'review_required' OR unread IS NOT NULL) AND deleted_at IS NULL;`);

    this.addSql(`alter table if exists "onchain_withdrawal" add column if not exists "status_source" text null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "onchain_report_difference" drop constraint if exists "onchain_report_difference_kind_check";`);

    this.addSql(`alter table if exists "onchain_report_difference" add constraint "onchain_report_difference_kind_check" check("kind" in ('not_captured', 'capture_without_invoice', 'amount_differs', 'no_transaction', 'transaction_without_invoice', 'payout_unknown', 'payout_missing', 'payout_differs'));`);

    this.addSql(`drop index if exists "IDX_onchain_transaction_waiting";`);
    this.addSql(`alter table if exists "onchain_transaction" drop column if exists "kind", drop column if exists "status", drop column if exists "to_address", drop column if exists "memo", drop column if exists "unread", drop column if exists "raw", drop column if exists "reviewed_at", drop column if exists "reviewed_by", drop column if exists "review_note";`);

    this.addSql(`alter table if exists "onchain_withdrawal" drop column if exists "status_source";`);
  }

}
