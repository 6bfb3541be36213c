import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { z } from "zod"
import { inUnit, moneyOf } from "../../../domain/money"
import type { CoverFacts } from "../../../domain/payment/order-cover"

/** What Medusa puts before the id that a merchant gave our payment provider. */
const PREFIX = "pp_onchain_"

export function isOwnProvider(providerId: string): boolean {
  return providerId.startsWith(PREFIX)
}

/** Digits that a JS number keeps; later ones are rounding noise. */
const FAITHFUL_DIGITS = 15

/**
 * Writes an amount of Medusa as plain decimal text in major units.
 *
 * Medusa passes amounts as JS numbers. Their noise is cut off here, because a quote rounds up and would
 * charge for it.
 *
 * @example fiatAmountToText(0.1 + 0.2) // "0.3"
 */
export function fiatAmountToText(amount: BigNumberInput): string {
  const exact = MathBN.convert(amount)
  return typeof amount === "number" ? exact.sd(FAITHFUL_DIGITS).toFixed() : exact.toFixed()
}

/** States of an open session that can still be paid. */
const OPEN = ["pending", "requires_more", "pending_authorization"]

const money = z
  .object({ amount: z.string(), currency: z.string() })
  .transform(({ amount, currency }) => moneyOf(amount, currency))
const cover = z.object({
  isOfCart: z.boolean(),
  collectionId: z.string(),
  collection: money,
  decimals: z.number(),
  orderId: z.string().nullable(),
  order: money.nullable(),
  session: money,
  held: z.array(money),
  heldElsewhere: z.array(money),
  captured: z.array(money),
  capturedElsewhere: z.array(money),
  open: z.array(money),
  rivals: z.array(money),
})

/**
 * Reads what a payment session, the others of its collection and the other payments of its order amount to,
 * from Medusa's own tables in one read-only statement.
 *
 * Medusa shows a payment provider its own session alone, and never compares sessions with what they are to
 * pay.
 *
 * @see ADR 0041
 */
export class CollectionAmounts {
  constructor(private readonly knex: Knex) {}

  /**
   * @param deleted known facts of a session that core may have deleted
   * @returns null when the session does not exist
   */
  async ofSession(
    sessionId: string,
    deleted?: { collection_id: string | null; fiat_amount: string; currency_code: string }
  ): Promise<CoverFacts | null> {
    const { rows } = await this.knex.raw(
      `SELECT collection.id AS "collectionId", ${moneyIn("collection")} AS collection,
         coalesce((SELECT decimal_digits FROM currency
            WHERE code = lower(collection.currency_code) AND deleted_at IS NULL), ?) AS decimals,
         CASE WHEN stored.id IS NULL THEN jsonb_build_object('amount', ?::text, 'currency', ?::text)
           ELSE ${moneyIn("stored")} END AS session,
         link.order_id AS "orderId",
         EXISTS (SELECT 1 FROM cart_payment_collection AS cart
            WHERE cart.payment_collection_id = collection.id AND cart.deleted_at IS NULL) AS "isOfCart",
         (SELECT jsonb_build_object('currency', placed.currency_code, 'amount',
              greatest(coalesce(totals->'raw_current_order_total'->>'value',
                totals->>'current_order_total')::numeric, 0)::text)
            FROM order_summary AS summary JOIN "order" AS placed ON placed.id = summary.order_id
            WHERE summary.order_id = link.order_id AND summary.deleted_at IS NULL
            ORDER BY summary.version DESC LIMIT 1) AS "order",
         here.held, here.captured, elsewhere.held AS "heldElsewhere", elsewhere.captured AS "capturedElsewhere",
         waiting.open, waiting.rivals
       FROM (SELECT ?::text AS id) AS session
         LEFT JOIN payment_session AS stored ON stored.id = session.id AND stored.deleted_at IS NULL
         JOIN payment_collection AS collection ON collection.id = coalesce(stored.payment_collection_id, ?)
         LEFT JOIN order_payment_collection AS link ON link.payment_collection_id = collection.id
           AND link.deleted_at IS NULL
         CROSS JOIN LATERAL (
           SELECT ${HELD} AS held, ${CAPTURED} AS captured FROM payment AS paid
           WHERE paid.payment_collection_id = collection.id AND paid.payment_session_id <> session.id
             AND paid.deleted_at IS NULL) AS here
         CROSS JOIN LATERAL (
           SELECT ${HELD} AS held, ${CAPTURED} AS captured FROM payment AS paid
             JOIN order_payment_collection AS other ON other.payment_collection_id = paid.payment_collection_id
               AND other.deleted_at IS NULL
           WHERE other.order_id = link.order_id AND other.payment_collection_id <> collection.id
             AND paid.deleted_at IS NULL) AS elsewhere
         CROSS JOIN LATERAL (
           SELECT ${waitingMoney("NOT")} AS open, ${waitingMoney()} AS rivals FROM payment_session AS other
           WHERE other.payment_collection_id = collection.id AND other.id <> session.id
             AND other.deleted_at IS NULL AND other.status = ANY(?)
             AND NOT EXISTS (SELECT 1 FROM payment AS made WHERE made.payment_session_id = other.id
               AND made.deleted_at IS NULL)) AS waiting
       LIMIT 1`,
      [
        USUAL_DECIMALS,
        ...[deleted?.fiat_amount ?? null, deleted?.currency_code ?? null],
        ...[sessionId, deleted?.collection_id ?? null, OPEN],
      ]
    )
    return rows.length === 0 ? null : cover.parse(rows[0])
  }
}

/** Medusa keeps the exact amount as text in JSON, beside a number. */
const numeric = (table: string) => `(${table}.raw_amount->>'value')::numeric`
const moneyIn = (table: string) =>
  `jsonb_build_object('amount', ${numeric(table)}::text, 'currency', ${table}.currency_code)`

const waitingMoney = (not = "") =>
  `coalesce(jsonb_agg(${moneyIn("other")})
    FILTER (WHERE ${not} starts_with(other.provider_id, '${PREFIX}')), '[]')`

const sumOf = (table: "capture" | "refund") =>
  `(SELECT coalesce(sum(${numeric("booked")}), 0) FROM ${table} AS booked
    WHERE booked.payment_id = paid.id AND booked.deleted_at IS NULL)`
/** What payments (`paid`) have taken or can take any time, less their refunds. */
const paidMoney = (taken: string) =>
  `coalesce(jsonb_agg(jsonb_build_object('currency', paid.currency_code, 'amount',
    greatest(${taken} - ${sumOf("refund")}, 0)::text)), '[]')`
const HELD = paidMoney(`CASE WHEN paid.canceled_at IS NULL
  THEN greatest(${numeric("paid")}, ${sumOf("capture")}) ELSE ${sumOf("capture")} END`)
const CAPTURED = paidMoney(sumOf("capture"))

/** Writes an amount in the unit of its currency. @see inUnit */
export type ShownFiat = (amount: string, currencyCode: string) => string

/** For a currency that Medusa does not know. */
export const USUAL_DECIMALS = 2

/**
 * The number of decimals of each currency, from Medusa's own table: a store may add currencies of its own.
 *
 * The number of a currency never changes, so each is read once.
 */
export class Currencies {
  private readonly known = new Map<string, number>()

  constructor(private readonly knex: Knex) {}

  /**
   * Reads what it takes to show amounts of these currencies. An amount of another one is shown in {@link USUAL_DECIMALS}.
   *
   * @param codes in any case; null for no amount
   * @returns writes an amount in the unit of its currency
   */
  async shown(codes: readonly (string | null)[]): Promise<ShownFiat> {
    const found = new Map<string, number>()
    for (const code of new Set(codes))
      if (code !== null) found.set(code.toLowerCase(), await this.decimalsOf(code))
    return (amount, code) => inUnit(amount, found.get(code.toLowerCase()) ?? USUAL_DECIMALS)
  }

  /** @param code in any case */
  async decimalsOf(code: string): Promise<number> {
    const key = code.toLowerCase()
    const known = this.known.get(key)
    if (known !== undefined) return known
    const row: { decimal_digits: unknown } | undefined = await this.knex("currency")
      .where({ code: key })
      .whereNull("deleted_at")
      .first("decimal_digits")
    const decimals = Number(row?.decimal_digits ?? USUAL_DECIMALS)
    if (row) this.known.set(key, decimals)
    return decimals
  }
}

/** The rest is for the work itself, and for everything else that the store does meanwhile. */
const SHARE_OF_POOL = 4
/** Longest wait for another process that works on the same order. */
const TIMEOUT = "40s"

/** As Knex keeps its pool. */
const pooled = z.object({ pool: z.object({ max: z.number() }) })

/**
 * Changes the books of an order one at a time, in all processes that share the database: captures, refunds and
 * cancellations.
 *
 * Medusa's own lock can be lost: a release without an owner frees it, it expires while its holder still works, and in memory it
 * covers one process. This one keeps a connection of the pool shared with Medusa while the work under it needs others, so it is
 * the only place that holds a connection around a call of core or of the service, and a process runs as many of them as a quarter of
 * its pool. The others wait in the process, without a connection.
 *
 * @see ADR 0042
 */
export class ExclusiveWork {
  private readonly atOnce: number
  private running = 0
  private readonly waiting: (() => void)[] = []

  constructor(private readonly knex: Knex) {
    this.atOnce = Math.max(1, Math.floor(pooled.parse(knex.client).pool.max / SHARE_OF_POOL))
  }

  /**
   * Not reentrant: a job never calls this again.
   *
   * @throws what the job throws, or the database's error when another process holds the order for 40 seconds
   */
  async run<T>(orderId: string, job: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) await new Promise<void>((begin) => this.waiting.push(begin))
    else this.running++
    try {
      return await this.knex.transaction(async (transaction) => {
        await transaction.raw(`SET LOCAL lock_timeout = '${TIMEOUT}'`)
        await transaction.raw("SELECT pg_advisory_xact_lock(hashtextextended('onchain:booking:' || ?, 0))", [
          orderId,
        ])
        return job()
      })
    } finally {
      const next = this.waiting.shift()
      // The longest waiting caller gets the place.
      if (next) next()
      else this.running--
    }
  }
}
