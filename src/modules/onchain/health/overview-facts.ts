import { z } from "zod"
import type { OnchainOverviewHealth, OnchainSentence } from "../../../types/http"
import type { AssetRow } from "../deposit/income"
import { inScope, scopeColumns, ScopedStore } from "../work/claim"

/**
 * What payments in one asset brought on one UTC day, and with `day` null in all of them. Decimal text: tokens, and fiat in major units
 * at the rate of each payment, not rounded.
 */
export type ReceivedRow = AssetRow & {
  day: string | null
  count: number
  amount: string
  fiat: { currency_code: string; amount: string; count: number; token_amount: string }[]
}

const status = z.enum(["ok", "warning", "error"])
const noteSchema = z.object({
  status,
  /** The most severe problem. */
  check: z
    .object({
      ...{ id: z.string(), status, message: z.string() },
      details: z.custom<readonly OnchainSentence[]>(Array.isArray).optional(),
    })
    .nullable(),
  problem_count: z.number(),
})
type HealthNote = z.infer<typeof noteSchema>

export type OverviewState = {
  isEmpty: boolean
  health: OnchainOverviewHealth | null
  /** What is on its way out, per asset, in token units. */
  outgoing: OutgoingRow[]
}
export type OutgoingRow = AssetRow & { amount: string }

/** The order of an item, and the email of its customer, as Medusa's tables name them. */
export type ItemNames = { order: { id: string; display_id: number | null } | null; email: string | null }

/** The gateway may or may not have reserved them yet. */
export const OUTGOING = `SELECT chain, network_id, token, canonical_asset_id, trim_scale(sum(amount::numeric))::text AS amount
  FROM onchain_withdrawal WHERE deleted_at IS NULL AND state IN ('sending', 'sent', 'unknown')`
export const OUTGOING_GROUPS = "GROUP BY chain, network_id, token, canonical_asset_id"

/** The id of what the last health check found. */
const NOTE = "health_note"

/** What the overview reads from the database, besides what needs attention: three statements. */
export class OverviewFacts extends ScopedStore {
  /** Captured payments by asset and day, the oldest first, and by asset. */
  async received(from: Date): Promise<ReceivedRow[]> {
    const own = inScope(this.scope, "a")
    const { rows } = await this.knex.raw(
      `WITH captured AS (
         SELECT (p.captured_at AT TIME ZONE 'UTC')::date::text AS day, a.chain, a.network_id, a.token, a.canonical_asset_id,
           coalesce(a.canonical_asset_id, a.token) AS asset, lower(p.currency_code) AS currency_code,
           coalesce(a.received_amount, a.expected_amount)::numeric AS amount, a.rate::numeric AS rate
         FROM onchain_payment AS p JOIN onchain_attempt AS a ON a.id = p.current_attempt_id AND a.deleted_at IS NULL
         WHERE p.state = 'captured' AND p.captured_at IS NOT NULL AND p.captured_at >= ? AND p.deleted_at IS NULL AND ${own.sql}
       ), sums AS (
         SELECT day, chain, network_id, asset, min(token) AS token, min(canonical_asset_id) AS canonical_asset_id, currency_code,
           count(*)::int AS count, sum(amount) AS amount, sum(amount * rate) AS fiat
         FROM captured GROUP BY GROUPING SETS ((day, chain, network_id, asset, currency_code), (chain, network_id, asset, currency_code))
       )
       SELECT day, chain, network_id, min(token) AS token, min(canonical_asset_id) AS canonical_asset_id,
         sum(count)::int AS count, trim_scale(sum(amount))::text AS amount,
         json_agg(json_build_object('currency_code', currency_code, 'amount', trim_scale(fiat)::text, 'count', count,
           'token_amount', trim_scale(amount)::text) ORDER BY currency_code) AS fiat
       FROM sums GROUP BY day, chain, network_id, asset ORDER BY day, chain, network_id, asset`,
      [from, ...own.bindings]
    )
    return rows
  }

  async state(): Promise<OverviewState> {
    const own = inScope(this.scope)
    const { rows } = await this.knex.raw(
      `SELECT NOT EXISTS (SELECT 1 FROM onchain_payment WHERE deleted_at IS NULL) AS "isEmpty", known.detail, known.seen_at,
         (SELECT coalesce(json_agg(outgoing), '[]') FROM (${OUTGOING} AND ${own.sql} ${OUTGOING_GROUPS}) AS outgoing) AS outgoing
       FROM (SELECT 1) AS one LEFT JOIN onchain_status AS known ON known.id = ? AND ${own.sql}`,
      [...own.bindings, NOTE, ...own.bindings]
    )
    const [{ isEmpty, detail, seen_at: at, outgoing }] = rows
    const note = detail === null ? null : noteSchema.safeParse(JSON.parse(detail))
    return {
      isEmpty,
      outgoing,
      health: note?.success ? { ...note.data, checked_at: at.toISOString() } : null,
    }
  }

  /** Names of what each item is about, in the order of the items, in one statement. */
  async names(
    items: readonly { payment_id: string | null; order_id: string | null; customer_id: string | null }[]
  ): Promise<ItemNames[]> {
    const ids = (["payment_id", "order_id", "customer_id"] as const).map((name) =>
      items.map((item) => item[name] ?? "")
    )
    const { rows } = await this.knex.raw(
      `SELECT DISTINCT ON (position) CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id, 'display_id', o.display_id) END AS "order",
         coalesce(o.email, c.email) AS email
       FROM unnest(?::text[], ?::text[], ?::text[]) WITH ORDINALITY AS item (payment_id, order_id, customer_id, position)
         LEFT JOIN onchain_payment AS p ON p.id = item.payment_id
         LEFT JOIN onchain_decision AS d ON d.payment_id = p.id AND d.kind = 'apply' AND d.deleted_at IS NULL
         LEFT JOIN order_payment_collection AS link ON link.payment_collection_id = p.collection_id AND link.deleted_at IS NULL
         LEFT JOIN "order" AS o ON o.id = coalesce(d.order_id, link.order_id, item.order_id)
         LEFT JOIN customer AS c ON c.id = item.customer_id
       ORDER BY position`,
      ids
    )
    return rows
  }

  /** The default currency of the store, lower case. */
  async currency(): Promise<string | null> {
    const row = await this.knex("store_currency")
      .where({ is_default: true, deleted_at: null })
      .orderBy(["created_at", "id"])
      .first("currency_code")
    return row?.currency_code.toLowerCase() ?? null
  }

  /** Keeps the result of a health check for the overview, which must not wait for one. */
  async noteHealth(note: HealthNote): Promise<void> {
    const { environment, business_id } = scopeColumns(this.scope)
    await this.knex.raw(
      `INSERT INTO onchain_status (id, environment, business_id, seen_at, detail) VALUES (?, ?, ?, now(), ?)
       ON CONFLICT (id, environment, business_id) DO UPDATE SET seen_at = now(), detail = excluded.detail, updated_at = now()`,
      [NOTE, environment, business_id, JSON.stringify(note)]
    )
  }
}
