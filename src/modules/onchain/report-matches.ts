import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { ReportMatch } from "../../domain/report-difference"
import { countWhere, OF_KIND, sumWhere } from "./report-sums"

/** What all books say under one key, and where it is shown. */
export type PlacedMatch = {
  match_key: string
  day: string
  network_id: string
  token: string
  match: ReportMatch
}

type MatchRow = Omit<ReportMatch, "withdrawal" | "surplus" | "money"> &
  Pick<PlacedMatch, "match_key" | "day" | "network_id" | "token"> & {
    withdrawal_state: string | null
    withdrawal_net: string | null
    surplus_amount: string
    is_surplus_known: boolean
    money_captured: string
    money_currencies: string[]
    money_expected: string | null
    money_currency: string | null
    is_money_same: boolean
  }

/**
 * Reads what every side says under one key, in the order of the keys. Sales on which all plainly agree are left out.
 *
 * What Medusa has captured and what the payment stands for are the same money when they agree to twelve digits: Medusa
 * hands amounts over as JS numbers, and what comes after is noise.
 *
 * @param after the last key of the piece before
 */
export async function readMatches(
  knex: Knex,
  reportId: string,
  after: string,
  limit: number
): Promise<PlacedMatch[]> {
  const { rows }: { rows: MatchRow[] } = await knex.raw(
    `WITH m AS (
       SELECT e.match_key, min(e.day) AS day, min(e.network_id) AS network_id, min(e.token) AS token,
         ${countWhere("e.source = 'capture'")} AS captures, ${sumWhere("e.source = 'capture'")} AS captured,
         ${countWhere("e.source = 'invoice'")} AS invoices, ${sumWhere("e.source = 'invoice'")} AS invoiced,
         ${countWhere(OF_KIND.receipt)} AS receipts, ${sumWhere(OF_KIND.receipt)} AS received,
         ${countWhere(OF_KIND.payout)} AS payouts, ${sumWhere(OF_KIND.payout)} AS "paidOut",
         ${countWhere(OF_KIND.refund)} AS refunds, ${sumWhere(OF_KIND.refund)} AS refunded,
         min(e.kind) FILTER (WHERE e.source = 'payout') AS withdrawal_state,
         min(e.amount) FILTER (WHERE e.source = 'payout') AS withdrawal_net,
         trim_scale(coalesce(sum(e.fiat_amount::numeric), 0))::text AS money_captured,
         coalesce(array_agg(DISTINCT lower(e.currency_code)) FILTER (WHERE e.currency_code IS NOT NULL), '{}')
           AS money_currencies
       FROM onchain_report_entry e WHERE e.report_id = ? AND e.match_key > ?
       GROUP BY e.match_key
     )
     SELECT m.*, s.amount AS surplus_amount, s.is_known AS is_surplus_known,
       trim_scale(m.captured::numeric + s.amount::numeric)::text AS accounted,
       coalesce(p.state = 'unallocated' OR p.resolution IN ('refund_due', 'keep'), false)
         OR EXISTS (SELECT 1 FROM onchain_refund x WHERE x.id = 'extra_' || m.match_key AND x.deleted_at IS NULL)
         AS "isSetAside",
       EXISTS (SELECT 1 FROM onchain_deposit d WHERE d.id = m.match_key AND d.deleted_at IS NULL
         AND d.confirmed_at IS NOT NULL) AS "isDeposit",
       money.expected::text AS money_expected, lower(p.currency_code) AS money_currency, money.is_same AS is_money_same
     FROM m
     LEFT JOIN onchain_payment p ON p.gateway_invoice_id = m.match_key AND p.deleted_at IS NULL
     CROSS JOIN LATERAL (
       SELECT trim_scale(coalesce(sum(r.token_amount::numeric), 0))::text AS amount,
         count(*) = count(r.token_amount) AS is_known
       FROM onchain_refund r WHERE r.payment_id = p.id AND r.kind = 'surplus' AND r.deleted_at IS NULL
         AND r.id NOT LIKE 'extra\\_%'
     ) s
     CROSS JOIN LATERAL (
       SELECT CASE WHEN p.resolution = 'apply' AND p.applied_amount IS NOT NULL THEN trim_scale(p.applied_amount::numeric)
         ELSE trim_scale(p.fiat_amount::numeric) END AS expected
     ) told
     CROSS JOIN LATERAL (
       SELECT told.expected, coalesce(m.money_currencies = ARRAY[lower(p.currency_code)]
         AND abs(m.money_captured::numeric - told.expected) * 1000000000000 <= told.expected, false) AS is_same
     ) money
     WHERE NOT (m.captures > 0 AND m.invoices = 1 AND m.captured = m.invoiced AND m.invoiced = m.received
       AND money.is_same AND m.payouts = 0 AND m.withdrawal_state IS NULL)
     ORDER BY m.match_key LIMIT ?`,
    [reportId, after, limit]
  )
  return rows.map(toPlaced)
}

function toPlaced(row: MatchRow): PlacedMatch {
  const { match_key, day, network_id, token, ...rest } = row
  const { withdrawal_state: state, withdrawal_net: net, surplus_amount, is_surplus_known, ...said } = rest
  const { money_captured, money_currencies, money_expected, money_currency, is_money_same, ...match } = said
  const money =
    money_expected === null || money_currency === null
      ? null
      : {
          captured: money_captured,
          currencies: money_currencies,
          expected: money_expected,
          currencyCode: money_currency,
          isSame: is_money_same,
        }
  const withdrawal = state === null ? null : { state, net }
  const surplus = { amount: surplus_amount, isKnown: is_surplus_known }
  return { match_key, day, network_id, token, match: { ...match, withdrawal, surplus, money } }
}
