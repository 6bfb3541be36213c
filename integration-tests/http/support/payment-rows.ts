import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { PAYMENTS } from "../../../src/modules/onchain/payment/payment-row"
import { storeDueStatuses } from "../../../src/modules/onchain/payment/payment-status"
import { updatePayments, type Columns } from "../../../src/modules/onchain/payment/payment-writes"

/** Payments with their attempts, for a FROM. */
export const STORED = `${PAYMENTS} AS payment`

export async function changePayment(db: Knex, sessionId: string, columns: Columns): Promise<void> {
  await updatePayments(db, { sql: "session_id = ?", bindings: [sessionId] }, columns)
}

/** Stores the statuses of a scene that was planted by SQL. */
export async function storeAllStatuses(db: Knex): Promise<void> {
  await db("onchain_payment").update({ status: null })
  await storeDueStatuses(db)
}
