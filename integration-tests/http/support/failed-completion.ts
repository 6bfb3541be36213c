import { eventually } from "./eventually"
import { openPurchase, storedPayment } from "./purchase"
import type { StoreUnderTest } from "./store-suite"

/** A sequence also counts what a failed transaction rolls back. */
const BREAK = `
  CREATE SEQUENCE broken_bookings;
  CREATE FUNCTION break_booking() RETURNS trigger AS $$
    BEGIN PERFORM nextval('broken_bookings'); RAISE EXCEPTION 'booking is broken'; END
  $$ LANGUAGE plpgsql;
  CREATE TRIGGER break_booking BEFORE INSERT ON order_transaction
    FOR EACH ROW EXECUTE FUNCTION break_booking();`
const MEND = `
  DROP TRIGGER break_booking ON order_transaction;
  DROP FUNCTION break_booking();
  DROP SEQUENCE broken_bookings;`

/** Pays while no capture can be booked on an order: core completes the cart, fails at the end and rolls it back. */
export async function payWhileBookingFails(
  store: StoreUnderTest,
  alsoBreak: () => Promise<unknown> = () => Promise.resolve()
): Promise<{ sessionId: string }> {
  const { sandbox, db } = store
  const purchase = await openPurchase(store)
  await alsoBreak()
  await db.raw(BREAK)
  try {
    await sandbox.payInFull(purchase.invoiceId)
    await eventually(async () => {
      const { rows } = await db.raw("SELECT is_called FROM broken_bookings")
      expect(rows).toEqual([{ is_called: true }])
    })
    // Time for core's rollback, and for another attempt with the same failure.
    await new Promise((resolve) => setTimeout(resolve, 2_500))
  } finally {
    await db.raw(MEND)
  }
  await store.quiet()
  return purchase
}

/**
 * Expects that the money of a payment is captured on one live order, or owed back once; never both, never neither.
 */
export async function expectMoneyInOnePlace(store: StoreUnderTest, sessionId: string): Promise<void> {
  const { merchant, db } = store
  const all = await Promise.all((await merchant.orderIds()).map((id) => merchant.order(id)))
  const live = all.filter((order) => order.status !== "canceled")
  const captured = live.filter((order) => order.captures.length > 0 || order.booked.length > 0)
  const { rows: owed } = await db.raw("SELECT kind, state, fiat_amount FROM onchain_refund")
  const { state, unallocated_reason } = await storedPayment(store, sessionId)
  const facts = { live, captured, owed, state, unallocated_reason }
  const where =
    owed.length > 0
      ? { captured: [], owed: [{ kind: "order", state: "due", fiat_amount: "17" }] }
      : { live: [{ payment_status: "captured", captures: [17], booked: [17], paid: 17, outstanding: 0 }] }
  expect(facts).toMatchObject({ ...where, state: "captured", unallocated_reason: null })
}
