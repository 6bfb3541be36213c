import { eventually } from "./eventually"
import type { StoreUnderTest } from "./store-suite"
import { installed } from "./installed"

export { listenTo as listen } from "./event-listener"

/** Ends the payment time of some orders, as if they had been placed hours ago. */
export async function runOutOfTime({ db }: StoreUnderTest, sessionIds: readonly string[]): Promise<void> {
  await db.raw(
    `UPDATE onchain_payment SET order_placed_at = now() - interval '3 hours', order_check_at = now()
     WHERE session_id = ANY(?)`,
    [[...sessionIds]]
  )
}

export async function followUp({ container }: StoreUnderTest): Promise<void> {
  await (await installed("payment/workers/follow-up-orders")).followUpOrders(container)
}

/** State after a process dies in the middle of cancelling an unpaid order: its goods are released. */
export async function cutOffCancellation(
  store: StoreUnderTest,
  { orderId, sessionId }: { orderId: string; sessionId: string }
): Promise<void> {
  await store.db.raw("UPDATE onchain_payment SET order_timed_out_at = now() WHERE session_id = ?", [
    sessionId,
  ])
  await giveGoodsBack(store, orderId)
}

/**
 * State after a process dies in the middle of a merchant's cancellation: in addition, a change with which
 * core books credit lines.
 */
export async function cutOffMerchant(store: StoreUnderTest, orderId: string): Promise<void> {
  await giveGoodsBack(store, orderId)
  await store.container
    .resolve("order")
    .createOrderChange({ order_id: orderId, change_type: "credit_line", created_by: "core" })
}

async function giveGoodsBack({ container }: StoreUnderTest, orderId: string): Promise<void> {
  const { items } = await container.resolve("order").retrieveOrder(orderId, { relations: ["items"] })
  const ids = (items ?? []).map(({ id }) => id)
  await container.resolve("inventory").deleteReservationItemsByLineItem(ids)
}

/** Reads the lists of paid invoices for deposits to intents, as the job does when its pause is over. */
export async function searchDeposits({ container, db }: StoreUnderTest): Promise<void> {
  await db.raw("UPDATE onchain_status SET started_at = started_at - interval '1 hour'")
  await (await installed("payment/workers/deposit-invoices")).findDepositInvoices(container)
}

/** Forgets when the lists that may hold money of an order were last read. */
export async function forgetReadings({ db }: StoreUnderTest): Promise<void> {
  await db.raw(
    "DELETE FROM onchain_status WHERE id IN ('deposits_in_review', 'deposits_of_late_orders', 'transactions_all')"
  )
}

/** Makes the reads of the lists that may hold money of an order an hour older. */
export async function ageReadings({ db }: StoreUnderTest): Promise<void> {
  await db.raw(
    `UPDATE onchain_status SET position = to_json(position::timestamptz - interval '1 hour') #>> '{}',
       started_at = started_at - interval '1 hour'
     WHERE id IN ('deposits_in_review', 'deposits_of_late_orders', 'transactions_all')`
  )
}

export async function followUpNow(store: StoreUnderTest, sessionIds: readonly string[]): Promise<void> {
  await store.db.raw("UPDATE onchain_payment SET order_check_at = now() WHERE session_id = ANY(?)", [
    [...sessionIds],
  ])
  await followUp(store)
}

export function untilClosed({ db }: StoreUnderTest, sessionId: string): Promise<void> {
  return eventually(async () => {
    const { rows } = await db.raw(
      "SELECT order_closed_at IS NOT NULL AS closed FROM onchain_payment WHERE session_id = ?",
      [sessionId]
    )
    expect(rows).toEqual([{ closed: true }])
  })
}
