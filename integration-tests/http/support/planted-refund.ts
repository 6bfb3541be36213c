import type { Client } from "@medusajs/framework/pg"
import type { PaymentRow } from "../../../src/modules/onchain/payment/payment-row"
import { toTables } from "../../../src/modules/onchain/payment/payment-writes"
import { samplePayment } from "../../../src/modules/onchain/payment/__tests__/sample-payment"

/** No payout of a story goes there: an address of a payment is no destination. */
const PAID_TO = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"

/**
 * Inserts a past overpayment whose surplus is owed back: an ended payment and its surplus.
 *
 * @param surplus decimal in token units
 */
export async function plantRefund(
  database: Client,
  businessId: string,
  refundId: string,
  surplus: string
): Promise<void> {
  const id = `ocpay_${refundId}`
  const over = new Date()
  const payment = samplePayment({
    id,
    session_id: `payses_${refundId}`,
    idempotency_key: `invoice_${id}`,
    gateway_invoice_id: `inv_${refundId}`,
    deposit_address: PAID_TO,
    state: "captured",
    gateway_status: "overpaid",
    received_amount: "100",
    settled_at: over,
    captured_at: over,
    order_placed_at: over,
  })
  await insertPayment(database, payment)
  await insert(database, "onchain_refund", {
    id: refundId,
    environment: "sandbox",
    business_id: businessId,
    payment_id: id,
    session_id: payment.session_id,
    kind: "surplus",
    state: "due",
    currency_code: payment.currency_code,
    token_amount: surplus,
    chain: payment.chain,
    network_id: payment.network_id,
    token: payment.token,
  })
}

/** Each row references the other, so they are one statement. */
async function insertPayment(database: Client, row: PaymentRow): Promise<void> {
  const { payment, attempt } = toTables(row, row.attempt_id)
  const attemptRow = { ...attempt, id: row.attempt_id, payment_id: row.id }
  const values = [...Object.values(payment), ...Object.values(attemptRow)]
  const places = values.map((_, index) => `$${index + 1}`)
  const count = Object.keys(payment).length
  await database.query(
    `WITH payment AS (INSERT INTO onchain_payment (${Object.keys(payment).join(", ")})
       VALUES (${places.slice(0, count).join(", ")}))
     INSERT INTO onchain_attempt (${Object.keys(attemptRow).join(", ")}) VALUES (${places.slice(count).join(", ")})`,
    values
  )
}

async function insert(database: Client, table: string, row: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  await database.query(
    `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places.join(", ")})`,
    Object.values(row)
  )
}
