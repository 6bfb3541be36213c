import { MathBN } from "@medusajs/framework/utils"
import type { StoredSession } from "./stored-session"

/**
 * Whether other sessions of the collection have taken so much that this one's amount no longer fits.
 *
 * Reckoned from the captures themselves: the collection's status is written after them, and stays
 * `completed` when core undoes a capture and asks to be paid again. What was given back makes room.
 * A session that is the only one to have been paid always fits, even when its order became cheaper.
 */
export function isPaidOtherwise({ id, raw_amount, payment_collection }: StoredSession): boolean {
  const others = payment_collection.payments.filter((payment) => payment.payment_session_id !== id)
  const captured = sum(others.flatMap(({ captures }) => captures))
  const kept = MathBN.sub(captured, sum(others.flatMap(({ refunds }) => refunds)))
  if (MathBN.lte(kept, 0)) return false
  return MathBN.gt(MathBN.add(kept, raw_amount), payment_collection.raw_amount)
}

const sum = (rows: { raw_amount: { value: string } }[]) => MathBN.sum(...rows.map((row) => row.raw_amount))
