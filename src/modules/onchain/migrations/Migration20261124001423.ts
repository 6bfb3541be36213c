import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261124001423 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`drop index if exists "IDX_onchain_attempt_payment_id_unique";`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attempt_payment_id" ON "onchain_attempt" ("payment_id") WHERE deleted_at IS NULL;`);

    this.addSql(`alter table if exists "onchain_payment" add column if not exists "current_attempt_id" text null;`);
    this.addSql(`update onchain_payment set current_attempt_id = onchain_attempt.id from onchain_attempt where onchain_attempt.payment_id = onchain_payment.id;`);
    this.addSql(`alter table onchain_payment add constraint onchain_payment_current_attempt_id_fkey foreign key (current_attempt_id) references onchain_attempt (id);`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_payment_current_attempt_id_unique" ON "onchain_payment" ("current_attempt_id") WHERE current_attempt_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`alter table if exists "onchain_payment" add constraint onchain_payment_current_attempt check(captured_attempt_id IS NULL OR captured_attempt_id = current_attempt_id);`);

    this.addSql(`alter table if exists "onchain_refund" add column if not exists "attempt_id" text null;`);
    this.addSql(`alter table onchain_refund add constraint onchain_refund_attempt_fkey foreign key (attempt_id) references onchain_attempt (id);`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_onchain_attempt_payment_id";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_attempt_payment_id_unique" ON "onchain_attempt" ("payment_id") WHERE deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_onchain_payment_current_attempt_id_unique";`);
    this.addSql(`alter table if exists "onchain_payment" drop constraint if exists onchain_payment_current_attempt;`);
    this.addSql(`alter table if exists "onchain_payment" drop column if exists "current_attempt_id";`);

    this.addSql(`alter table if exists "onchain_refund" drop column if exists "attempt_id";`);
  }

}
