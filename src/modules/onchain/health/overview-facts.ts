import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { inScope, type Scope } from "../work/claim"

/** Captured on one UTC day in one asset, by payments in one currency. Decimal text: tokens, and fiat in major units. */
export type ReceivedRow = {
  day: string
  chain: string
  network_id: string
  token: string
  canonical_asset_id: string | null
  currency_code: string
  count: number
  amount: string
  fiat: string
}

const checkSchema = z.object({
  id: z.string(),
  status: z.enum(["ok", "warning", "error"]),
  message: z.string(),
})
const noteSchema = z.object({
  status: z.enum(["ok", "warning", "error"]),
  check: checkSchema.nullable(),
  problemCount: z.number(),
})
/** The result of a health check. `check` is its most severe problem. */
export type HealthNote = z.infer<typeof noteSchema>

export type OverviewState = {
  isEmpty: boolean
  health: (HealthNote & { at: Date }) | null
  /** What is on its way out, per asset, in token units. */
  outgoing: OutgoingRow[]
}
export type OutgoingRow = {
  chain: string
  network_id: string
  token: string
  canonical_asset_id: string | null
  amount: string
}

const orderSchema = z.object({
  id: z.string(),
  display_id: z.number().nullable(),
  email: z.string().nullable(),
})
const namesSchema = z.object({
  payments: z.array(orderSchema.extend({ payment_id: z.string() })),
  orders: z.array(orderSchema),
  customers: z.array(z.object({ id: z.string(), email: z.string().nullable() })),
  currency: z.string().nullable(),
})
/** Orders and customers as Medusa's tables name them, and the store's currency. */
export type OverviewNames = z.infer<typeof namesSchema>

/** The gateway may or may not have reserved them yet. */
export const OUTGOING = `SELECT chain, network_id, token, canonical_asset_id, trim_scale(sum(amount::numeric))::text AS amount
  FROM onchain_withdrawal WHERE deleted_at IS NULL AND state IN ('sending', 'sent', 'unknown')`
export const OUTGOING_GROUPS = "GROUP BY chain, network_id, token, canonical_asset_id"

/** What the overview reads from the database, besides what needs attention: three statements. */
export class OverviewFacts {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  /** Captured payments by day, asset and currency, at the rate of each payment, oldest first. */
  async received(from: Date): Promise<ReceivedRow[]> {
    const own = inScope(this.scope, "a")
    const { rows } = await this.knex.raw(
      `SELECT (p.captured_at AT TIME ZONE 'UTC')::date::text AS day, a.chain, a.network_id, a.token, a.canonical_asset_id,
         lower(p.currency_code) AS currency_code, count(*)::int AS count,
         trim_scale(sum(coalesce(a.received_amount, a.expected_amount)::numeric))::text AS amount,
         trim_scale(sum(coalesce(a.received_amount, a.expected_amount)::numeric * a.rate::numeric))::text AS fiat
       FROM onchain_payment AS p JOIN onchain_attempt AS a ON a.id = p.captured_attempt_id AND a.deleted_at IS NULL
       WHERE p.captured_at IS NOT NULL AND p.captured_at >= ? AND p.deleted_at IS NULL AND ${own.sql}
       GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6`,
      [from, ...own.bindings]
    )
    return rows
  }

  async state(): Promise<OverviewState> {
    const own = inScope(this.scope)
    const { rows } = await this.knex.raw(
      `SELECT NOT EXISTS (SELECT 1 FROM onchain_payment WHERE deleted_at IS NULL) AS "isEmpty", signal.detail, signal.seen_at,
         (SELECT coalesce(json_agg(outgoing), '[]') FROM (${OUTGOING} AND ${own.sql} ${OUTGOING_GROUPS}) AS outgoing) AS outgoing
       FROM (SELECT 1) AS one LEFT JOIN onchain_signal AS signal ON signal.id = ?`,
      [...own.bindings, this.noteId]
    )
    const [{ isEmpty, detail, seen_at: at, outgoing }] = rows
    const note = detail === null ? null : noteSchema.safeParse(JSON.parse(detail))
    return { isEmpty, outgoing, health: note?.success ? { ...note.data, at } : null }
  }

  /** Names of what items are about, from Medusa's own tables, in one read-only statement. */
  async names(asked: {
    paymentIds: readonly string[]
    orderIds: readonly string[]
    customerIds: readonly string[]
  }): Promise<OverviewNames> {
    const { rows } = await this.knex.raw(
      `SELECT
         (SELECT coalesce(json_agg(json_build_object('payment_id', p.id, 'id', o.id, 'display_id', o.display_id, 'email', o.email)), '[]')
          FROM onchain_payment AS p
            LEFT JOIN order_payment_collection AS link ON link.payment_collection_id = p.collection_id AND link.deleted_at IS NULL
            JOIN "order" AS o ON o.id = coalesce(p.applied_order_id, link.order_id)
          WHERE p.id = ANY(?::text[])) AS payments,
         (SELECT coalesce(json_agg(json_build_object('id', o.id, 'display_id', o.display_id, 'email', o.email)), '[]')
          FROM "order" AS o WHERE o.id = ANY(?::text[])) AS orders,
         (SELECT coalesce(json_agg(json_build_object('id', c.id, 'email', c.email)), '[]')
          FROM customer AS c WHERE c.id = ANY(?::text[])) AS customers,
         (SELECT lower(currency_code) FROM store_currency WHERE is_default AND deleted_at IS NULL
          ORDER BY created_at, id LIMIT 1) AS currency`,
      [[...asked.paymentIds], [...asked.orderIds], [...asked.customerIds]]
    )
    return namesSchema.parse(rows[0])
  }

  /** Keeps the result of a health check for the overview, which must not wait for one. */
  async noteHealth(note: HealthNote): Promise<void> {
    await this.knex.raw(
      `INSERT INTO onchain_signal (id, seen_at, detail) VALUES (?, now(), ?)
       ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, detail = excluded.detail, updated_at = now()`,
      [this.noteId, JSON.stringify(note)]
    )
  }

  private get noteId(): string {
    return `health:${this.scope.environment}:${this.scope.businessId}`
  }
}
