import { z } from "zod"

/** Medusa keeps the exact amount as text, beside a JS number that has lost digits. */
const money = z.object({ raw_amount: z.object({ value: z.string() }) })
const collectedPayment = z.object({
  payment_session_id: z.string(),
  captures: z.array(money),
  refunds: z.array(money),
})
const storedSession = money.extend({
  id: z.string(),
  status: z.string(),
  payment_collection_id: z.string(),
  payment_collection: money.extend({ payments: z.array(collectedPayment) }),
})

/** A payment session of Medusa, and what all payments of its collection, its own too, have taken and given back. */
export type StoredSession = z.infer<typeof storedSession>

/** Its own payment is not asked for twice: core answers a row that two paths lead to with the fields of one. */
export const STORED_SESSION_FIELDS = [
  "id",
  "status",
  "raw_amount",
  "payment_collection_id",
  "payment_collection.raw_amount",
  "payment_collection.payments.payment_session_id",
  "payment_collection.payments.captures.raw_amount",
  "payment_collection.payments.refunds.raw_amount",
]

/**
 * Checks a row that was read with {@link STORED_SESSION_FIELDS}.
 *
 * A field that was not asked for is simply not there, and would read as "nothing was captured".
 *
 * @throws ZodError when the row does not hold what its fields promise
 */
export function parseStoredSession(row: unknown): StoredSession {
  return storedSession.parse(row)
}

/** Whether Medusa shows a refund of what it captured for the session. */
export function isRefunded({ id, payment_collection }: StoredSession): boolean {
  return payment_collection.payments.some(
    (payment) => payment.payment_session_id === id && payment.refunds.length > 0
  )
}

export function isCaptured({ id, payment_collection }: StoredSession): boolean {
  return payment_collection.payments.some(
    (payment) => payment.payment_session_id === id && payment.captures.length > 0
  )
}
