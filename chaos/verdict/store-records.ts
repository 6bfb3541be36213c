import { ATTEMPTS } from "../../src/modules/onchain/payment/payment-row"
import { findStaleStatuses } from "../../src/modules/onchain/payment/payment-status"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Database } from "../environment/ground"
import { z } from "zod"

const text = z.string()
const moment = z.date().nullable()
const count = z.coerce.number()

const Order = z.object({
  id: text,
  cart_id: text.nullable(),
  has_collection: z.boolean(),
  status: text,
  /** By the database's clock, as the next one. */
  created_at: z.date(),
  canceled_at: moment,
  /** Total of the order in Medusa. */
  total: text,
  pieces: count,
  reserved: count,
})
/** Without an order: its cart never became one. */
const Capture = z.object({ id: text, order_id: text.nullable(), session_id: text, amount: text })
const Transaction = z.object({
  order_id: text,
  reference: text.nullable(),
  reference_id: text.nullable(),
  amount: text,
})
const Refund = z.object({ order_id: text.nullable(), session_id: text, amount: text })
const Payment = z.object({
  id: text,
  session_id: text,
  attempt_id: text,
  attempt_created_at: z.date(),
  /** The intent's order id at the service; null for an invoice. */
  external_order_id: text.nullable(),
  deposit_address: text.nullable(),
  memo: text.nullable(),
  kind: z.enum(["invoice", "auto_deposit"]),
  state: text,
  network_id: text,
  token: text,
  canonical_asset_id: text.nullable(),
  decimals: z.number(),
  gateway_invoice_id: text.nullable(),
  expected_amount: text,
  received_amount: text.nullable(),
  /** Less than expected where the order owed less. */
  resolved_token_amount: text.nullable(),
  fiat_amount: text,
  unallocated_reason: text.nullable(),
  /** Decision about held money. */
  resolution: text.nullable(),
  /** When the event with its outcome was published. */
  end_published_at: moment,
  order_closed_at: moment,
  order_timed_out_at: moment,
  last_error: text.nullable(),
})
/** Its shopper has not chosen. */
const Unchosen = z.object({ id: text, session_id: text, order_closed_at: moment })
const OwedRefund = z.object({
  id: text,
  /** The attempt it refunds; null for the captured or held attempt. */
  attempt_id: text.nullable(),
  payment_id: text,
  due_published_at: moment,
  session_id: text,
  kind: z.enum(["order", "surplus", "unallocated"]),
  fiat_amount: text.nullable(),
  token_amount: text.nullable(),
})
const Deposit = z.object({
  id: text,
  state: text,
  amount_raw: text,
  /** The payment that its address ties it to. */
  payment_id: text.nullable(),
  created_at: z.date(),
})
/** In review at the service. */
const ReviewedTransaction = z.object({
  id: text,
  tx_hash: text.nullable(),
  reference: text.nullable(),
  amount: text.nullable(),
  created_at: z.date(),
})
const Delivery = z.object({
  id: text,
  state: text,
  event: text,
  attempts: z.number(),
  last_error: text.nullable(),
})
const Level = z.object({ inventory_item_id: text, reserved: count })
const Heard = z.object({
  event: text,
  payment_id: text.nullable(),
  order_id: text.nullable(),
  subject_id: text.nullable(),
})
const Loose = z.object({ id: text, line_item_id: text.nullable(), quantity: count, reserved_at: z.date() })

const ORDERS = `
  SELECT o.id, o.status, times.created_at, times.canceled_at, link.cart_id,
    EXISTS (SELECT 1 FROM order_payment_collection bound
      WHERE bound.order_id = o.id AND bound.deleted_at IS NULL) AS has_collection,
    (SELECT summary.totals->>'current_order_total' FROM order_summary summary
      WHERE summary.order_id = o.id AND summary.version = o.version AND summary.deleted_at IS NULL) AS total,
    (SELECT coalesce(sum(item.quantity), 0) FROM order_item item
      WHERE item.order_id = o.id AND item.version = o.version AND item.deleted_at IS NULL) AS pieces,
    (SELECT coalesce(sum(held.quantity), 0) FROM order_item item
      JOIN reservation_item held ON held.line_item_id = item.item_id AND held.deleted_at IS NULL
      WHERE item.order_id = o.id AND item.version = o.version) AS reserved
  FROM "order" o LEFT JOIN chaos_order_times times ON times.id = o.id
    LEFT JOIN order_cart link ON link.order_id = o.id AND link.deleted_at IS NULL
  WHERE o.deleted_at IS NULL`

/** Includes deleted payments, and those whose collection belongs to no order. */
const ORDER_OF_PAYMENT = `
  LEFT JOIN order_payment_collection link
    ON link.payment_collection_id = payment.payment_collection_id AND link.deleted_at IS NULL`

const CAPTURES = `
  SELECT capture.id, link.order_id, payment.payment_session_id AS session_id, capture.raw_amount->>'value' AS amount
  FROM capture JOIN payment ON payment.id = capture.payment_id ${ORDER_OF_PAYMENT}
  WHERE capture.deleted_at IS NULL`

const REFUNDS = `
  SELECT link.order_id, payment.payment_session_id AS session_id, refund.raw_amount->>'value' AS amount
  FROM refund JOIN payment ON payment.id = refund.payment_id ${ORDER_OF_PAYMENT}
  WHERE refund.deleted_at IS NULL`

const TRANSACTIONS = `
  SELECT order_id, reference, reference_id, raw_amount->>'value' AS amount FROM order_transaction WHERE deleted_at IS NULL`

const HEARD = `
  SELECT event, data->>'payment_id' AS payment_id, data->>'order_id' AS order_id, data->>'id' AS subject_id
  FROM chaos_heard`

const paymentsWhere = (condition: string) => `
  SELECT payment.*, (SELECT max(event.published_at) FROM onchain_outbox event WHERE event.subject = payment.id
    AND event.name IN ('onchain.payment_settled', 'onchain.payment_unallocated')) AS end_published_at
  FROM ${ATTEMPTS} AS payment WHERE ${condition}`

const OWED = `
  SELECT refund.*, (SELECT CASE WHEN bool_and(event.published_at IS NOT NULL) THEN max(event.published_at) END
    FROM onchain_outbox event WHERE event.subject = refund.id AND event.name = 'onchain.refund_due') AS due_published_at
  FROM onchain_refund refund WHERE state = 'due' AND deleted_at IS NULL`

const LOOSE_RESERVATIONS = `
  SELECT held.id, held.line_item_id, held.quantity, held.chaos_reserved_at AS reserved_at FROM reservation_item held
  WHERE held.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM order_item item WHERE item.item_id = held.line_item_id)`

/** Records of Medusa and the plugin. Amounts are decimal text. */
export interface StoreRecords {
  orders: z.infer<typeof Order>[]
  captures: z.infer<typeof Capture>[]
  transactions: z.infer<typeof Transaction>[]
  refunds: z.infer<typeof Refund>[]
  /** Each with its current attempt. */
  payments: z.infer<typeof Payment>[]
  /** The other attempts of payments, with the attempt's own state. */
  earlier: z.infer<typeof Payment>[]
  unchosen: z.infer<typeof Unchosen>[]
  owed: z.infer<typeof OwedRefund>[]
  deposits: z.infer<typeof Deposit>[]
  transactionsInReview: z.infer<typeof ReviewedTransaction>[]
  /** Those not finished. */
  deliveries: z.infer<typeof Delivery>[]
  /** Reserved for no order. */
  looseReservations: z.infer<typeof Loose>[]
  /** Events that a subscriber received. */
  heard: z.infer<typeof Heard>[]
  levels: z.infer<typeof Level>[]
  /** Payments whose stored status is not that of their facts, in words. */
  staleStatuses: string[]
}

/** Every attempt of every payment, current ones first. */
export function attemptsOf({ payments, earlier }: Pick<StoreRecords, "payments" | "earlier">) {
  return [...payments, ...earlier]
}

/** Reads every table once, however many orders there are. */
export async function readStoreRecords(database: Database, knex: Knex): Promise<StoreRecords> {
  const read = async <T extends z.ZodType>(row: T, query: string) =>
    z.array(row).parse((await database.query(query)).rows)
  return {
    orders: await read(Order, ORDERS),
    captures: await read(Capture, CAPTURES),
    transactions: await read(Transaction, TRANSACTIONS),
    refunds: await read(Refund, REFUNDS),
    payments: await read(Payment, paymentsWhere("attempt_id = current_attempt_id")),
    earlier: await read(Payment, paymentsWhere("attempt_id <> current_attempt_id")),
    unchosen: await read(Unchosen, "SELECT * FROM onchain_payment WHERE current_attempt_id IS NULL"),
    owed: await read(OwedRefund, OWED),
    deposits: await read(Deposit, "SELECT * FROM onchain_deposit"),
    transactionsInReview: await read(
      ReviewedTransaction,
      "SELECT * FROM onchain_transaction WHERE status = 'review_required'"
    ),
    deliveries: await read(
      Delivery,
      "SELECT * FROM onchain_webhook_delivery WHERE state NOT IN ('processed', 'ignored')"
    ),
    heard: await read(Heard, HEARD),
    looseReservations: await read(Loose, LOOSE_RESERVATIONS),
    levels: await read(
      Level,
      "SELECT inventory_item_id, reserved_quantity AS reserved FROM inventory_level WHERE deleted_at IS NULL"
    ),
    staleStatuses: await findStaleStatuses(knex),
  }
}
