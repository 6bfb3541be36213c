import { AsyncLocalStorage } from "node:async_hooks"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN, MedusaError } from "@medusajs/framework/utils"
import { inUnit } from "../../../domain/money"
import {
  type CoverFacts,
  type PlacedOrder,
  refuseSessionChange,
  type SessionChangeRefusal,
  type SessionFacts,
} from "../../../domain/payment/settlement"
import type { AnyPayment } from "./payment-row"
import { storeStatus } from "./payment-status"

/** What Medusa puts before the id that a merchant gave our payment provider. */
export const PREFIX = "pp_onchain_"

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

type Owned<Owner> = (NonNullable<Owner> & { customerId: string | null }) | null

/** What a payment collection is for; null for what is gone. */
export type CollectionOwners = {
  order: Owned<SessionFacts["order"]>
  /** `hasAccount`: its customer can log in. */
  cart: (Owned<SessionFacts["cart"]> & { hasAccount: boolean }) | null
}

/** A payment collection with its sessions. */
export type SessionIds = { id: string; payment_sessions: { id: string }[] }

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
         CASE WHEN stored.id IS NULL THEN jsonb_build_object('amount', ?::text, 'currency', lower(?::text))
           ELSE ${moneyIn("stored")} END AS session,
         link.order_id AS "orderId",
         EXISTS (SELECT 1 FROM cart_payment_collection AS cart
            WHERE cart.payment_collection_id = collection.id AND cart.deleted_at IS NULL) AS "isOfCart",
         (SELECT jsonb_build_object('currency', lower(placed.currency_code), 'amount',
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
    return rows[0] ?? null
  }

  /**
   * Digest of what the cart of a collection holds: products, quantities and prices, less discounts. Nothing changes a completed cart,
   * so this stays what its order was placed for, also when the order is edited.
   *
   * @returns with a version that each change of the cart's lines changes, also one that is taken back; null without a cart
   */
  async itemsOf(collectionId: string): Promise<{ items: string; version: string } | null> {
    const { rows } = await this.knex.raw(
      `SELECT encode(sha256(convert_to(coalesce(string_agg(line.held, ' ' ORDER BY line.held), ''), 'UTF8')), 'hex') AS items,
         (SELECT md5(coalesce(string_agg(concat_ws('.', item.id, item.xmin, part.id, part.xmin), ' ' ORDER BY item.id, part.id), ''))
          FROM cart_line_item AS item LEFT JOIN cart_line_item_adjustment AS part ON part.item_id = item.id
          WHERE item.cart_id = link.cart_id) AS version
       FROM cart_payment_collection AS link LEFT JOIN LATERAL (
         SELECT jsonb_build_array(item.product_id, coalesce(item.variant_id, item.title), ${exactly("item.quantity::numeric")},
             ${exactly("(item.raw_unit_price->>'value')::numeric")}, ${exactly("reduced.amount")}, taxed.rate)::text AS held
         FROM cart_line_item AS item
           CROSS JOIN LATERAL (
             SELECT coalesce(sum(${numeric("part")}), 0) AS amount
             FROM cart_line_item_adjustment AS part WHERE part.item_id = item.id AND part.deleted_at IS NULL) AS reduced
           CROSS JOIN LATERAL (
             SELECT coalesce(sum(part.rate) FILTER (WHERE NOT item.is_tax_inclusive), 0)::text AS rate
             FROM cart_line_item_tax_line AS part WHERE part.item_id = item.id AND part.deleted_at IS NULL) AS taxed
         WHERE item.cart_id = link.cart_id AND item.deleted_at IS NULL) AS line ON true
       WHERE link.payment_collection_id = :collectionId AND link.deleted_at IS NULL
       GROUP BY link.cart_id LIMIT 1`,
      { collectionId }
    )
    return rows[0] ?? null
  }

  /** Whether the split of an attempt was chosen for other items than its cart holds. Reads nothing for other attempts. */
  async hasOtherItems(payment: AnyPayment): Promise<boolean> {
    if (payment.attempt_id === null || payment.payout_items === null || payment.collection_id === null)
      return false
    const now = await this.itemsOf(payment.collection_id)
    return now !== null && now.items !== payment.payout_items
  }

  /**
   * In one statement, because every view of a payment reads it. Core links an order with its cart and its collection one by one: a
   * completion that was cut off in between leaves an order without a collection, which is found by its cart.
   */
  async ownersOf(collectionId: string): Promise<CollectionOwners> {
    const { rows } = await this.knex.raw(
      `SELECT CASE WHEN owner.id IS NULL THEN NULL ELSE jsonb_build_object('id', owner.id, 'customerId', owner.customer_id,
           'isCancelled', owner.status = 'canceled' OR owner.canceled_at IS NOT NULL) END AS "order",
         CASE WHEN cart.id IS NULL THEN NULL ELSE jsonb_build_object('id', cart.id, 'customerId', cart.customer_id,
           'isCompleted', cart.completed_at IS NOT NULL AND (owner.id IS NOT NULL OR of_cart.cart_id IS NOT NULL),
           'hasAccount', EXISTS (SELECT FROM customer WHERE customer.id = cart.customer_id AND has_account AND deleted_at IS NULL)) END AS cart
       FROM (SELECT ?::text AS id) AS collection
         LEFT JOIN LATERAL (SELECT placed.* FROM order_payment_collection AS link
           JOIN "order" AS placed ON placed.id = link.order_id AND placed.deleted_at IS NULL
           WHERE link.payment_collection_id = collection.id AND link.deleted_at IS NULL LIMIT 1) AS linked ON true
         LEFT JOIN LATERAL (SELECT owned.* FROM cart_payment_collection AS link
           JOIN cart AS owned ON owned.id = link.cart_id AND owned.deleted_at IS NULL
           WHERE link.payment_collection_id = collection.id AND link.deleted_at IS NULL LIMIT 1) AS cart ON true
         LEFT JOIN order_cart AS of_cart ON of_cart.cart_id = cart.id AND of_cart.deleted_at IS NULL AND linked.id IS NULL
         LEFT JOIN "order" AS owner ON owner.deleted_at IS NULL AND owner.id = coalesce(linked.id,
           CASE WHEN NOT EXISTS (SELECT FROM order_payment_collection AS other
             WHERE other.order_id = of_cart.order_id AND other.deleted_at IS NULL) THEN of_cart.order_id END)
       LIMIT 1`,
      [collectionId]
    )
    return rows[0] ?? { order: null, cart: null }
  }

  async ofCart(cartId: string): Promise<SessionIds[]> {
    const { rows } = await this.knex.raw(
      `SELECT collection.id, coalesce(jsonb_agg(jsonb_build_object('id', session.id)) FILTER (WHERE session.id IS NOT NULL), '[]')
           AS payment_sessions
       FROM cart JOIN cart_payment_collection AS link ON link.cart_id = cart.id AND link.deleted_at IS NULL
         JOIN payment_collection AS collection ON collection.id = link.payment_collection_id AND collection.deleted_at IS NULL
         LEFT JOIN payment_session AS session ON session.payment_collection_id = collection.id AND session.deleted_at IS NULL
       WHERE cart.id = ? AND cart.deleted_at IS NULL GROUP BY collection.id`,
      [cartId]
    )
    return rows
  }

  /** What a payment collection is for, in words of a log. @example "order order_01J" */
  async subjectOf(collectionId: string | null): Promise<string> {
    const { rows } = await this.knex.raw(
      `SELECT 'order ' || order_id AS subject, 1 AS rank FROM order_payment_collection
         WHERE payment_collection_id = :collectionId AND deleted_at IS NULL
       UNION ALL
       SELECT 'cart ' || cart_id, 2 FROM cart_payment_collection
         WHERE payment_collection_id = :collectionId AND deleted_at IS NULL
       ORDER BY rank LIMIT 1`,
      { collectionId }
    )
    return rows[0]?.subject ?? "no cart and no order"
  }
}

/** The same text for the same number, however many zeros were stored. */
const exactly = (number: string) => `trim_scale(${number})::text`
/** Medusa keeps the exact amount as text in JSON, beside a number. */
const numeric = (table: string) => `(${table}.raw_amount->>'value')::numeric`
const moneyIn = (table: string) =>
  `jsonb_build_object('amount', ${numeric(table)}::text, 'currency', lower(${table}.currency_code))`

const waitingMoney = (not = "") =>
  `coalesce(jsonb_agg(${moneyIn("other")})
    FILTER (WHERE ${not} starts_with(other.provider_id, '${PREFIX}')), '[]')`

const sumOf = (table: "capture" | "refund") =>
  `(SELECT coalesce(sum(${numeric("booked")}), 0) FROM ${table} AS booked
    WHERE booked.payment_id = paid.id AND booked.deleted_at IS NULL)`
/** What payments (`paid`) have taken or can take any time, less their refunds. */
const paidMoney = (taken: string) =>
  `coalesce(jsonb_agg(jsonb_build_object('currency', lower(paid.currency_code), 'amount',
    greatest(${taken} - ${sumOf("refund")}, 0)::text)), '[]')`
const HELD = paidMoney(`CASE WHEN paid.canceled_at IS NULL
  THEN greatest(${numeric("paid")}, ${sumOf("capture")}) ELSE ${sumOf("capture")} END`)
const CAPTURED = paidMoney(sumOf("capture"))

/** Core reports a deletion just before it deletes. */
const DELETION_MS = 2_000

/** Of the login of a request; read late, because Medusa authenticates after its first middlewares. */
type Caller = { customerId: () => string | null }

/**
 * Keeps strangers from the payment sessions of placed orders, and records which sessions Medusa deleted.
 *
 * Medusa passes a provider neither the caller of a deletion nor, reliably, that of an opening. So each request of the store API
 * runs in its own context, which Medusa's workflows keep: the guard also holds in routes that a store wrote itself.
 */
export class SessionGuard {
  private readonly requests = new AsyncLocalStorage<Caller | undefined>()

  constructor(private readonly knex: Knex) {}

  enter(caller: Caller, handle: () => void): void {
    this.requests.run(caller, handle)
  }

  /** Runs a job on the store's own account, also within a request. */
  asStore<T>(job: () => Promise<T>): Promise<T> {
    return this.requests.run(undefined, job)
  }

  /** @throws MedusaError `forbidden` for a stranger to a placed order, `not_allowed` for a cancelled order */
  async requireMayChange(collectionId: string): Promise<void> {
    const caller = this.requests.getStore()
    if (caller === undefined) return
    const order = await this.findOrder(collectionId)
    const refusal = refuseSessionChange(order, { customerId: caller.customerId() })
    if (refusal !== null) throw new MedusaError(TYPES[refusal], WORDS[refusal], refusal)
  }

  /** Brings the next look forward to when a deletion that Medusa announced has been made, or not. */
  async hintDeletion(paymentId: string): Promise<void> {
    await this.knex.raw(
      `UPDATE onchain_payment SET updated_at = now(),
         order_check_at = least(order_check_at, now() + ? * interval '1 millisecond')
       WHERE id = ? AND abandoned_at IS NULL`,
      [DELETION_MS, paymentId]
    )
  }

  /** Records that Medusa deleted the session of a payment. The next check sends a part that came to the review queue. */
  async noteDeleted(paymentId: string): Promise<void> {
    await this.knex.transaction(async (trx) => {
      await trx.raw(
        `WITH abandoned AS (
           UPDATE onchain_payment SET abandoned_at = now(), updated_at = now()
           WHERE id = ? AND abandoned_at IS NULL RETURNING current_attempt_id)
         UPDATE onchain_attempt SET next_check_at = now(), updated_at = now()
         FROM abandoned WHERE id = abandoned.current_attempt_id AND part_seen_at IS NOT NULL`,
        [paymentId]
      )
      await storeStatus(trx, [paymentId])
    })
  }

  /** The order of a collection, or the completed cart that is becoming one. */
  private async findOrder(collectionId: string): Promise<PlacedOrder | null> {
    const { rows }: { rows: PlacedOrder[] } = await this.knex.raw(
      `SELECT placed.customer_id AS "customerId", placed.status = 'canceled' OR placed.canceled_at IS NOT NULL AS "isCancelled",
           1 AS rank
         FROM order_payment_collection AS link JOIN "order" AS placed ON placed.id = link.order_id
         WHERE link.payment_collection_id = ? AND link.deleted_at IS NULL
       UNION ALL
       SELECT cart.customer_id, false, 2 FROM cart_payment_collection AS link JOIN cart ON cart.id = link.cart_id
         WHERE link.payment_collection_id = ? AND link.deleted_at IS NULL AND cart.completed_at IS NOT NULL
       ORDER BY rank LIMIT 1`,
      [collectionId, collectionId]
    )
    return rows[0] ?? null
  }
}

const TYPES = {
  not_your_order: MedusaError.Types.FORBIDDEN,
  order_cancelled: MedusaError.Types.NOT_ALLOWED,
} as const satisfies Record<SessionChangeRefusal, string>

const WORDS = {
  not_your_order:
    "This order is placed. Only its customer can change it: signed in, or on the payment page of the order.",
  order_cancelled: "This order was cancelled. Do not send anything; place a new order in the shop.",
} as const satisfies Record<SessionChangeRefusal, string>

/** Writes an amount in the unit of its currency. @see inUnit */
export type ShownFiat = (amount: string, currencyCode: string) => string

/** For a currency that Medusa does not know. */
const USUAL_DECIMALS = 2

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
