import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** Searched by the beginning of a text: columns of a table, and the condition of their indexes. */
const SEARCHED = [
  ["onchain_refund", ["id", "payment_id", "session_id", "withdrawal_id"], "deleted_at IS NULL"],
  ["onchain_payout_destination", ["label", "address", "id"], "deleted_at IS NULL"],
  ["onchain_payment", ["id", "session_id", "applied_order_id"], "unallocated_reason IS NOT NULL AND deleted_at IS NULL"],
] as const

const SEARCHES = SEARCHED.flatMap(([table, columns, where]) =>
  columns.map((column) => ({ name: `IDX_${table}_search_${column}`, on: `${table} (lower(${column}) text_pattern_ops) WHERE ${where}` }))
)

export class Migration20261125190000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`drop index if exists "IDX_onchain_refund_state_created_at";`);
    this.addSql(`drop index if exists "IDX_onchain_refund_kind_created_at";`);
    this.addSql(`drop index if exists "IDX_onchain_webhook_delivery_received_at";`);
    this.addSql(`drop index if exists "IDX_onchain_webhook_delivery_state_received_at";`);
    this.addSql(`drop index if exists "IDX_onchain_webhook_delivery_event_received_at";`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_created_at_id" ON "onchain_refund" ("environment", "business_id", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_state_created_at_id" ON "onchain_refund" ("environment", "business_id", "state", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_kind_created_at_id" ON "onchain_refund" ("environment", "business_id", "kind", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_book_state" ON "onchain_payout_destination" ("environment", "business_id", "state", "created_at", "id") WHERE single_use_refund_id IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_book_network_id" ON "onchain_payout_destination" ("environment", "business_id", "network_id", "created_at", "id") WHERE single_use_refund_id IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_book_purpose" ON "onchain_payout_destination" ("environment", "business_id", "purpose", "created_at", "id") WHERE single_use_refund_id IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_book" ON "onchain_payout_destination" ("environment", "business_id", "created_at", "id") WHERE single_use_refund_id IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_payout_destination_pending" ON "onchain_payout_destination" ("environment", "business_id", "created_at", "id") WHERE (state = 'pending' OR (state = 'approved' AND NOT has_second_approval)) AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_received_at_id" ON "onchain_webhook_delivery" ("environment", "business_id", "received_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_state_received_at_id" ON "onchain_webhook_delivery" ("environment", "business_id", "state", "received_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_event_received_at_id" ON "onchain_webhook_delivery" ("environment", "business_id", "event", "received_at", "id") WHERE deleted_at IS NULL;`);

    // Below is what the models cannot express.
    for (const { name, on } of SEARCHES) this.addSql(`CREATE INDEX IF NOT EXISTS "${name}" ON ${on};`);
  }

  override async down(): Promise<void> {
    for (const { name } of SEARCHES) this.addSql(`drop index if exists "${name}";`);
    this.addSql(`drop index if exists "IDX_onchain_refund_created_at_id";`);
    this.addSql(`drop index if exists "IDX_onchain_refund_state_created_at_id";`);
    this.addSql(`drop index if exists "IDX_onchain_refund_kind_created_at_id";`);
    this.addSql(`drop index if exists "IDX_onchain_payout_destination_book_state";`);
    this.addSql(`drop index if exists "IDX_onchain_payout_destination_book_network_id";`);
    this.addSql(`drop index if exists "IDX_onchain_payout_destination_book_purpose";`);
    this.addSql(`drop index if exists "IDX_onchain_payout_destination_book";`);
    this.addSql(`drop index if exists "IDX_onchain_payout_destination_pending";`);
    this.addSql(`drop index if exists "IDX_onchain_webhook_delivery_received_at_id";`);
    this.addSql(`drop index if exists "IDX_onchain_webhook_delivery_state_received_at_id";`);
    this.addSql(`drop index if exists "IDX_onchain_webhook_delivery_event_received_at_id";`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_received_at" ON "onchain_webhook_delivery" ("received_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_state_received_at" ON "onchain_webhook_delivery" ("state", "received_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_webhook_delivery_event_received_at" ON "onchain_webhook_delivery" ("event", "received_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_kind_created_at" ON "onchain_refund" ("kind", "created_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_onchain_refund_state_created_at" ON "onchain_refund" ("state", "created_at") WHERE deleted_at IS NULL;`);
  }

}
