import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { storeStatus } from "../../src/modules/onchain/payment/payment-status"

/** As wide as the ids that Medusa makes. */
export const rowId = (prefix: string, n: number) => `${prefix}_${String(n).padStart(26, "0")}`
/** The same in SQL. */
export const sqlId = (prefix: string, n = "n") => `'${prefix}_' || lpad((${n})::text, 26, '0')`

const SCOPE = "'sandbox', 'biz_1'"
const RAIL = `'evm', 'network-' || n % 5, 'T' || n % 7`
const PAYMENT_ID = sqlId("ocpay")
/** A person pays them, so they stay few. */
const IS_DUE = "n % 500 = 5 OR (n % 10 = 5 AND n <= 200)"
const CREATED = "now() - n * interval '20 seconds'"

/**
 * Of ten payments four are captured, two are refunded in part or have refunds due, one is expired, one was abandoned before a network
 * was chosen, one was held and kept, and one is held. One in ten thousand has a token of its own. A refunded payment has five refunds.
 */
const FILL = [
  `INSERT INTO onchain_payment (id, session_id, state, fiat_amount, currency_code, created_at, collection_id, placed_order_id,
     unallocated_reason, settled_at, abandoned_at, captured_at)
   SELECT ${PAYMENT_ID}, 'payses_' || n, CASE WHEN n % 10 IN (8, 9) THEN 'held' ELSE 'open' END, '10', 'usd', ${CREATED}, ${sqlId("pay_col")},
     ${sqlId("order")}, CASE WHEN n % 10 IN (8, 9) THEN (ARRAY['late', 'order_cancelled'])[1 + n % 2] END,
     CASE WHEN n % 10 IN (6, 7) THEN NULL ELSE ${CREATED} END,
     CASE WHEN n % 10 = 7 THEN now() END,
     CASE WHEN n % 10 < 6 THEN ${CREATED} END
   FROM generate_series(1, :size::int) AS n`,
  `INSERT INTO onchain_attempt (id, payment_id, environment, business_id, state, idempotency_key, gateway_status, rail_id, chain, network_id, token,
     decimals, expected_amount, asked_fiat_amount, received_amount, rate, rate_source, rate_at, gateway_invoice_id, deposit_address, memo, tx_hash, created_at, customer_id)
   SELECT 'ocatt_' || n, ${PAYMENT_ID}, ${SCOPE}, CASE WHEN n % 10 = 6 THEN 'expired' ELSE 'settled' END, 'key_' || n,
     CASE WHEN n % 10 = 6 THEN 'expired' ELSE 'paid' END, 'rail', 'evm', 'network-' || n % 5,
     CASE WHEN n % 10000 = 1 THEN 'RARE' ELSE 'T' || n % 7 END, 6, '10', '10',
     CASE WHEN n % 10 = 6 THEN NULL ELSE '10' END, '1', 'fixed', now(), 'inv_' || n, '0x' || md5('to' || n), n::text, '0x' || md5(n::text),
     ${CREATED}, ${sqlId("cus", "n / 20")}
   FROM generate_series(1, :size::int) AS n WHERE n % 10 <> 7`,
  `UPDATE onchain_payment AS p SET current_attempt_id = a.id, state = CASE WHEN p.captured_at IS NOT NULL THEN 'captured' ELSE p.state END
   FROM onchain_attempt AS a WHERE a.payment_id = p.id`,
  `INSERT INTO onchain_decision (id, payment_id, kind, done_at)
   SELECT 'ocdec_' || n, ${PAYMENT_ID}, 'keep', now() FROM generate_series(1, :size::int) AS n WHERE n % 10 = 8`,
  `INSERT INTO onchain_refund (id, environment, business_id, payment_id, session_id, kind, state, fiat_amount, currency_code, chain, network_id, token,
     created_at, settled_tx_hash)
   SELECT 'ref_' || md5(n || '-' || part), ${SCOPE}, ${PAYMENT_ID}, 'payses_' || n, 'order', CASE WHEN ${IS_DUE} THEN 'due' ELSE 'done' END, '1', 'usd',
     ${RAIL}, ${CREATED}, CASE WHEN NOT (${IS_DUE}) THEN '0x' || md5('refund' || n) END
   FROM generate_series(1, :size::int) AS n, generate_series(1, 5) AS part WHERE n % 10 IN (4, 5)`,
  `INSERT INTO onchain_withdrawal (id, environment, business_id, destination_id, destination_address, chain, network_id, token, amount,
     requested_by, state, state_at, gateway_withdrawal_id, tx_hash, created_at)
   SELECT 'ocwd_' || md5('w' || n), ${SCOPE}, 'ocdst_' || n % 50, '0x' || md5('dest' || n % 50), ${RAIL}, '10', 'user_1',
     CASE WHEN n % 10 = 0 THEN 'awaiting_approval' WHEN n % 10 = 1 THEN 'failed' ELSE 'completed' END, ${CREATED}, 'wd_' || md5('w' || n),
     '0x' || md5('payout' || n), ${CREATED}
   FROM generate_series(1, :size::int) AS n`,
  `INSERT INTO onchain_payout_destination (id, environment, business_id, label, state, single_use_refund_id, purpose, customer_id, chain, network_id, address, checksum, created_by,
     created_at)
   SELECT 'ocdst_' || n, ${SCOPE}, 'Wallet ' || n, CASE WHEN n % 10 = 0 THEN 'pending' WHEN n % 10 < 7 THEN 'archived' ELSE 'approved' END,
     CASE WHEN n % 10 IN (4, 5, 6) THEN 'ref_' || n END,     CASE WHEN n % 10 = 3 THEN 'treasury' ELSE 'refund' END, ${sqlId("cus", "n / 20")}, 'evm', 'network-' || n % 5, '0x' || md5('dest' || n), 'verified', 'user_1', ${CREATED}
   FROM generate_series(1, :size::int) AS n`,
  `INSERT INTO onchain_webhook_delivery (id, environment, business_id, event, resource_id, raw_body, state, received_at, next_attempt_at)
   SELECT 'wh_' || md5('h' || n), ${SCOPE}, CASE WHEN n % 10 = 2 THEN 'deposit.created' ELSE 'invoice.paid' END, 'inv_' || n, '{}',
     CASE WHEN n % 10 = 0 THEN 'dead' WHEN n % 10 = 1 THEN 'ignored' ELSE 'processed' END, ${CREATED}, now()
   FROM generate_series(1, :size::int) AS n`,
  `INSERT INTO onchain_transaction (id, environment, business_id, chain, network_id, token, kind, type, direction, amount, tx_hash, reference, status, sort_at)
   SELECT 'tx_' || md5('t' || n), ${SCOPE}, ${RAIL}, 'receipt', CASE WHEN n % 10 = 0 THEN 'fee' ELSE 'deposit' END,
     CASE WHEN n % 10 = 1 THEN 'out' ELSE 'in' END, '10', '0x' || md5(n::text), 'inv_' || n, CASE WHEN n % 10 = 2 THEN 'review_required' END, ${CREATED}
   FROM generate_series(1, :size::int) AS n`,
  `INSERT INTO onchain_deposit (environment, business_id, id, state, assignment_status, customer_id, chain, network_id, token, decimals, amount_raw, amount,
     tx_hash, from_address, to_address, observed_at, state_at)
   SELECT ${SCOPE}, 'dep_' || md5('d' || n), CASE WHEN n % 10 = 0 THEN 'in_review' WHEN n % 10 = 1 THEN 'refund_pending' ELSE 'assigned' END,
     'unassigned_no_intent', ${sqlId("cus", "n / 20")}, ${RAIL}, 6, '10000000', '10', '0x' || md5('deposit' || n), '0x' || md5('from' || n), '0x' || md5('to' || n),
     ${CREATED}, now()
   FROM generate_series(1, :size::int) AS n`,
]

/** Fills every table that a list of the admin reads, with as many rows. */
export async function fillLists(knex: Knex, size: number): Promise<void> {
  for (const sql of FILL) await knex.raw(sql, sql.includes(":size") ? { size } : {})
  await storeStatuses(knex)
}

/** Stores the statuses of payments that were filled in by SQL. */
export async function storeStatuses(knex: Knex): Promise<void> {
  const ids: string[] = await knex("onchain_payment").orderBy("id").pluck("id")
  for (let from = 0; from < ids.length; from += 5_000) await storeStatus(knex, ids.slice(from, from + 5_000))
}
