import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** What moves from a payment to its attempt, with its type. */
const MOVED = {
  kind: `text not null default 'invoice' check ("kind" in ('invoice', 'auto_deposit'))`,
  gateway_intent_id: "text",
  gateway_invoice_id: "text",
  idempotency_key: "text not null",
  gateway_status: "text",
  rail_id: "text not null",
  chain: "text not null",
  network_id: "text not null",
  network_name: "text",
  token: "text not null",
  decimals: "integer not null",
  canonical_asset_id: "text",
  contract_address: "text",
  expected_amount: "text not null",
  received_amount: "text",
  implausible_amount: "text",
  shortfall_amount: "text",
  rate: "text not null",
  rate_source: "text not null",
  rate_at: "timestamptz not null",
  deposit_address: "text",
  memo: "text",
  address_refused_at: "timestamptz",
  address_refusal: "text",
  receive_mode: "text",
  confirmations: "integer",
  confirmations_required: "integer",
  tx_hash: "text",
  expires_at: "timestamptz",
  checked_at: "timestamptz",
  confirming_at: "timestamptz",
  part_seen_at: "timestamptz",
  largest_part_amount: "text",
  search_wanted_at: "timestamptz",
  searched_from: "timestamptz",
  next_check_at: "timestamptz",
  check_count: "integer not null default 0",
  last_error: "text",
  invoice_unknown_at: "timestamptz",
}
/** What both have. */
const SHARED = {
  customer_id: "text",
  created_at: "timestamptz not null default now()",
  updated_at: "timestamptz not null default now()",
  deleted_at: "timestamptz",
}

const AMOUNTS = {
  onchain_payment: ["fiat_amount", "order_outstanding_amount", "resolved_token_amount", "applied_amount"],
  onchain_attempt: ["expected_amount", "received_amount", "implausible_amount", "shortfall_amount", "largest_part_amount"],
}

const ATTEMPT_INDEXES = [
  `UNIQUE INDEX "IDX_onchain_attempt_payment_id_unique" ON onchain_attempt (payment_id) WHERE deleted_at IS NULL`,
  `UNIQUE INDEX "IDX_onchain_attempt_idempotency_key_unique" ON onchain_attempt (idempotency_key) WHERE deleted_at IS NULL`,
  ...["gateway_invoice_id", "gateway_intent_id", "external_order_id"].map(
    (name) =>
      `UNIQUE INDEX "IDX_onchain_attempt_${name}_environment_business_id_unique" ON onchain_attempt (${name}, environment, business_id) WHERE ${name} IS NOT NULL AND deleted_at IS NULL`
  ),
  `INDEX "IDX_onchain_attempt_customer_id_network_id_token" ON onchain_attempt (customer_id, network_id, token) WHERE kind = 'auto_deposit' AND state IN ('opening', 'awaiting') AND deleted_at IS NULL`,
  `UNIQUE INDEX "IDX_onchain_attempt_open_intent" ON onchain_attempt (customer_id, chain, network_id, token, environment, business_id) WHERE kind = 'auto_deposit' AND state = 'awaiting' AND gateway_invoice_id IS NULL AND deleted_at IS NULL`,
  `INDEX "IDX_onchain_attempt_state_created_at" ON onchain_attempt (state, created_at) WHERE deleted_at IS NULL`,
  ...["deposit_address", "next_check_at", "invoice_unknown_at", "address_refused_at"].map(
    (name) =>
      `INDEX "IDX_onchain_attempt_${name}" ON onchain_attempt (${name}) WHERE ${name} IS NOT NULL AND deleted_at IS NULL`
  ),
  // The model cannot say that an index is on the address in lower case. No payout goes to an address of any row, deleted or not.
  `INDEX "IDX_onchain_attempt_lower_deposit_address" ON onchain_attempt (lower(deposit_address)) WHERE deposit_address IS NOT NULL`,
  `INDEX "IDX_onchain_attempt_deleted_at" ON onchain_attempt (deleted_at) WHERE deleted_at IS NULL`,
]

/**
 * Written by hand: an invoice or intent of a payment becomes a row of its own.
 *
 * Nothing was published with the old shape. Rows that are there belong to no known account at the gateway.
 */
export class Migration20261125002100 extends Migration {
  override up(): void {
    const columns = Object.entries({ ...MOVED, ...SHARED })
    const names = columns.map(([name]) => name).join(", ")
    this.addSql(
      `create table onchain_attempt (id text primary key, payment_id text not null references onchain_payment (id),
         environment text not null, business_id text not null,
         state text not null default 'opening' check (state in ('opening', 'awaiting', 'confirming', 'settled', 'expired', 'failed', 'cancelled', 'superseded')),
         external_order_id text, superseded_by text, ${columns.map((column) => column.join(" ")).join(", ")},
         constraint onchain_attempt_external_order check (kind <> 'auto_deposit' OR external_order_id IS NOT NULL));`
    )
    const attemptOf = (id: string) => `'ocatt_' || regexp_replace(${id}, '^ocpay_', '')`
    this.addSql(
      `insert into onchain_attempt (id, payment_id, environment, business_id, state, external_order_id, superseded_by, ${names})
       select ${attemptOf("id")}, id, '', '',
         case when state = 'unallocated' and gateway_status in ('expired', 'failed', 'cancelled') then gateway_status
           when state in ('captured', 'unallocated') then 'settled' else state end,
         case when kind = 'auto_deposit' then session_id end, ${attemptOf("superseded_by")}, ${names} from onchain_payment;`
    )
    this.addSql(
      `update onchain_attempt as this set state = 'superseded' from onchain_attempt as newer
       where this.kind = 'auto_deposit' and this.state = 'awaiting' and this.gateway_invoice_id is null
         and newer.kind = 'auto_deposit' and newer.state = 'awaiting' and newer.gateway_invoice_id is null
         and newer.customer_id = this.customer_id and newer.chain = this.chain and newer.network_id = this.network_id
         and newer.token = this.token and (newer.created_at, newer.id) > (this.created_at, this.id);`
    )
    this.addSql(
      `drop index "IDX_onchain_payment_waiting", "IDX_onchain_payment_state_created_at",
         "IDX_onchain_payment_customer_id_network_id_token";`
    )
    this.addSql(`alter table onchain_payment drop constraint onchain_payment_state_check,
      add column captured_attempt_id text references onchain_attempt (id);`)
    this.addSql(
      `update onchain_payment set captured_attempt_id = case when state = 'captured' then ${attemptOf("id")} end,
         state = case state when 'captured' then 'captured' when 'unallocated' then 'held' else 'open' end;`
    )
    this.addSql(
      `alter table onchain_payment alter column state set default 'open',
         add constraint onchain_payment_state_check check (state in ('open', 'captured', 'held')),
         add constraint onchain_payment_captured_attempt check (state <> 'captured' OR captured_attempt_id IS NOT NULL),
         drop column superseded_by, ${Object.keys(MOVED)
           .map((name) => `drop column ${name}`)
           .join(", ")};`
    )
    this.addSql(
      `CREATE UNIQUE INDEX "IDX_onchain_payment_captured_attempt_id_unique" ON onchain_payment (captured_attempt_id) WHERE captured_attempt_id IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX "IDX_onchain_payment_waiting" ON onchain_payment (settled_at) WHERE state = 'held' AND resolution IS NULL AND deleted_at IS NULL;`
    )
    for (const index of ATTEMPT_INDEXES) this.addSql(`CREATE ${index};`)
    for (const [table, amounts] of Object.entries(AMOUNTS))
      this.addSql(
        `alter table ${table} ${amounts
          .map((name) => `add constraint ${table}_${name}_check check (${name} ~ '^[0-9]+([.][0-9]+)?$')`)
          .join(", ")};`
      )
  }
}
