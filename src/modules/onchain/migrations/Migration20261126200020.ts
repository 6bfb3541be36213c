import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261126200020 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "onchain_attention_notice" drop constraint if exists "onchain_attention_notice_kind_check";`);

    this.addSql(`alter table if exists "onchain_attention_notice" add constraint "onchain_attention_notice_kind_check" check("kind" in ('deposit', 'unmatched', 'transaction', 'recovery', 'part_paid', 'application_approval', 'approval', 'destination_approval', 'refund_address', 'refund_due', 'gas_blocked', 'contradicted', 'withdrawal_unknown', 'dead_webhook'));`);

    this.addSql(`alter table if exists "onchain_payment" add column if not exists "proposed_order_id" text null, add column if not exists "proposed_by" text null, add column if not exists "proposed_at" timestamptz null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "onchain_attention_notice" drop constraint if exists "onchain_attention_notice_kind_check";`);

    this.addSql(`alter table if exists "onchain_attention_notice" add constraint "onchain_attention_notice_kind_check" check("kind" in ('deposit', 'unmatched', 'transaction', 'recovery', 'part_paid', 'approval', 'destination_approval', 'refund_address', 'refund_due', 'gas_blocked', 'contradicted', 'withdrawal_unknown', 'dead_webhook'));`);

    this.addSql(`alter table if exists "onchain_payment" drop column if exists "proposed_order_id", drop column if exists "proposed_by", drop column if exists "proposed_at";`);
  }

}
