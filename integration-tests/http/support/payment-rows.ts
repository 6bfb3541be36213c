import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { PAYMENTS } from "../../../src/modules/onchain/payment/payment-row"
import {
  type Columns,
  storeStatus,
  updatePayments,
} from "../../../src/modules/onchain/payment/payment-status"

/** Payments with their attempts, for a FROM. */
export const STORED = `${PAYMENTS} AS payment`

export async function changePayment(db: Knex, sessionId: string, columns: Columns): Promise<void> {
  const { id } = await db("onchain_payment").where({ session_id: sessionId }).first("id")
  await updatePayments(db, { id }, columns)
}

/** Stores the statuses of a scene that was planted by SQL. */
export async function storeAllStatuses(db: Knex): Promise<void> {
  await storeStatus(db, await db("onchain_payment").pluck("id"))
}
