import { placePurchase } from "./purchase"
import type { StoreUnderTest } from "./store-suite"
import { paymentId } from "./unallocated"
import { settle } from "./reconciliation"

export async function check(store: StoreUnderTest, id: string): Promise<void> {
  await settle(store, id)
  await store.quiet()
}

export async function placeInPart(store: StoreUnderTest, amount: string) {
  const purchase = await placePurchase(store)
  await store.sandbox.pay(purchase.invoiceId, { amount })
  const id = await paymentId(store, purchase.sessionId)
  await check(store, id)
  return { ...purchase, id }
}

/** Ends the time that an operator has to decide. */
export async function endHold({ db }: StoreUnderTest): Promise<void> {
  await db.raw(
    `UPDATE onchain_payment SET order_placed_at = order_placed_at - interval '3 days',
       captured_at = captured_at - interval '3 days'`
  )
  await db.raw("UPDATE onchain_attempt SET part_seen_at = part_seen_at - interval '3 days'")
}
