import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import { DAY_MS, endOfDay, type ReportMatch, startOfDay } from "../../../domain/finance/report-difference"
import type { Invoice } from "../../../gateway/contract"
import type { OnchainReportDifference } from "../../../types/http"
import type OnchainReport from "../models/report"
import { type AssetRow, isIncome } from "../deposit/income"
import { PREFIX } from "../payment/medusa-payments"
import { isSplit } from "../models/payout-leg"
import { ATTEMPTS, PAYMENTS } from "../payment/payment-row"

/** Only a finished report has lines and differences. */
export type ReportRow = Omit<
  InferTypeOf<typeof OnchainReport>,
  "lines" | "differences" | "incomplete_lists"
> & {
  lines: ReportLine[] | null
  differences: ReportDifference[] | null
  incomplete_lists: IncompleteList[] | null
}

/** A list of the service that was not read to its end, with the rows that were read. */
export type IncompleteList = { list: string; rows: number }

type Sum = { count: number; tokens: string }

/** One day of one asset. Decimals in token units, `fiat` in major units. */
export type ReportLine = AssetRow & {
  day: string
  captures: Sum & { fiat: { currency_code: string; amount: string }[] }
  invoices: Sum
  receipts: Sum
  /** Of the receipts, what no order has. */
  income: Sum
  fees: Sum
  payouts: Sum
  refunds: Sum
}

/** The order is named when the report is shown. */
export type ReportDifference = Omit<OnchainReportDifference, "order">

/** What every side has under one key. */
export type PlacedMatch = ReportMatch & { match_key: string; day: string; network_id: string; token: string }

/** An invoice on the day of its sale. */
export type InvoiceEntry = AssetRow & { id: string; day: string; amount: string }

const own = (alias: string) =>
  `${alias}.environment = :environment AND ${alias}.business_id = :business_id AND ${alias}.deleted_at IS NULL`
const dayOf = (instant: string) => `to_char((${instant}) AT TIME ZONE 'UTC', 'YYYY-MM-DD')`
/** One that failed moved nothing, and one in review is in a queue of its own. */
const MOVED_MONEY = "(status IS NULL OR status NOT IN ('failed', 'review_required'))"

/** A key is on the day of its first receipt, else of its first transaction. */
const TRANSACTIONS = `
  WITH within AS (
    SELECT t.id, t.reference FROM onchain_transaction t WHERE t.sort_at >= :since AND t.sort_at < :until AND ${own("t")}
  ), chosen AS (
    SELECT id FROM within
    UNION
    SELECT t.id FROM onchain_transaction t JOIN within w ON w.reference = t.reference WHERE ${own("t")}
  )
  SELECT id, coalesce(kind, 'unreadable') AS kind, coalesce(reference, id) AS match_key, day, chain, network_id, token,
    canonical_asset_id, coalesce(amount, '0') AS amount, NULL::text AS fiat_amount, NULL::text AS currency_code
  FROM (
    SELECT t.*, ${dayOf("coalesce(earliest.receipt, earliest.other, t.sort_at)")} AS day
    FROM onchain_transaction t JOIN chosen USING (id)
    CROSS JOIN LATERAL (
      SELECT min(o.sort_at) AS other, min(o.sort_at) FILTER (WHERE o.direction = 'in') AS receipt
      FROM onchain_transaction o WHERE o.reference = t.reference AND ${own("o")}
    ) earliest
    WHERE ${own("t")}
  ) AS dated WHERE ${MOVED_MONEY}`

/** All entries of a sale fall on the day of its first receipt, else of its capture, else of its settlement. */
const dayOfSale = (reference: string, otherwise = "NULL::timestamptz") =>
  dayOf(`coalesce((SELECT min(t.sort_at) FROM onchain_transaction t
      WHERE t.reference = ${reference} AND t.direction = 'in' AND ${own("t")}), p.captured_at, p.settled_at, ${otherwise})`)

/** Tokens of a capture: what arrived, up to what its order took of the expected amount, or what was applied. */
const COVERED = `trim_scale(CASE
    WHEN p.applied_session_id = m.payment_session_id AND p.resolved_token_amount IS NOT NULL
      THEN p.resolved_token_amount::numeric
    ELSE least(coalesce(p.received_amount, p.expected_amount)::numeric,
      coalesce(CASE WHEN p.resolution IS NULL THEN p.resolved_token_amount END, p.expected_amount)::numeric) END)::text`

/**
 * Medusa's captures of our payments, also later ones: what arrived within the days may be captured long after, by an operator's
 * decision. The payment session may be deleted.
 */
const CAPTURES = `
  SELECT c.id, 'capture', coalesce(p.gateway_invoice_id, c.id), ${dayOfSale("p.gateway_invoice_id", "c.created_at")},
    coalesce(p.chain, 'unknown'), coalesce(p.network_id, 'unknown'), coalesce(p.token, 'unknown'), p.canonical_asset_id,
    coalesce(${COVERED}, '0'), c.raw_amount->>'value', m.currency_code
  FROM capture c JOIN payment m ON m.id = c.payment_id AND starts_with(m.provider_id, '${PREFIX}')
  LEFT JOIN LATERAL (
    SELECT * FROM ${PAYMENTS} s WHERE s.session_id = m.payment_session_id
    UNION ALL
    SELECT * FROM ${PAYMENTS} s WHERE s.applied_session_id = m.payment_session_id
    LIMIT 1
  ) p ON true
  WHERE c.id >= :first_capture AND c.created_at >= :captured_since AND c.deleted_at IS NULL
    AND (p.id IS NULL OR p.environment = :environment AND p.business_id = :business_id)`

const INVOICES = `
  SELECT i.id, 'invoice', i.id, i.day, i.chain, i.network_id, i.token, i.canonical_asset_id, i.amount, NULL, NULL
  FROM jsonb_to_recordset(CAST(:invoices AS jsonb)) AS i (id text, day text, chain text, network_id text, token text,
    canonical_asset_id text, amount text)`

/**
 * Our withdrawals that the gateway has: those that changed since, and those with a transaction within the days. Without a fee, also from
 * the quote, there is nothing to compare.
 */
const WITHDRAWALS = `
  SELECT w.id, 'withdrawal', w.gateway_withdrawal_id, ${dayOf(
    `coalesce((SELECT min(t.sort_at) FROM onchain_transaction t WHERE t.reference = w.gateway_withdrawal_id AND ${own("t")}),
      CASE WHEN w.state = 'completed' THEN w.state_at END, w.first_sent_at, w.created_at)`
  )}, w.chain, w.network_id, w.token, w.canonical_asset_id, CASE WHEN coalesce(w.fee, w.quote_fee)::numeric <= w.amount::numeric
    THEN trim_scale(w.amount::numeric - coalesce(w.fee, w.quote_fee)::numeric)::text END, NULL, NULL
  FROM onchain_withdrawal w WHERE w.gateway_withdrawal_id IS NOT NULL AND ${own("w")} AND w.id IN (
    SELECT recent.id FROM onchain_withdrawal recent WHERE recent.state_at >= :captured_since AND ${own("recent")}
    UNION SELECT listed.id FROM onchain_transaction t JOIN onchain_withdrawal listed ON listed.gateway_withdrawal_id = t.reference AND ${own("listed")}
      WHERE t.sort_at >= :since AND t.sort_at < :until AND ${own("t")})`

/** A split is missing when the service has not shown it a day after its money was captured. */
const IS_OVERDUE = `p.captured_at IS NOT NULL AND p.attempt_id = p.current_attempt_id AND p.captured_at < now() - interval '1 day'
  AND ${isSplit("p")}`

/**
 * Legs of splits: under their withdrawal, under their invoice where the service names no withdrawal, and under our own identifier
 * while the service has not shown them. A payout that names an invoice without a split is no leg.
 */
const LEGS = `
  SELECT l.id, 'leg', CASE WHEN l.gateway_status IS NULL THEN l.id ELSE coalesce(l.gateway_withdrawal_id, p.gateway_invoice_id) END,
    CASE WHEN l.gateway_status IS NULL OR l.gateway_withdrawal_id IS NULL THEN ${dayOfSale("p.gateway_invoice_id", "l.created_at")}
      ELSE ${dayOf(`coalesce((SELECT min(t.sort_at) FROM onchain_transaction t
        WHERE t.reference = l.gateway_withdrawal_id AND ${own("t")}), l.status_at)`)} END,
    p.chain, p.network_id, p.token, p.canonical_asset_id,
    CASE WHEN l.gateway_withdrawal_id IS NULL THEN l.amount
      WHEN l.fee::numeric <= l.amount::numeric THEN trim_scale(l.amount::numeric - l.fee::numeric)::text END, NULL, NULL
  FROM onchain_payout_leg l JOIN ${ATTEMPTS} p ON p.attempt_id = l.attempt_id
  WHERE ${own("l")} AND (l.gateway_status IS NOT NULL AND l.status_at >= :captured_since
      AND (l.gateway_withdrawal_id IS NOT NULL OR l.share_bps IS NOT NULL OR p.payout_route_id IS NOT NULL)
    OR l.gateway_status IS NULL AND ${IS_OVERDUE} AND l.created_at >= CAST(:captured_since AS timestamptz) - interval '7 days')`

/** Attempts with a route of which the service has shown no leg, under their own identifier. */
const ROUTES = `
  SELECT p.attempt_id, 'route', p.attempt_id, ${dayOfSale("p.gateway_invoice_id")}, p.chain, p.network_id, p.token,
    p.canonical_asset_id, NULL, NULL, NULL
  FROM ${ATTEMPTS} p WHERE p.payout_route_id IS NOT NULL AND p.captured_at >= :captured_since AND p.environment = :environment
    AND p.business_id = :business_id AND ${IS_OVERDUE} AND NOT EXISTS (SELECT 1 FROM onchain_payout_leg l WHERE l.attempt_id = p.attempt_id AND l.deleted_at IS NULL)`

/** What no order has is on the day of its receipt, else of its first sight. */
const INCOME = `
  SELECT d.id, 'income', d.id, ${dayOf(
    `coalesce((SELECT min(t.sort_at) FROM onchain_transaction t WHERE t.reference = d.id AND t.direction = 'in' AND ${own("t")}),
      d.observed_at)`
  )}, d.chain, d.network_id, d.token, d.canonical_asset_id, d.amount, NULL, NULL
  FROM onchain_deposit d WHERE d.state IN ('income', 'accepted') AND ${isIncome("d")}
    AND d.amount IS NOT NULL AND d.token IS NOT NULL AND ${own("d")}`

/** Only the first capture of a payment keeps the tokens. */
const ENTRIES = `
  SELECT kind, match_key, day, chain, network_id, token, canonical_asset_id, fiat_amount, currency_code,
    CASE WHEN kind = 'capture' AND row_number() OVER (PARTITION BY kind, match_key ORDER BY id) > 1 THEN '0' ELSE amount END AS amount
  FROM (SELECT * FROM (${TRANSACTIONS}) AS t UNION ALL (${CAPTURES}) UNION ALL (${INVOICES}) UNION ALL (${WITHDRAWALS})
    UNION ALL (${LEGS}) UNION ALL (${ROUTES}) UNION ALL (${INCOME})) AS side
  WHERE day BETWEEN :from AND :to`

const countOf = (kind: string) => `count(*) FILTER (WHERE e.kind = '${kind}')::int`
const sumOf = (kind: string) =>
  `trim_scale(coalesce(sum(e.amount::numeric) FILTER (WHERE e.kind = '${kind}'), 0))::text`

/**
 * What every side has under one key, without sales on which all agree.
 *
 * Captured and expected money agree to twelve digits: Medusa passes amounts as JS numbers, so later digits are rounding noise.
 */
const MATCHES = `
  WITH m AS (
    SELECT e.match_key, min(e.day) AS day, min(e.network_id) AS network_id, min(e.token) AS token,
      ${countOf("capture")} AS captures, ${sumOf("capture")} AS captured,
      ${countOf("invoice")} AS invoices, ${sumOf("invoice")} AS invoiced,
      ${countOf("receipt")} AS receipts, ${sumOf("receipt")} AS received,
      ${countOf("payout")} AS payouts, ${sumOf("payout")} AS "paidOut",
      ${countOf("refund")} AS refunds, ${sumOf("refund")} AS refunded, ${countOf("unreadable")} AS unread,
      ${countOf("income")} AS income,
      bool_or(e.kind = 'withdrawal') AS is_withdrawal, min(e.amount) FILTER (WHERE e.kind = 'withdrawal') AS net,
      bool_or(e.kind = 'route') AS is_route, bool_or(e.kind = 'leg') AS is_leg, trim_scale(sum(e.amount::numeric) FILTER (WHERE e.kind = 'leg'))::text AS leg_net,
      coalesce(sum(e.fiat_amount::numeric), 0) AS money,
      coalesce(array_agg(DISTINCT lower(e.currency_code)) FILTER (WHERE e.currency_code IS NOT NULL), '{}') AS currencies
    FROM entry e GROUP BY e.match_key
  )
  SELECT m.match_key, m.day, m.network_id, m.token, m.captures, m.captured, m.invoices, m.invoiced, m.receipts, m.received,
    m.payouts, m."paidOut", m.refunds, m.refunded, m.unread, trim_scale(m.captured::numeric + s.amount)::text AS accounted,
    CASE WHEN w.id IS NOT NULL THEN jsonb_build_object('state', w.state, 'net', m.net, 'gross', w.amount) END AS withdrawal,
    CASE WHEN l.id IS NOT NULL THEN jsonb_build_object('status', l.gateway_status, 'word', coalesce(l.provider_status, l.gateway_status),
        'net', m.leg_net, 'gross', l.amount, 'most', l.most, 'isPlanned', l.is_planned, 'isAcknowledged', l.acknowledged_at IS NOT NULL)
      WHEN m.is_route THEN jsonb_build_object('status', NULL, 'word', NULL, 'net', NULL, 'gross', NULL, 'most', NULL,
        'isPlanned', true, 'isAcknowledged', false) END AS leg,
    CASE WHEN m.is_leg AND l.id IS NULL THEN m.leg_net END AS "legsPaid",
    jsonb_build_object('amount', trim_scale(s.amount)::text, 'isKnown', s.is_known) AS surplus,
    CASE WHEN p.id IS NOT NULL THEN jsonb_build_object('captured', trim_scale(m.money)::text, 'currencies', m.currencies,
      'expected', trim_scale(stands.amount)::text, 'currencyCode', lower(p.currency_code), 'isSame', stands.is_same) END AS money,
    coalesce(p.state = 'unallocated' OR (p.attempt_id = p.current_attempt_id AND p.resolution IN ('refund_due', 'keep')), false)
      OR EXISTS (SELECT 1 FROM onchain_refund x WHERE (x.id = 'extra_' || m.match_key OR x.payment_id = p.id AND x.attempt_id = p.attempt_id) AND ${own("x")})
      AS "isUnallocated",
    EXISTS (SELECT 1 FROM onchain_deposit d WHERE d.id = m.match_key AND ${own("d")} AND d.confirmed_at IS NOT NULL) AS "isDeposit",
    m.income > 0 AS "isIncome"
  FROM m
  LEFT JOIN onchain_withdrawal w ON m.is_withdrawal AND w.gateway_withdrawal_id = m.match_key AND ${own("w")}
  LEFT JOIN LATERAL (
    SELECT l.*, l.share_bps IS NOT NULL OR a.payout_route_id IS NOT NULL AS is_planned, trim_scale(greatest(a.received_amount::numeric,
      a.expected_amount::numeric) * l.share_bps / 10000 + plan.recipients * power(10::numeric, -a.decimals))::text AS most
    FROM onchain_payout_leg l JOIN onchain_attempt a ON a.id = l.attempt_id
    CROSS JOIN LATERAL (
      SELECT count(*) AS recipients FROM onchain_payout_leg o
      WHERE o.attempt_id = l.attempt_id AND o.share_bps IS NOT NULL AND o.deleted_at IS NULL
    ) plan
    WHERE m.is_leg AND (l.gateway_withdrawal_id = m.match_key OR l.id = m.match_key) AND ${own("l")}
  ) l ON true
  LEFT JOIN ${ATTEMPTS} p ON p.gateway_invoice_id = m.match_key AND p.environment = :environment AND p.business_id = :business_id
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(r.token_amount::numeric), 0) AS amount, count(*) = count(r.token_amount) AS is_known
    FROM onchain_refund r WHERE r.payment_id = p.id AND r.kind = 'surplus' AND r.deleted_at IS NULL
      AND r.id NOT LIKE 'extra\\_%'
      AND (r.attempt_id = p.attempt_id OR (r.attempt_id IS NULL AND p.attempt_id = p.current_attempt_id))
  ) s
  CROSS JOIN LATERAL (
    SELECT CASE WHEN p.resolution = 'apply' THEN coalesce(p.applied_amount, p.fiat_amount) ELSE p.fiat_amount END::numeric AS amount
  ) given
  CROSS JOIN LATERAL (
    SELECT given.amount, coalesce(m.currencies = ARRAY[lower(p.currency_code)]
      AND abs(m.money - given.amount) * 1000000000000 <= given.amount, false) AS is_same
  ) stands
  WHERE NOT ((m.captures > 0 AND m.captured = m.invoiced AND stands.is_same OR m.captures = 0 AND m.income = 1)
    AND m.invoices = 1 AND m.invoiced = m.received AND m.payouts = 0 AND m.unread = 0 AND NOT m.is_withdrawal AND NOT m.is_leg)
  ORDER BY m.match_key`

const sumsOf = (kind: string, more = "") =>
  `jsonb_build_object('count', ${countOf(kind)}, 'tokens', ${sumOf(kind)}${more})`
const FIAT = `(SELECT coalesce(jsonb_agg(jsonb_build_object('currency_code', f.currency_code, 'amount', f.amount) ORDER BY f.currency_code), '[]')
  FROM fiats AS f WHERE f.day = e.day AND f.chain = e.chain AND f.network_id = e.network_id AND f.token = e.token
    AND f.asset IS NOT DISTINCT FROM e.asset)`

/** A side may leave the canonical id out: it is filled in where all others have the same one. */
const LINES = `
  WITH named AS (
    SELECT *, min(canonical_asset_id) OVER same AS lowest, max(canonical_asset_id) OVER same AS highest
    FROM entry WINDOW same AS (PARTITION BY chain, network_id, token)
  ), e AS (
    SELECT *, CASE WHEN lowest = highest THEN lowest ELSE canonical_asset_id END AS asset FROM named
  ), fiats AS (
    SELECT day, chain, network_id, token, asset, currency_code, trim_scale(sum(fiat_amount::numeric))::text AS amount FROM e
    WHERE kind = 'capture' AND fiat_amount IS NOT NULL GROUP BY day, chain, network_id, token, asset, currency_code
  )
  SELECT e.day, e.chain, e.network_id, e.token, e.asset AS canonical_asset_id,
    ${sumsOf("capture", `, 'fiat', ${FIAT}`)} AS captures, ${sumsOf("invoice")} AS invoices, ${sumsOf("receipt")} AS receipts,
    ${sumsOf("income")} AS income,
    ${sumsOf("fee")} AS fees, ${sumsOf("payout")} AS payouts, ${sumsOf("refund")} AS refunds
  FROM e GROUP BY e.day, e.chain, e.network_id, e.token, e.asset
  ORDER BY e.day, e.chain, e.network_id, e.token, e.asset`

const rowsOf = (sql: string) => `(SELECT coalesce(json_agg(to_json(found)), '[]') FROM (${sql}) AS found)`

/** Differing keys and sums of one moment, in one statement. The database adds up exactly. */
export async function readBooks(
  knex: Knex,
  report: ReportRow,
  invoices: readonly InvoiceEntry[]
): Promise<{ matches: PlacedMatch[]; lines: ReportLine[] }> {
  const since = startOfDay(report.from_day)
  const { rows } = await knex.raw(
    `WITH entry AS MATERIALIZED (${ENTRIES}) SELECT ${rowsOf(MATCHES)} AS matches, ${rowsOf(LINES)} AS lines`,
    {
      ...keysOf(report),
      since,
      until: endOfDay(report.to_day),
      captured_since: new Date(since.getTime() - DAY_MS),
      first_capture: firstId("capt", since.getTime() - 2 * DAY_MS),
      invoices: JSON.stringify(invoices),
    }
  )
  return rows[0]
}

/** Invoices of a page within the report's days, without those of deposits in review: their money has no owner yet. */
export async function placeInvoices(
  knex: Knex,
  report: ReportRow,
  listed: readonly Invoice[]
): Promise<InvoiceEntry[]> {
  const income = listed.filter(
    ({ autoDepositAssignmentStatus: status }) => status === undefined || status === "matched"
  )
  const { rows } = await knex.raw(
    `SELECT * FROM (
       SELECT i.id, ${dayOfSale("i.id")} AS day, i.chain, i."networkId" AS network_id, i.token,
         coalesce(i."canonicalAssetId", p.canonical_asset_id) AS canonical_asset_id, coalesce(i."receivedAmount", i.amount) AS amount
       FROM jsonb_to_recordset(CAST(:listed AS jsonb)) AS i (id text, chain text, "networkId" text, token text,
         "canonicalAssetId" text, amount text, "receivedAmount" text)
       LEFT JOIN ${ATTEMPTS} p ON p.gateway_invoice_id = i.id AND p.environment = :environment AND p.business_id = :business_id
     ) AS placed WHERE day BETWEEN :from AND :to`,
    { ...keysOf(report), listed: JSON.stringify(income) }
  )
  return rows
}

const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** Medusa's ids begin with their time, in base 32, and its captures have no index on theirs. */
export function firstId(prefix: string, atMs: number): string {
  const digits = Array.from({ length: 10 }, (_, place) => DIGITS[Math.floor(atMs / 32 ** (9 - place)) % 32])
  return `${prefix}_${digits.join("")}`
}

function keysOf({ environment, business_id, from_day: from, to_day: to }: ReportRow) {
  return { environment, business_id, from, to }
}
