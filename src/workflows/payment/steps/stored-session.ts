import { z } from "zod"

const booking = z.object({ id: z.string() })
const collectedPayment = z.object({
  payment_session_id: z.string(),
  captures: z.array(booking),
  refunds: z.array(booking),
})
const storedSession = z.object({
  id: z.string(),
  status: z.string(),
  payment_collection_id: z.string(),
  payment_collection: z.object({ payments: z.array(collectedPayment) }),
})

/** A payment session of Medusa, and whether payments of its collection, its own too, have taken and given back. */
export type StoredSession = z.infer<typeof storedSession>

/** Its own payment is not asked for twice: core answers a row that two paths lead to with the fields of one. */
export const STORED_SESSION_FIELDS = [
  "id",
  "status",
  "payment_collection_id",
  "payment_collection.payments.payment_session_id",
  "payment_collection.payments.captures.id",
  "payment_collection.payments.refunds.id",
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
