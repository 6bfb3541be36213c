import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { PaymentRow } from "./payment-row"

/**
 * Keeps everybody else from reckoning with a payment's refunds until the transaction is over.
 *
 * @param knex of a transaction
 * @returns the payment as it is now
 */
export async function lockPayment(knex: Knex, paymentId: string): Promise<PaymentRow | undefined> {
  const { rows } = await knex.raw(`SELECT * FROM onchain_payment WHERE id = ? FOR UPDATE`, [paymentId])
  return rows[0]
}
