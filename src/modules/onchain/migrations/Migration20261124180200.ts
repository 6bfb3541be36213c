import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261124180200 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "onchain_recovery" ("id" text not null, "environment" text not null, "business_id" text not null, "chain" text not null, "network_id" text not null, "token" text not null, "canonical_asset_id" text null, "amount" text not null, "seen_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_recovery_pkey" primary key ("id", "environment", "business_id"), constraint onchain_recovery_amount_check check (amount ~ '^[0-9]+([.][0-9]+)?$'));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_recovery_deleted_at" ON "onchain_recovery" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "onchain_attention_notice" ("id" text not null, "environment" text not null, "business_id" text not null, "kind" text check ("kind" in ('deposit', 'unmatched', 'transaction', 'recovery', 'part_paid', 'approval', 'destination_approval', 'refund_address', 'refund_due', 'gas_blocked', 'contradicted', 'withdrawal_unknown', 'dead_webhook')) not null, "subject_id" text not null, "batch" text not null, "noticed_at" timestamptz null, "digest" text null, "digest_tries" integer not null default 0, "digested_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_attention_notice_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attention_notice_deleted_at" ON "onchain_attention_notice" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_attention_notice_subject" ON "onchain_attention_notice" ("kind", "subject_id", "environment", "business_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attention_notice_batch" ON "onchain_attention_notice" ("batch") WHERE noticed_at IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attention_notice_digest" ON "onchain_attention_notice" ("kind", "digest") WHERE digested_at IS NULL AND deleted_at IS NULL;`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_captured_at" ON "onchain_payment" ("captured_at") WHERE captured_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_undecided" ON "onchain_withdrawal" ("environment", "business_id", "state", "state_at") WHERE state IN ('awaiting_approval', 'unknown') AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_gas_blocked_at" ON "onchain_withdrawal" ("environment", "business_id", "state_at") WHERE state = 'sent' AND gateway_status = 'gas_blocked' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_mismatch" ON "onchain_withdrawal" ("environment", "business_id", "state_at") WHERE mismatch IS NOT NULL AND mismatch_seen_at IS NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_onchain_withdrawal_mismatch";`);
    this.addSql(`drop index if exists "IDX_onchain_withdrawal_gas_blocked_at";`);
    this.addSql(`drop index if exists "IDX_onchain_withdrawal_undecided";`);
    this.addSql(`drop index if exists "IDX_onchain_payment_captured_at";`);
    this.addSql(`drop table if exists "onchain_attention_notice" cascade;`);
    this.addSql(`drop table if exists "onchain_recovery" cascade;`);
  }

}
