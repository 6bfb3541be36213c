import { pageText } from "./page-text"
import type { StoreUnderTest } from "./store-suite"

/** What five books say of an order's money, in major units and token units. */
export type OrderBooks = {
  /** Medusa's order; what was paid, refunds included. */
  outstanding: number
  paid: number
  /** Refunds of Medusa's payments, by amount, and those booked on the order. */
  refunds: number[]
  bookedRefunds: number[]
  /** What Medusa counts as refunded on the payment collections. */
  counted: number
  due: number[]
  pages: string[]
  paidOut: number
}

const sorted = (amounts: number[]) => [...amounts].sort((left, right) => left - right)

export async function readBooks(
  { merchant, db, sandbox, shopper }: StoreUnderTest,
  orderId: string,
  sessionIds: readonly string[]
): Promise<OrderBooks> {
  const { outstanding, paid } = await merchant.order(orderId)
  const amounts = async (sql: string, value = orderId): Promise<number[]> =>
    sorted((await db.raw(sql, [value])).rows.map(({ amount }: { amount: string }) => Number(amount)))
  const pages: string[] = []
  for (const sessionId of sessionIds) {
    const { status } = await shopper.payment(sessionId)
    const isAsking = /Choose how to pay|Send exactly/.test(pageText(await shopper.page(sessionId)))
    pages.push(isAsking ? `${status}, asks for money` : status)
  }
  const [counted = 0] = await amounts(
    `SELECT coalesce(sum(refunded_amount), 0) AS amount FROM payment_collection
     JOIN order_payment_collection AS link ON link.payment_collection_id = payment_collection.id WHERE link.order_id = ?`
  )
  const refunds = await amounts(
    `SELECT refund.amount FROM refund JOIN payment ON payment.id = refund.payment_id
     JOIN order_payment_collection AS link ON link.payment_collection_id = payment.payment_collection_id
     WHERE link.order_id = ? AND refund.deleted_at IS NULL`
  )
  const bookedRefunds = await amounts(
    `SELECT -amount AS amount FROM order_transaction
     WHERE order_id = ? AND reference = 'refund' AND deleted_at IS NULL`
  )
  const due = await amounts(
    `SELECT fiat_amount AS amount FROM onchain_refund WHERE kind = 'order' AND deleted_at IS NULL
       AND session_id = ANY(string_to_array(?, ','))`,
    sessionIds.join(",")
  )
  const paidOut = (await sandbox.withdrawals()).length
  return { outstanding, paid, refunds, bookedRefunds, counted, due, pages, paidOut }
}

/** What the books say after these refunds of a paid order, whichever way they were made. */
export const refundedBooks = (
  captured: number,
  refunds: number[],
  pages: string[] = ["paid"]
): OrderBooks => ({
  outstanding: 0,
  paid: captured,
  refunds: sorted(refunds),
  bookedRefunds: sorted(refunds),
  counted: refunds.reduce((sum, amount) => sum + amount, 0),
  due: sorted(refunds),
  pages,
  paidOut: 0,
})
