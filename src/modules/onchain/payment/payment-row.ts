import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import type { PaymentState } from "../../../domain/payment/payment-status"
import type { ExpectedPayment } from "../../../domain/payment/settlement"
import OnchainAttempt from "../models/attempt"
import OnchainPayment from "../models/payment"

type Row<Model extends typeof OnchainPayment | typeof OnchainAttempt> = Omit<
  InferTypeOf<Model>,
  `raw_${string}`
>

type PaymentColumns = Omit<Row<typeof OnchainPayment>, "state">
type AttemptColumns = Omit<Row<typeof OnchainAttempt>, "id" | "payment_id" | "state">

/**
 * A payment joined with one of its attempts.
 *
 * For the current attempt, `state` is the payment's; for an earlier one, the attempt's own.
 */
export type PaymentRow = PaymentColumns &
  SessionAmount &
  AttemptColumns & { attempt_id: string; attempt_created_at: Date; state: PaymentState }

/** Of Medusa's session. `fiat_amount` is what the attempt asks for, which may be less. */
export type SessionAmount = { session_fiat_amount: string }

/** A payment whose payer has not chosen a network and a token. Nothing is open at the gateway. */
export type UnchosenPayment = PaymentColumns & SessionAmount & { attempt_id: null; state: "choosing" }

export type AnyPayment = PaymentRow | UnchosenPayment

export function isChosen(payment: AnyPayment): payment is PaymentRow {
  return payment.attempt_id !== null
}

/** Whether this is the attempt the payer sees, which determines the payment's state. */
export function isCurrent({ attempt_id, current_attempt_id }: PaymentRow): boolean {
  return attempt_id === current_attempt_id
}

/** Whether another attempt of its payment was captured or is held for review. */
export function isLeft(row: PaymentRow): boolean {
  return !isCurrent(row) && (row.captured_at !== null || row.unallocated_reason !== null)
}

export const OF_PAYMENT = Object.keys(OnchainPayment.schema).filter((name) => name !== "state")
export const OF_ATTEMPT = Object.keys(OnchainAttempt.schema).filter(
  (name) => !["id", "payment_id", "state"].includes(name)
)

/** Who opened an attempt, and what it asks for, are facts of its own: the order may have another owner or total since. */
const OF_BOTH = ["customer_id", "fiat_amount"]

/** The columns of {@link PaymentRow}, from `p` and `a`. */
const columnsOf = (customerId: string) =>
  [
    ...OF_PAYMENT.filter((name) => !OF_BOTH.includes(name)).map((name) => `p.${name}`),
    `${customerId} AS customer_id`,
    "least(p.fiat_amount::numeric, a.asked_fiat_amount::numeric)::text AS fiat_amount",
    "p.fiat_amount AS session_fiat_amount",
    ...OF_ATTEMPT.filter((name) => !OF_PAYMENT.includes(name)).map((name) => `a.${name}`),
    "a.id AS attempt_id, a.created_at AS attempt_created_at",
    "p.state AS outcome, a.state AS attempt_state",
    `CASE WHEN a.id IS NULL THEN 'choosing' WHEN a.id <> p.current_attempt_id THEN a.state
    WHEN p.state = 'captured' THEN 'captured' WHEN p.state = 'held' THEN 'unallocated' ELSE a.state END AS state`,
  ].join(", ")

export const FLAT = columnsOf("a.customer_id")
const FLAT_ANY = columnsOf("CASE WHEN a.id IS NULL THEN p.customer_id ELSE a.customer_id END")

const rowsOf = (join: string, columns = FLAT) => `(SELECT ${columns}
  FROM onchain_payment AS p ${join} AND a.deleted_at IS NULL WHERE p.deleted_at IS NULL)`

/**
 * Payments with their current attempts, for a FROM clause. Excludes payments without an attempt. `FOR UPDATE` locks the rows of
 * both tables.
 *
 * No index is on `state`, which comes from both tables: conditions on large tables say `outcome` and `attempt_state`.
 */
export const PAYMENTS = rowsOf("JOIN onchain_attempt AS a ON a.id = p.current_attempt_id")

/** Payments with each of their attempts, for a FROM clause. */
export const ATTEMPTS = rowsOf("JOIN onchain_attempt AS a ON a.payment_id = p.id")

/** Payments with each of their attempts, including payments without one. */
const ANY = rowsOf("LEFT JOIN onchain_attempt AS a ON a.payment_id = p.id", FLAT_ANY)

/** Payments with their current attempts, including payments without one. */
const CURRENT = rowsOf("LEFT JOIN onchain_attempt AS a ON a.id = p.current_attempt_id", FLAT_ANY)

const SOURCES = { current: CURRENT, every: ANY } as const

/** Reads payments with their current attempts. */
export function selectPayments(knex: Knex): Knex.QueryBuilder<PaymentRow, PaymentRow[]> {
  return knex<PaymentRow, PaymentRow[]>(knex.raw(`${PAYMENTS} AS payment`))
}

/** Reads each attempt with its payment. */
export function selectAttempts(knex: Knex): Knex.QueryBuilder<PaymentRow, PaymentRow[]> {
  return knex<PaymentRow, PaymentRow[]>(knex.raw(`${ATTEMPTS} AS payment`))
}

/** Reads payments with their current or every attempt, including payments without one. */
export function selectAnyPayments(
  knex: Knex,
  source: keyof typeof SOURCES
): Knex.QueryBuilder<AnyPayment, AnyPayment[]> {
  return knex<AnyPayment, AnyPayment[]>(knex.raw(`${SOURCES[source]} AS payment`))
}

/** A row without an invoice yet matches none. */
export function paymentToExpected(payment: PaymentRow): ExpectedPayment {
  return {
    externalOrderId: payment.external_order_id,
    kind: payment.kind,
    gatewayInvoiceId: payment.gateway_invoice_id ?? "",
    state: payment.state,
    chain: payment.chain,
    networkId: payment.network_id,
    token: payment.token,
    canonicalAssetId: payment.canonical_asset_id,
    expectedAmount: payment.expected_amount,
    decimals: payment.decimals,
  }
}

/**
 * Locks a payment with its attempt, and everything computed from its refunds, until the transaction ends.
 *
 * Locks the payment first: a join that had to wait for a change of the current attempt would find no row.
 */
export async function lockPayment(knex: Knex, paymentId: string): Promise<PaymentRow | undefined> {
  await lockPayments(knex, [paymentId])
  const { rows } = await knex.raw(`SELECT * FROM ${PAYMENTS} AS payment WHERE id = ? FOR UPDATE`, [paymentId])
  return rows[0]
}

/**
 * Locks payments, with or without an attempt, until the transaction ends. Read what belongs to them afterwards.
 *
 * The order of locks everywhere: payments by their ids, then attempts, refunds, withdrawals, deposits. So a withdrawal locks the
 * payment that it refunds before its own row.
 */
export async function lockPayments(knex: Knex, paymentIds: readonly string[]): Promise<void> {
  await knex.raw("SELECT id FROM onchain_payment WHERE id = ANY(?::text[]) ORDER BY id FOR UPDATE", [
    [...paymentIds],
  ])
}
