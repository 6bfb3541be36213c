import { STORED } from "../http/support/payment-rows"
import { USDC_ON_BASE } from "../http/support/purchase"
import type { StoreUnderTest } from "../http/support/store-suite"
import { installed } from "../http/support/installed"

export type RacingOrder = { orderId: string; sessionId: string; invoiceId: string }

const AT_ONCE = 5

/** Places unpaid orders, some at a time. */
export async function placeOrders({ shopper, db }: StoreUnderTest, count: number): Promise<RacingOrder[]> {
  const placed: RacingOrder[] = []
  const placeOne = async () => {
    const { cartId, sessionId } = await shopper.choose(await shopper.fillCart(), USDC_ON_BASE)
    const orderId = await shopper.placeOrder(cartId)
    const { rows } = await db.raw(`SELECT gateway_invoice_id FROM ${STORED} WHERE session_id = ?`, [
      sessionId,
    ])
    placed.push({ orderId, sessionId, invoiceId: rows[0].gateway_invoice_id })
  }
  // The first creates the guest that the others share.
  await placeOne()
  while (placed.length < count) {
    const some = Math.min(AT_ONCE, count - placed.length)
    await Promise.all(Array.from({ length: some }, placeOne))
  }
  return placed
}

/** Splits work so that each part is in flight at once. */
export function inGroups<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, n) => items.slice(n * size, (n + 1) * size))
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Gives webhooks of paid invoices to a second worker while the first processes them, as when a lease runs out
 * too early.
 *
 * @param count of webhooks, each taken over once
 * @returns how many were taken over
 */
export async function takeOver({ db, container }: StoreUnderTest, count: number): Promise<number> {
  const { processInbox } = await installed("inbox/workers/process-inbox")
  const deadline = Date.now() + 60_000
  const woken: Promise<unknown>[] = []
  let taken = 0
  while (taken < count && Date.now() < deadline) {
    const { rows } = await db.raw(
      `UPDATE onchain_webhook_delivery SET state = 'received', lease_expires_at = NULL, next_attempt_at = now()
       WHERE state = 'processing' AND attempts = 1 AND event = 'invoice.paid' RETURNING id`
    )
    taken += rows.length
    if (rows.length > 0) woken.push(processInbox(container))
    await pause(5)
  }
  await Promise.all(woken)
  return taken
}

/** Where the money and the goods of some orders ended up, as the database has it. */
export async function endsOf({ db }: StoreUnderTest, orders: readonly RacingOrder[]) {
  const { rows } = await db.raw(
    `SELECT payment.session_id, orders.status AS order_status, payment.state, payment.unallocated_reason,
       (SELECT count(*)::int FROM capture JOIN payment AS made ON made.id = capture.payment_id
         WHERE made.payment_session_id = payment.session_id AND capture.deleted_at IS NULL) AS captures,
       (SELECT count(*)::int FROM order_transaction AS booked WHERE booked.order_id = orders.id
         AND booked.reference = 'capture' AND booked.deleted_at IS NULL) AS booked,
       (SELECT COALESCE(sum(fiat_amount::numeric), 0)::float FROM onchain_refund AS refund
         WHERE refund.payment_id = payment.id) AS owed,
       (SELECT count(*)::int FROM reservation_item AS reserved JOIN order_item AS item
         ON item.item_id = reserved.line_item_id
         WHERE item.order_id = orders.id AND reserved.deleted_at IS NULL) AS reserved
     FROM ${STORED}
       JOIN order_payment_collection AS link ON link.payment_collection_id = payment.collection_id
         AND link.deleted_at IS NULL
       JOIN "order" AS orders ON orders.id = link.order_id
     WHERE payment.session_id = ANY(?)`,
    [orders.map(({ sessionId }) => sessionId)]
  )
  return rows as {
    session_id: string
    order_status: string
    state: string
    unallocated_reason: string | null
    captures: number
    booked: number
    owed: number
    reserved: number
  }[]
}
