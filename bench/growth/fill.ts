import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { storeStatus } from "../../src/modules/onchain/payment/payment-status"
import { sqlId } from "../database/fill-lists"

/** The newest payments are open or need a person, as many in every database. */
const OPEN = 300
const id = sqlId
const SCOPE = "'sandbox', 'biz_1'"
const AT = "now() - n * interval '1 minute'"
const RAIL = `'evm', 'network-' || n % 5, 'T' || n % 7`
const hash = (what: string) => `'0x' || md5(${what} || n) || md5(${what} || 'b' || n)`
const address = (what: string) => `'0x' || left(md5(${what} || n) || md5(${what} || 'b' || n), 40)`

/** On one network in five all payers share an address, and differ by their memo. */
const MEMO = "CASE WHEN n % 5 = 0 THEN n::text END"
const PAID_TO = `CASE WHEN n % 5 = 0 THEN '0x' || md5('shared') ELSE ${address("'to'")} END`

const IS_OPEN = `n <= ${OPEN}`
/** One cart in ten is left before a network is chosen. */
const IS_UNCHOSEN = `(n % 10 = 4)`
const IS_EXPIRED = `(NOT ${IS_OPEN} AND n % 20 IN (6, 16))`
const IS_ABANDONED = `(NOT ${IS_OPEN} AND n % 20 = 8)`
const IS_AWAITING = `(${IS_OPEN} AND n % 10 IN (0, 2, 6))`
const IS_CONFIRMING = `(${IS_OPEN} AND n % 10 = 5)`
const IS_HELD = `(${IS_OPEN} AND n % 10 = 7)`
const IS_KEPT = `(NOT ${IS_OPEN} AND n % 200 = 7)`
const IS_CAPTURED = `NOT (${[IS_UNCHOSEN, IS_EXPIRED, IS_ABANDONED, IS_AWAITING, IS_CONFIRMING, IS_HELD, IS_KEPT].join(" OR ")})`
/** Two payments in a hundred have a refund. */
const IS_REFUNDED = `(n % 50 = 3 AND ${IS_CAPTURED})`
const IS_REFUND_DUE = `(n % 50 = 3 AND ${IS_OPEN})`

const series = (where = "true") => `FROM generate_series(1, :size::int) AS n WHERE ${where}`

/** What the service posts for an invoice, as long as the sandbox makes it. */
const BODY = `'{"event":"invoice.paid","createdAt":"2026-11-28T09:00:00.000Z","data":{"id":"inv_' || n || '","status":"paid","amount":"10.000000","chain":"evm","networkId":"network-' || n % 5 || '","token":"T' || n % 7 || '","depositAddress":"' || ${address("'to'")} || '","externalOrderId":"ocext_' || md5('e' || n) || '","confirmations":12,"confirmationsRequired":12,"settlementTxHash":"' || ${hash("''")} || '","receivedAmount":"10.000000","metadata":{"session":"payses_' || n || '"},"createdAt":"2026-11-28T08:58:00.000Z","expiresAt":"2026-11-28T09:28:00.000Z"}}'`

/** The first ten characters of Medusa's ids, which are their time in base 32. */
const TIME = Array.from(
  { length: 10 },
  (_, place) =>
    `substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (((extract(epoch FROM ${AT}) * 1000)::bigint >> ${45 - 5 * place}) & 31)::int, 1)`
).join(" || ")

/** Each is one insert into a table whose indexes are built afterwards. */
const FILL = [
  `INSERT INTO onchain_payment (id, session_id, state, status, current_attempt_id, customer_id, fiat_amount, currency_code, settled_at, captured_at,
     order_placed_at, placed_order_id, abandoned_at, collection_id, unallocated_reason, order_check_at, created_at, updated_at)
   SELECT ${id("ocpay")}, ${id("payses")}, CASE WHEN ${IS_CAPTURED} THEN 'captured' WHEN ${IS_HELD} OR ${IS_KEPT} THEN 'held' ELSE 'open' END,
     CASE WHEN ${IS_REFUND_DUE} THEN 'refund_due' WHEN ${IS_REFUNDED} THEN 'partially_refunded' WHEN ${IS_CAPTURED} THEN 'captured'
       WHEN ${IS_HELD} THEN 'held' WHEN ${IS_KEPT} THEN 'kept' WHEN ${IS_EXPIRED} THEN 'expired' WHEN ${IS_ABANDONED} THEN 'cancelled'
       WHEN ${IS_CONFIRMING} THEN 'confirming' ELSE 'awaiting' END,
     CASE WHEN NOT ${IS_UNCHOSEN} THEN ${id("ocatt")} END, CASE WHEN n % 2 = 0 THEN ${id("cus", "n / 20")} END, '10', 'usd',
     CASE WHEN ${IS_CAPTURED} OR ${IS_HELD} OR ${IS_KEPT} THEN ${AT} END, CASE WHEN ${IS_CAPTURED} THEN ${AT} END,
     CASE WHEN NOT ${IS_UNCHOSEN} THEN ${AT} END, CASE WHEN NOT ${IS_UNCHOSEN} THEN ${id("order")} END, CASE WHEN ${IS_ABANDONED} THEN ${AT} END,
     ${id("pay_col")}, CASE WHEN ${IS_HELD} OR ${IS_KEPT} THEN (ARRAY['late', 'order_cancelled'])[1 + n / 10 % 2] END,
     CASE WHEN ${IS_AWAITING} THEN now() + interval '1 hour' END, ${AT}, ${AT} ${series()}`,
  `INSERT INTO onchain_attempt (id, payment_id, environment, business_id, state, customer_id, gateway_invoice_id, external_order_id, idempotency_key, gateway_status,
     rail_id, chain, network_id, token, decimals, contract_address, expected_amount, asked_fiat_amount, received_amount, rate, rate_source, rate_at, deposit_address,
     memo, confirmations, confirmations_required, tx_hash, expires_at, checked_at, next_check_at, created_at, updated_at)
   SELECT ${id("ocatt")}, ${id("ocpay")}, ${SCOPE}, CASE WHEN ${IS_EXPIRED} OR ${IS_ABANDONED} THEN 'expired' WHEN ${IS_AWAITING} THEN 'awaiting'
       WHEN ${IS_CONFIRMING} THEN 'confirming' ELSE 'settled' END, CASE WHEN n % 2 = 0 THEN ${id("cus", "n / 20")} END, 'inv_' || n, 'ocext_' || md5('e' || n), 'ockey_' || md5('k' || n),
     CASE WHEN ${IS_EXPIRED} OR ${IS_ABANDONED} THEN 'expired' WHEN ${IS_AWAITING} THEN 'pending' WHEN ${IS_CONFIRMING} THEN 'confirming' ELSE 'paid' END,
     'evm:network-' || n % 5 || ':T' || n % 7, 'evm', 'network-' || n % 5, CASE WHEN n % 10000 = 1 THEN 'RARE' ELSE 'T' || n % 7 END, 6,
     '0x' || left(md5('c' || n % 7) || md5('cc'), 40), '10', '10',
     CASE WHEN NOT (${IS_EXPIRED} OR ${IS_ABANDONED} OR ${IS_AWAITING}) THEN '10' END, '1', 'fixed', ${AT}, ${PAID_TO}, ${MEMO}, 12, 12,
     CASE WHEN NOT (${IS_EXPIRED} OR ${IS_ABANDONED} OR ${IS_AWAITING}) THEN ${hash("''")} END, CASE WHEN ${IS_AWAITING} THEN now() + interval '1 hour' ELSE ${AT} END, ${AT},
     CASE WHEN ${IS_AWAITING} OR ${IS_CONFIRMING} THEN now() + interval '1 hour' END, ${AT}, ${AT} ${series(`NOT ${IS_UNCHOSEN}`)}`,
  // One payer in ten chooses again.
  `INSERT INTO onchain_attempt (id, payment_id, environment, business_id, state, gateway_invoice_id, external_order_id, idempotency_key, gateway_status,
     rail_id, chain, network_id, token, decimals, expected_amount, asked_fiat_amount, rate, rate_source, rate_at, deposit_address, expires_at, created_at, updated_at)
   SELECT ${id("ocatt2")}, ${id("ocpay")}, ${SCOPE}, 'superseded', 'inv2_' || n, 'ocext2_' || md5('e' || n), 'ockey2_' || md5('k' || n), 'expired',
     'evm:network-' || n % 5 || ':T' || n % 7, ${RAIL}, 6, '10', '10', '1', 'fixed', ${AT}, ${address("'first'")}, ${AT}, ${AT}, ${AT} ${series("n % 10 = 9")}`,
  `INSERT INTO onchain_decision (id, payment_id, kind, actor_id, note, done_at, created_at)
   SELECT ${id("ocdec")}, ${id("ocpay")}, 'keep', 'user_1', 'The customer wrote.', ${AT}, ${AT} ${series(IS_KEPT)}`,
  `INSERT INTO onchain_refund (id, environment, business_id, payment_id, session_id, kind, state, fiat_amount, currency_code, chain, network_id, token, withdrawal_id, done_at, created_at)
   SELECT ${id("ref")}, ${SCOPE}, ${id("ocpay")}, ${id("payses")}, 'order', CASE WHEN ${IS_REFUND_DUE} THEN 'due' ELSE 'done' END, '1', 'usd', ${RAIL},
     CASE WHEN NOT ${IS_REFUND_DUE} THEN ${id("ocwd")} END, CASE WHEN NOT ${IS_REFUND_DUE} THEN ${AT} END, ${AT} ${series(IS_REFUNDED)}`,
  `INSERT INTO onchain_withdrawal (id, environment, business_id, refund_id, payment_id, destination_id, destination_address, chain, network_id, token, amount, requested_by, state,
     state_at, quote_id, quote_fee, create_key, first_sent_at, gateway_withdrawal_id, gateway_status, fee, tx_hash, created_at)
   SELECT ${id("ocwd")}, ${SCOPE}, ${id("ref")}, ${id("ocpay")}, ${id("ocdst")}, ${address("'dest'")}, ${RAIL}, '1', 'user_1', 'completed', ${AT}, 'quo_' || md5('q' || n), '0.1',
     'ockey_' || md5('w' || n), ${AT}, 'wd_' || md5('w' || n), 'completed', '0.1', ${hash("'payout'")}, ${AT} ${series(`${IS_REFUNDED} AND NOT ${IS_REFUND_DUE}`)}`,
  `INSERT INTO onchain_withdrawal (id, environment, business_id, destination_id, destination_address, chain, network_id, token, amount, requested_by, state,
     state_at, quote_id, quote_fee, create_key, first_sent_at, gateway_withdrawal_id, gateway_status, fee, tx_hash, created_at)
   SELECT ${id("ocwd")}, ${SCOPE}, 'ocdst_treasury', ${address("'treasury'")}, ${RAIL}, '500', 'user_1',
     CASE WHEN ${IS_OPEN} THEN 'awaiting_approval' WHEN n % 1000 = 1 THEN 'failed' ELSE 'completed' END, ${AT}, 'quo_' || md5('q' || n), '0.1',
     'ockey_' || md5('w' || n), CASE WHEN NOT ${IS_OPEN} AND n % 1000 <> 1 THEN ${AT} END, CASE WHEN NOT ${IS_OPEN} THEN 'wd_' || md5('w' || n) END, NULL, '0.1', NULL, ${AT} ${series("n % 100 = 1")}`,
  `INSERT INTO onchain_payout_destination (id, environment, business_id, label, state, purpose, customer_id, payment_id, chain, network_id, address, checksum, created_by, approved_by,
     approved_at, single_use_refund_id, archived_at, created_at)
   SELECT ${id("ocdst")}, ${SCOPE}, 'Wallet ' || n, CASE WHEN n <= 20 THEN 'pending' WHEN n % 3 = 0 THEN 'archived' ELSE 'approved' END, 'refund', ${id("cus", "n / 20")}, ${id("ocpay")},
     'evm', 'network-' || n % 5, ${address("'dest'")}, 'verified', 'user_1', 'user_2', ${AT}, ${id("ref")}, CASE WHEN n % 3 = 0 THEN ${AT} END, ${AT} ${series(`${IS_REFUNDED} OR n <= 20`)}`,
  `INSERT INTO onchain_webhook_delivery (id, environment, business_id, event, resource_id, raw_body, state, attempts, received_at, next_attempt_at, processed_at, created_at, updated_at)
   SELECT 'wh_' || md5(part || 'h' || n), ${SCOPE}, CASE WHEN part = 1 THEN 'invoice.confirming' ELSE 'invoice.paid' END, 'inv_' || n, ${BODY},
     CASE WHEN n <= 30 AND part = 2 THEN 'dead' WHEN n % 100 = 1 THEN 'ignored' ELSE 'processed' END, 1, ${AT}, ${AT}, ${AT}, ${AT}, ${AT}
   FROM generate_series(1, :size::int) AS n, generate_series(1, 2) AS part WHERE NOT ${IS_UNCHOSEN} AND NOT ${IS_ABANDONED}`,
  `INSERT INTO onchain_outbox (id, subject, name, data, position, due_at, attempts, published_at, message_tries, message_result, created_at, updated_at)
   SELECT ${id("ocout' || part || '")}, ${id("ocpay")}, CASE WHEN part = 1 THEN 'onchain.payment_awaiting' ELSE 'onchain.payment_settled' END,
     jsonb_build_object('payment_id', ${id("ocpay")}, 'session_id', ${id("payses")}, 'order_id', ${id("order")}), nextval('onchain_outbox_position_seq'), ${AT}, 1, ${AT}, 1,
     CASE WHEN n % 1000 = 1 THEN 'failed' ELSE 'sent' END, ${AT}, ${AT}
   FROM generate_series(1, :size::int) AS n, generate_series(1, 2) AS part WHERE NOT ${IS_UNCHOSEN} AND (part = 1 OR ${IS_CAPTURED})`,
  `INSERT INTO onchain_audit_entry (id, subject_type, subject_id, environment, business_id, action, actor_id, before, after, created_at)
   SELECT ${id("ocaud' || part || '")}, 'withdrawal', ${id("ocwd")}, ${SCOPE}, (ARRAY['withdrawal.requested', 'withdrawal.quoted', 'withdrawal.confirmed', 'withdrawal.completed'])[part], 'user_1',
     '{"state":"requested","revision":1}', jsonb_build_object('state', 'quoted', 'revision', part, 'amount', '1', 'fee', '0.1'), ${AT}
   FROM generate_series(1, :size::int) AS n, generate_series(1, 4) AS part WHERE ${IS_REFUNDED} OR n % 100 = 1`,
  `INSERT INTO onchain_transaction (id, environment, business_id, chain, network_id, token, kind, type, direction, amount, tx_hash, reference, status, to_address, memo, occurred_at, sort_at, created_at)
   SELECT 'tx_' || md5(part || 't' || n), ${SCOPE}, ${RAIL}, CASE part WHEN 1 THEN 'receipt' ELSE 'fee' END, CASE part WHEN 1 THEN 'deposit' ELSE 'fee' END,
     CASE part WHEN 1 THEN 'in' ELSE 'out' END, CASE part WHEN 1 THEN '10' ELSE '0.1' END, ${hash("''")}, 'inv_' || n,
     CASE WHEN n <= 30 AND part = 1 THEN 'review_required' ELSE 'confirmed' END, ${PAID_TO}, ${MEMO}, ${AT}, ${AT}, ${AT}
   FROM generate_series(1, :size::int) AS n, generate_series(1, 2) AS part WHERE ${IS_CAPTURED}`,
  `INSERT INTO onchain_deposit (id, environment, business_id, state, assignment_status, customer_id, chain, network_id, token, decimals, amount_raw, amount, tx_hash, from_address, to_address, memo,
     observed_at, state_at, confirmed_at, created_at)
   SELECT 'dep_' || md5('d' || n), ${SCOPE}, CASE WHEN n <= 1000 THEN 'in_review' WHEN n % 3 = 0 THEN 'assigned' WHEN n % 3 = 1 THEN 'accepted' ELSE 'refunded' END, 'unassigned_no_intent',
     ${id("cus", "n / 20")}, ${RAIL}, 6, '10000000', '10', ${hash("'deposit'")}, ${address("'from'")}, CASE WHEN n % 5 = 0 THEN '0x' || md5('shared') ELSE ${address("'deposit'")} END, CASE WHEN n % 5 = 0 THEN 'unknown' END, ${AT}, ${AT}, ${AT}, ${AT}
   ${series("n % 200 IN (2, 20) OR n <= 20")}`,
  `INSERT INTO onchain_page_link (id, token_hash, purpose, collection_id, customer_id, expires_at, created_at, updated_at)
   SELECT ${id("oclink")}, md5('l' || n) || md5('m' || n), 'storefront', ${id("pay_col")}, CASE WHEN n % 2 = 0 THEN ${id("cus", "n / 20")} END, ${AT} + interval '7 days', ${AT}, ${AT} ${series(`NOT ${IS_UNCHOSEN}`)}`,
  `INSERT INTO onchain_payment_claim (id, payment_id, tx_hash, created_at) SELECT ${id("ocpcl")}, ${id("ocpay")}, ${hash("''")}, ${AT} ${series("n % 100 = 5")}`,
  `INSERT INTO onchain_payout_leg (id, environment, business_id, attempt_id, position, share_bps, destination_address, gateway_withdrawal_id, gateway_status, amount, fee, tx_hash, status_at, created_at, updated_at)
   SELECT ${id("ocleg' || part || '")}, ${SCOPE}, ${id("ocatt")}, part, 5000, ${address("'leg'")}, 'wdl' || part || '_' || n, 'completed', '5', '0.1', ${hash("'leg'")}, ${AT}, ${AT}, ${AT}
   FROM generate_series(1, :size::int) AS n, generate_series(1, 2) AS part WHERE n % 100 = 11 AND ${IS_CAPTURED}`,
  `INSERT INTO onchain_customer (id, environment, business_id, customer_id, idempotency_key, gateway_customer_id, created_at)
   SELECT ${id("occus")}, ${SCOPE}, ${id("cus")}, 'ockey_' || md5('c' || n), 'gc_' || md5('c' || n), ${AT} FROM generate_series(1, greatest(1, :size::int / 20)) AS n`,
  `INSERT INTO onchain_address (id, environment, business_id, customer_id, chain, network_id, address, ensured_at, created_at)
   SELECT ${id("ocadr")}, ${SCOPE}, ${id("cus")}, 'evm', 'network-1', ${address("'own'")}, ${AT}, ${AT} FROM generate_series(1, greatest(1, :size::int / 20)) AS n`,
  // What Medusa writes for them.
  `INSERT INTO "order" (id, display_id, customer_id, email, currency_code, status, created_at) SELECT ${id("order")}, n, ${id("cus", "n / 20")}, 'shopper-' || n || '@example.com', 'usd', 'pending', ${AT}
   ${series(`NOT ${IS_UNCHOSEN}`)}`,
  `INSERT INTO order_payment_collection (order_id, payment_collection_id, id, created_at) SELECT ${id("order")}, ${id("pay_col")}, ${id("ordpay")}, ${AT} ${series(`NOT ${IS_UNCHOSEN}`)}`,
  `INSERT INTO payment (id, amount, raw_amount, currency_code, provider_id, captured_at, payment_collection_id, payment_session_id, created_at)
   SELECT ${id("pay")}, 10, '{"value":"10","precision":20}', 'usd', 'pp_onchain_default', ${AT}, ${id("pay_col")}, ${id("payses")}, ${AT} ${series(IS_CAPTURED)}`,
  `INSERT INTO capture (id, amount, raw_amount, payment_id, created_at)
   SELECT 'capt_' || ${TIME} || lpad(n::text, 16, '0'), 10, '{"value":"10","precision":20}', ${id("pay")}, ${AT} ${series(IS_CAPTURED)}`,
]

const TABLES = `tablename LIKE 'onchain%' OR tablename IN ('order', 'order_payment_collection', 'payment', 'capture')`

/**
 * Fills the tables of a store that has sold for as long as there are minutes in the number of its payments: one payment a minute.
 * Nearly everything is over; {@link OPEN} payments are not, whatever the size.
 */
export async function fillStore(knex: Knex, size: number): Promise<void> {
  // Filling full indexes takes longer than building them, and no row points to a missing one.
  const { rows: indexes }: { rows: Rule[] } = await knex.raw(
    `SELECT format('DROP INDEX public.%I', indexname) AS drop, indexdef AS make FROM pg_indexes WHERE schemaname = 'public' AND (${TABLES})
       AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = format('public.%I', indexname)::regclass)
     UNION ALL
     SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', key.conrelid::regclass, key.conname),
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', key.conrelid::regclass, key.conname, pg_get_constraintdef(key.oid))
     FROM pg_constraint AS key JOIN pg_tables ON format('%I', tablename)::regclass = key.conrelid
     WHERE schemaname = 'public' AND (${TABLES}) AND key.contype = 'p'
       AND NOT EXISTS (SELECT 1 FROM pg_constraint AS other WHERE other.contype = 'f' AND other.confrelid = key.conrelid)`
  )
  await knex.transaction(async (trx) => {
    await trx.raw("SET LOCAL session_replication_role = replica")
    await trx.raw("SET LOCAL maintenance_work_mem = '512MB'")
    for (const { drop } of indexes) await trx.raw(drop)
    for (const sql of FILL) await trx.raw(sql, { size })
    for (const { make } of indexes) await trx.raw(make)
  })
  await knex.raw("VACUUM ANALYZE")
  // The statuses above are a formula of this data. The product's own rule agrees with it, or corrects it.
  const newest: string[] = await knex("onchain_payment")
    .orderBy("created_at", "desc")
    .limit(1_000)
    .pluck("id")
  await storeStatus(knex, newest)
}

type Rule = { drop: string; make: string }
