import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261124180100 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_created_at_id" ON "onchain_payment" ("created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_state_created_at_id" ON "onchain_payment" ("state", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_unchosen" ON "onchain_payment" ("created_at", "id") WHERE state = 'open' AND current_attempt_id IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_abandoned" ON "onchain_payment" ("created_at", "id") WHERE state = 'open' AND abandoned_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_order_closed" ON "onchain_payment" ("created_at", "id") WHERE state = 'open' AND order_closed_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_placed_order_id" ON "onchain_payment" ("placed_order_id") WHERE placed_order_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attempt_network_id_token" ON "onchain_attempt" ("network_id", "token") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attempt_memo" ON "onchain_attempt" ("memo") WHERE memo IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_due" ON "onchain_refund" ("payment_id") WHERE state <> 'done' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_paid" ON "onchain_refund" ("payment_id") WHERE state = 'done' AND kind <> 'surplus' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_withdrawal_gas_blocked" ON "onchain_withdrawal" ("payment_id") WHERE state = 'sent' AND gateway_status = 'gas_blocked' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_outbox_messages" ON "onchain_outbox" ("subject") WHERE message_result IS NOT NULL AND deleted_at IS NULL;`);

    // Below is what the models cannot express.
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attempt_part" ON "onchain_attempt" (created_at) WHERE received_amount IS NOT NULL AND COALESCE(gateway_status NOT IN ('paid', 'overpaid'), true);`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_attempt_search_tx_hash" ON "onchain_attempt" (lower(tx_hash) text_pattern_ops) WHERE tx_hash IS NOT NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payment_claim_search_tx_hash" ON "onchain_payment_claim" (lower(tx_hash) text_pattern_ops);`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_search_settled_tx_hash" ON "onchain_refund" (lower(settled_tx_hash) text_pattern_ops) WHERE settled_tx_hash IS NOT NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_onchain_payment_created_at_id";`);
    this.addSql(`drop index if exists "IDX_onchain_payment_state_created_at_id";`);
    this.addSql(`drop index if exists "IDX_onchain_payment_unchosen";`);
    this.addSql(`drop index if exists "IDX_onchain_payment_abandoned";`);
    this.addSql(`drop index if exists "IDX_onchain_payment_order_closed";`);
    this.addSql(`drop index if exists "IDX_onchain_payment_placed_order_id";`);
    this.addSql(`drop index if exists "IDX_onchain_attempt_network_id_token";`);
    this.addSql(`drop index if exists "IDX_onchain_attempt_memo";`);
    this.addSql(`drop index if exists "IDX_onchain_refund_due";`);
    this.addSql(`drop index if exists "IDX_onchain_refund_paid";`);
    this.addSql(`drop index if exists "IDX_onchain_withdrawal_gas_blocked";`);
    this.addSql(`drop index if exists "IDX_onchain_outbox_messages";`);
    this.addSql(`drop index if exists "IDX_onchain_attempt_part";`);
    this.addSql(`drop index if exists "IDX_onchain_attempt_search_tx_hash";`);
    this.addSql(`drop index if exists "IDX_onchain_payment_claim_search_tx_hash";`);
    this.addSql(`drop index if exists "IDX_onchain_refund_search_settled_tx_hash";`);
  }

}
