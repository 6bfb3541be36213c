import { AsyncLocalStorage } from "node:async_hooks"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { MedusaError } from "@medusajs/framework/utils"
import {
  type PlacedOrder,
  refuseSessionChange,
  type SessionChangeRefusal,
} from "../../../domain/payment/order-cover"
import { storeStatus } from "./payment-status"

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

  /** Runs the handling of a request of the store API. */
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
